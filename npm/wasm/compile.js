// Compiles WebAssembly from any source, and starts it. Its errors say which file is wrong, and what
// to do.
import { WasmError } from "../errors.js";
import { addressOf, fetchResponse, isBytes, isHtml, isNode, read } from "../api/byte-source.js";

/** What to do about bytes that are not the WebAssembly of this package. */
const ADVICE = "check that the server sends the whole file, of this version of pack-lookup";

const IF_HTML = "it is an HTML page, not the file; pass the URL of the file as `wasm`";

/**
 * Compiles the WebAssembly of a source, or of a promise of one.
 *
 * @param options.exported A function that the file must have, if its name is known. Another file
 * has none of this name.
 * @param options.label The name of the file in messages.
 * @param options.url The address of the file if the source has none.
 * @param options.ifHtml What to say about an HTML page.
 * @throws {WasmError} `unavailable`, `not_wasm` or `forbidden`.
 */
export async function moduleOf(
  source,
  { exported, label = "the WebAssembly", url, ifHtml = IF_HTML },
) {
  const given = await source;
  const address = url ?? addressOf(given);
  const at = address ? ` at ${address}` : "";
  const failure = (what, reason, cause) =>
    new WasmError(`cannot compile ${label}${at}: ${what}`, reason, { cause, url: address });
  const htmlFailure = () => failure(ifHtml, "not_wasm");
  try {
    const module =
      given instanceof WebAssembly.Module ? given : await compile(given, label, htmlFailure);
    if (hasExport(module, exported)) return module;
  } catch (error) {
    if (error instanceof WasmError) throw error;
    if (isForbidden(error)) throw failure(`${error.message}; ${cspAdvice()}`, "forbidden", error);
    throw failure(`${error.message}; ${ADVICE}`, "not_wasm", error);
  }
  throw failure(`it is another WebAssembly; ${ADVICE}`, "not_wasm");
}

/**
 * Compiles while streaming if the response has the right content type. Browsers then cache the
 * compiled code.
 */
async function compile(source, label, htmlFailure) {
  const isRemote = !isBytes(source) && !/^file:/.test(addressOf(source) ?? "file:");
  if (!isRemote || isNode())
    return compileBytes(await read(source, { ErrorClass: WasmError, label }), htmlFailure);
  const response = await fetchResponse(source, { ErrorClass: WasmError, label });
  if (/^application\/wasm\b/.test(response.headers.get("content-type") ?? ""))
    return WebAssembly.compileStreaming(response);
  return compileBytes(await read(response, { ErrorClass: WasmError, label }), htmlFailure);
}

function compileBytes(bytes, htmlFailure) {
  if (isHtml(bytes)) throw htmlFailure();
  return WebAssembly.compile(bytes);
}

const hasExport = (module, exported) =>
  exported === undefined ||
  WebAssembly.Module.exports(module).some(({ name }) => name === exported);

/** Starts WebAssembly with bindings that wasm-bindgen generated, and converts their errors. */
export const instantiate = ({ load, initSync }, module) =>
  startedBy(() =>
    // Without responses, the synchronous form is enough; the asynchronous loader would make Node
    // load `fetch` first.
    typeof document === "undefined" ? initSync({ module }) : load({ module_or_path: module }),
  );

/**
 * Runs a function that instantiates a module. Throws faults other than a lack of memory as
 * `WasmError`.
 */
export async function startedBy(start) {
  try {
    return await start();
  } catch (error) {
    const failure = (advice, reason) =>
      new WasmError(`cannot start the WebAssembly: ${error.message}; ${advice}`, reason, {
        cause: error,
      });
    // WebKit compiles what a policy forbids, and refuses it here.
    if (isForbidden(error)) throw failure(cspAdvice(), "forbidden");
    // Some engines report a missing import as a `TypeError`.
    if (error instanceof WebAssembly.LinkError || error instanceof TypeError)
      throw failure(ADVICE, "not_wasm");
    throw error;
  }
}

/** The last words are from Firefox. */
const isForbidden = ({ message }) =>
  /content security policy|unsafe-eval|disallowed by embedder|blocked by CSP/i.test(message);

/** A worker has the policy of its own script. */
const cspAdvice = () =>
  `add 'wasm-unsafe-eval' to script-src in the Content-Security-Policy of ${typeof document === "undefined" ? "the worker's script" : "the page"}`;
