// Calls into a WebAssembly, and what happens when it fails.
import { DatasetError, GtinError, PackLookupError, ScanError, WasmError } from "./errors.js";

const ERRORS = { GtinError, ScanError, DatasetError, PackLookupError };

/** Runs calls into one instance of a WebAssembly, and throws its errors as the classes of this package. `remedy` is what helps when it has stopped. */
export function calls(remedy) {
  /** Why the instance answers no more. */
  let trap;
  const stopped = (when) => new WasmError(`the WebAssembly ${when}, and can't be trusted any more: ${remedy}`, "stopped", { cause: trap });
  function calling(call) {
    if (trap) throw stopped("stopped at an earlier call");
    try {
      return call();
    } catch (error) {
      const Known = ERRORS[error?.name];
      if (Known) throw new Known(error.message, error.reason);
      if (!isTrap(error)) throw error;
      trap = error;
      throw stopped("stopped");
    }
  }
  calling.hasStopped = () => trap !== undefined;
  return calling;
}

/** Where the stack overflows, engines throw errors of their own. */
const isTrap = (error) => error instanceof WebAssembly.RuntimeError || /call stack|too much recursion/i.test(error?.message);
