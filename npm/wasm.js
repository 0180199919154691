// The WebAssembly: loaded once for all datasets, and what happens when it fails.
import { DatasetError, GtinError, ScanError, WasmError } from "./errors.js";
import load, { initSync } from "./pack_lookup.js";
import { addressOf, answered, isBytes, isWebPage, once, read, REMEDY } from "./sources.js";

const what = "the WebAssembly";

/** The first one that is given serves all that follow. */
export const loadOnce = once(async (source, signal) => {
  const module = await moduleOf(await source ?? new URL("./pack_lookup_bg.wasm", import.meta.url), signal);
  // Whoever has no responses needs no loader that knows of them, which Node would have to load first.
  return typeof document === "undefined" ? initSync({ module }) : load({ module_or_path: module });
});

async function moduleOf(source, signal) {
  if (source instanceof WebAssembly.Module) return source;
  const url = addressOf(source);
  try {
    return await compile(source, signal);
  } catch (error) {
    if (error instanceof WasmError || signal?.aborted) throw error;
    throw new WasmError(`${what} can't be compiled: ${error.message}${hint(error)}`, isForbidden(error) ? "forbidden" : "not_wasm", { cause: error, url });
  }
}

/** As it comes where the server says what it is, so that browsers keep what they compiled. */
async function compile(source, signal) {
  const isRemote = !isBytes(source) && !/^file:/.test(addressOf(source) ?? "file:");
  if (isRemote && typeof document !== "undefined") {
    const response = await answered(source, { Failure: WasmError, what, signal });
    if (/^application\/wasm\b/.test(response.headers.get("content-type") ?? "")) return WebAssembly.compileStreaming(response);
    return compileBytes(await read(response, { Failure: WasmError, what, signal }), addressOf(source));
  }
  return compileBytes(await read(source, { Failure: WasmError, what, signal }), addressOf(source));
}

function compileBytes(bytes, url) {
  if (isWebPage(bytes)) throw new WasmError(`${what} is none${url ? ` at ${url}` : ""}: ${REMEDY}`, "not_wasm", { url });
  return WebAssembly.compile(bytes);
}

const isForbidden = ({ message }) => /content security policy|unsafe-eval|disallowed by embedder/i.test(message);

const hint = (error) => (isForbidden(error) ? "; the page's Content-Security-Policy needs 'wasm-unsafe-eval' in script-src" : "");

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
  return new WasmError(`${what} ${when}, and can't be trusted any more: start again in a new page, worker or process`, "stopped", { cause: trap });
}
