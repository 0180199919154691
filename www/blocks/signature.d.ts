// The types of npm/signature.js, which is not an entry point of the package.

/** An accepted signature. */
export interface Accepted {
  /** The identifier of the key: the first 16 hexadecimal digits of its SHA-256. */
  key: string;
  sequence: number;
}

/** Verifies the signature of a description. `after` is the last accepted one, if there is one. */
export declare function verifySignature(
  description: unknown,
  publicKeys: string | string[],
  options?: { after?: Accepted | number | undefined },
): Promise<Accepted>;
