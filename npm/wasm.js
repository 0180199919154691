// What happens in the WebAssembly, which is loaded once for all datasets, and when it fails.
import { compileOnce } from "./compile.js";
import { DatasetError, GtinError, ScanError, WasmError } from "./errors.js";
import load, { initSync } from "./pack_lookup.js";
import { once } from "./sources.js";

/** The first one that is given serves all that follow. */
export const loadOnce = once(async (source, signal) => {
  const module = await compileOnce(source, signal);
  // Whoever has no responses needs no loader that knows of them, which Node would have to load first.
  return typeof document === "undefined" ? initSync({ module }) : load({ module_or_path: module });
});

const ERRORS = { GtinError, ScanError, DatasetError };

/** Why the WebAssembly answers no more. */
let trap;

/** Runs a call into the WebAssembly, and throws its errors as the classes of this package. */
export function calling(call) {
  if (trap) throw stopped("stopped at an earlier call");
  try {
    return call();
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) {
      trap = error;
      throw stopped("stopped");
    }
    const Known = ERRORS[error?.name];
    throw Known ? new Known(error.message, error.reason) : error;
  }
}

function stopped(when) {
  return new WasmError(`the WebAssembly ${when}, and can't be trusted any more: start again in a new page, worker or process`, "stopped", { cause: trap });
}
