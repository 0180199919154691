// Calls into a WebAssembly instance, with its errors converted to classes and traps detected.
import { DatasetError, GtinError, PackLookupError, ScanError, WasmError } from "../errors.js";

const ERRORS = { GtinError, ScanError, DatasetError, PackLookupError };

/**
 * Makes a function that runs calls into one WebAssembly instance. It throws errors of the
 * instance as classes of this package. `advice` is what to do after a trap.
 */
export function createWasmCall(advice) {
  /** The trap, after which the instance rejects all calls. */
  let trap;
  const stopped = (when) =>
    new WasmError(`the WebAssembly ${when} and cannot be used any more; ${advice}`, "stopped", {
      cause: trap,
    });
  function wasmCall(call) {
    if (trap) throw stopped("stopped during an earlier call");
    try {
      return call();
    } catch (error) {
      const ErrorClass = ERRORS[error?.name];
      if (ErrorClass) throw new ErrorClass(error.message, error.reason);
      if (!isTrap(error)) throw error;
      trap = error;
      throw stopped("stopped");
    }
  }
  wasmCall.hasStopped = () => trap !== undefined;
  return wasmCall;
}

/** On a stack overflow, engines throw their own errors instead of a `RuntimeError`. */
const isTrap = (error) =>
  error instanceof WebAssembly.RuntimeError ||
  /call stack|too much recursion/i.test(error?.message);
