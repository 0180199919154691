// Workers with the interface of browsers, also in Node.
import { WasmError } from "../errors.js";
import { builtin, ownFile } from "../api/byte-source.js";

/**
 * Starts a worker.
 *
 * @param inBrowser Constructs the worker in browsers.
 * @param scriptInNode Returns the address of the same script for a thread of Node.
 */
export async function startWorker(inBrowser, scriptInNode) {
  const advice = "workers need a bundle of modules (ESM)";
  if (typeof Worker === "function")
    return ownFile(() => startInBrowser(inBrowser), WasmError, advice);
  return startThread(ownFile(scriptInNode, WasmError, advice));
}

function startThread(script) {
  const { Worker: Thread } = builtin("worker_threads");
  // Options that Node got for its main script, such as `--input-type` or a loader, must not apply
  // to this one.
  const thread = new Thread(script, { execArgv: [] });
  return {
    postMessage: (message, transfer) => thread.postMessage(message, transfer),
    addEventListener: (type, listen) =>
      thread.on(type, (value) => listen(type === "message" ? { data: value } : value)),
    terminate: () => thread.terminate(),
    ref: () => thread.ref(),
    unref: () => thread.unref(),
  };
}

/**
 * Starts a worker on a page. The page may require Trusted Types, and the script may be from another
 * origin; then `Worker` does not accept its plain address. But bundlers recognise only a plain
 * address. Therefore, during this synchronous call, the global `Worker` is replaced with one that
 * converts it.
 */
function startInBrowser(construct) {
  const NativeWorker = globalThis.Worker;
  globalThis.Worker = function Worker(address, options = {}) {
    try {
      return new NativeWorker(trusted(sameOrigin(String(address), options)), options);
    } catch (cause) {
      throw new WasmError(
        `cannot start the worker: ${cause.message}; ${adviceFor(cause)}`,
        "forbidden",
        { cause },
      );
    }
  };
  try {
    return construct();
  } finally {
    globalThis.Worker = NativeWorker;
  }
}

/** A violation of Trusted Types is a `TypeError`. */
const adviceFor = (cause) =>
  cause instanceof TypeError
    ? "add pack-lookup to trusted-types in the page's Content-Security-Policy"
    : "check worker-src in the page's Content-Security-Policy";

let policy;

/**
 * Builds the address by the policy of this package. It is unchanged without Trusted Types, or if
 * the page does not allow this policy; a default policy may then apply.
 */
function trusted(address) {
  try {
    policy ??= globalThis.trustedTypes?.createPolicy("pack-lookup", {
      createScriptURL: (url) => url,
    });
    return policy?.createScriptURL(address) ?? address;
  } catch {
    return address;
  }
}

/** The scripts that load a script of another origin, by its address. */
const loaders = new Map();

/**
 * Builds the address of a script of this page's origin. Browsers start no worker from another
 * origin, but a worker may load such a script. Bun and Deno have no page.
 */
function sameOrigin(address, { type }) {
  const page = globalThis.location?.href;
  const { href, origin } = new URL(address, page);
  if (page === undefined || origin === globalThis.origin || !/^https?:/.test(href)) return address;
  if (!loaders.has(href)) {
    const script =
      type === "module"
        ? `import ${JSON.stringify(href)};`
        : `importScripts(${JSON.stringify(href)});`;
    loaders.set(href, URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  }
  return loaders.get(href);
}
