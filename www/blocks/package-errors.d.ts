// The types of files of npm/ that are not entry points of the package: errors of WebAssembly, and
// how they come out of a worker.
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
