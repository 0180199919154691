// The types of files of npm/ that are not entry points of the package: the compiler of WebAssembly,
// workers with their errors, and signatures.

/** Compiles the WebAssembly at an address. Rejects with a `WasmError`. */
export declare function moduleOf(
  address: string,
  options: { label: string },
): Promise<WebAssembly.Module>;

/** Runs a function that instantiates a module, and converts its errors. */
export declare function startedBy<T>(start: () => T | Promise<T>): Promise<T>;

/** The fields of an error, which a worker can send. */
export interface ErrorFields {
  name?: string;
  message: string;
}

export declare function fieldsOf(error: unknown): ErrorFields;

/** Returns an error of the same class with the same fields. */
export declare function errorOf(fields: ErrorFields): Error;

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

/**
 * Starts a worker. Bundlers recognise the address in `inBrowser`; `scriptInNode` returns it for a
 * thread of Node.
 */
export function startWorker(
  inBrowser: () => Worker,
  scriptInNode: () => URL | string,
): Promise<Worker>;
