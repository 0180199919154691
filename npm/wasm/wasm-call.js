// Calls into a WebAssembly instance, with its errors converted to classes and traps detected.
import { DatasetError, GtinError, PackLookupError, ScanError, WasmError } from "../errors.js";

const ERRORS = { GtinError, ScanError, DatasetError, PackLookupError };

/**
 * Returns a function that runs calls into one WebAssembly instance. It throws errors of the instance as classes of this package. `remedy` is the
 * advice after a trap.
 */
export function createWasmCall(remedy) {
  /** The trap, after which the instance rejects all calls. */
  let trap;
  const stopped = (when) => new WasmError(`the WebAssembly ${when}, and can't be trusted any more: ${remedy}`, "stopped", { cause: trap });
  function wasmCall(call) {
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
  wasmCall.hasStopped = () => trap !== undefined;
  return wasmCall;
}

/** On a stack overflow, engines throw their own errors instead of a `RuntimeError`. */
const isTrap = (error) => error instanceof WebAssembly.RuntimeError || /call stack|too much recursion/i.test(error?.message);
