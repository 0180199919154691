// Compiles WebAssembly from any source.
import { WasmError } from "../errors.js";
import {
  addressOf,
  fetchResponse,
  HTML_ADVICE,
  isBytes,
  isHtml,
  read,
} from "../api/byte-source.js";

const label = "the WebAssembly";

/**
 * Compiles the WebAssembly of a source.
 *
 * @throws {WasmError} `unavailable`, `not_wasm` or `forbidden`.
 */
export async function moduleOf(source) {
  if (source instanceof WebAssembly.Module) return source;
  const url = addressOf(source);
  try {
    return await compile(source);
  } catch (error) {
    if (error instanceof WasmError) throw error;
    throw new WasmError(
      `cannot compile ${label}: ${error.message}${hint(error)}`,
      isForbidden(error) ? "forbidden" : "not_wasm",
      { cause: error, url },
    );
  }
}

/**
 * Compiles while streaming if the response has the right content type. Browsers then cache the
 * compiled code.
 */
async function compile(source) {
  const isRemote = !isBytes(source) && !/^file:/.test(addressOf(source) ?? "file:");
  if (isRemote && typeof document !== "undefined") {
    const response = await fetchResponse(source, { ErrorClass: WasmError, label });
    if (/^application\/wasm\b/.test(response.headers.get("content-type") ?? ""))
      return WebAssembly.compileStreaming(response);
    return compileBytes(await read(response, { ErrorClass: WasmError, label }), addressOf(source));
  }
  return compileBytes(await read(source, { ErrorClass: WasmError, label }), addressOf(source));
}

function compileBytes(bytes, url) {
  if (isHtml(bytes))
    throw new WasmError(
      `cannot compile ${label}${url ? ` at ${url}` : ""}: ${HTML_ADVICE}`,
      "not_wasm",
      { url },
    );
  return WebAssembly.compile(bytes);
}

const isForbidden = ({ message }) =>
  /content security policy|unsafe-eval|disallowed by embedder/i.test(message);

const hint = (error) =>
  isForbidden(error)
    ? "; add 'wasm-unsafe-eval' to script-src in the page's Content-Security-Policy"
    : "";

/**
 * Instantiates a module. Without responses, the synchronous form is enough; the generated
 * asynchronous loader would make Node load `fetch` first.
 */
export const instantiate = ({ load, initSync }, module) =>
  typeof document === "undefined" ? initSync({ module }) : load({ module_or_path: module });
