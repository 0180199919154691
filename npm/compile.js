// A WebAssembly, compiled from wherever it comes.
import { WasmError } from "./errors.js";
import { addressOf, answered, isBytes, isWebPage, read, REMEDY } from "./sources.js";

const what = "the WebAssembly";

/** @throws {WasmError} that says why it can't be had. */
export async function moduleOf(source) {
  if (source instanceof WebAssembly.Module) return source;
  const url = addressOf(source);
  try {
    return await compile(source);
  } catch (error) {
    if (error instanceof WasmError) throw error;
    throw new WasmError(`${what} can't be compiled: ${error.message}${hint(error)}`, isForbidden(error) ? "forbidden" : "not_wasm", { cause: error, url });
  }
}

/** As it comes where the server says what it is, so that browsers keep what they compiled. */
async function compile(source) {
  const isRemote = !isBytes(source) && !/^file:/.test(addressOf(source) ?? "file:");
  if (isRemote && typeof document !== "undefined") {
    const response = await answered(source, { Failure: WasmError, what });
    if (/^application\/wasm\b/.test(response.headers.get("content-type") ?? "")) return WebAssembly.compileStreaming(response);
    return compileBytes(await read(response, { Failure: WasmError, what }), addressOf(source));
  }
  return compileBytes(await read(source, { Failure: WasmError, what }), addressOf(source));
}

function compileBytes(bytes, url) {
  if (isWebPage(bytes)) throw new WasmError(`${what} is none${url ? ` at ${url}` : ""}: ${REMEDY}`, "not_wasm", { url });
  return WebAssembly.compile(bytes);
}

const isForbidden = ({ message }) => /content security policy|unsafe-eval|disallowed by embedder/i.test(message);

const hint = (error) => (isForbidden(error) ? "; the page's Content-Security-Policy needs 'wasm-unsafe-eval' in script-src" : "");

/** Whoever has no responses needs no loader that knows of them, which Node would have to load first. */
export const instantiate = ({ load, initSync }, module) => (typeof document === "undefined" ? initSync({ module }) : load({ module_or_path: module }));
