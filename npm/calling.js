// Calls into a WebAssembly, and what happens when it fails.
import { DatasetError, GtinError, PackLookupError, ScanError, WasmError } from "./errors.js";

const ERRORS = { GtinError, ScanError, DatasetError, PackLookupError };

/** Runs calls into one WebAssembly, and throws its errors as the classes of this package. */
export function calls() {
  /** Why the WebAssembly answers no more. */
  let trap;
  return function calling(call) {
    if (trap) throw stopped("stopped at an earlier call", trap);
    try {
      return call();
    } catch (error) {
      const Known = ERRORS[error?.name];
      if (Known) throw new Known(error.message, error.reason);
      if (!isTrap(error)) throw error;
      trap = error;
      throw stopped("stopped", trap);
    }
  };
}

/** Where the stack overflows, engines throw errors of their own. */
const isTrap = (error) => error instanceof WebAssembly.RuntimeError || /call stack|too much recursion/i.test(error?.message);

function stopped(when, cause) {
  return new WasmError(`the WebAssembly ${when}, and can't be trusted any more: start again in a new page, worker or process`, "stopped", { cause });
}
