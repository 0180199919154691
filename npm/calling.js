// Calls into a WebAssembly, and what happens when it fails.
import { DatasetError, GtinError, ScanError, WasmError } from "./errors.js";

const ERRORS = { GtinError, ScanError, DatasetError };

/** Runs calls into one WebAssembly, and throws its errors as the classes of this package. */
export function calls() {
  /** Why the WebAssembly answers no more. */
  let trap;
  return function calling(call) {
    if (trap) throw stopped("stopped at an earlier call", trap);
    try {
      return call();
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) {
        trap = error;
        throw stopped("stopped", trap);
      }
      const Known = ERRORS[error?.name];
      throw Known ? new Known(error.message, error.reason) : error;
    }
  };
}

function stopped(when, cause) {
  return new WasmError(`the WebAssembly ${when}, and can't be trusted any more: start again in a new page, worker or process`, "stopped", { cause });
}
