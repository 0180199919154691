// Workers as browsers have them, also in Node.
import { WasmError } from "./errors.js";
import { importFromNode } from "./sources.js";

/** @param inBrowser Starts it where there are such workers; `scriptInNode` gives the address of the same script. */
export async function startWorker(inBrowser, scriptInNode) {
  if (typeof Worker === "function") return startTrusted(inBrowser);
  const { Worker: Thread } = await importFromNode("worker_threads");
  // What Node was told of its own script, `--input-type` or a loader, is nothing for this one.
  const thread = new Thread(scriptInNode(), { execArgv: [] });
  return {
    postMessage: (message, transfer) => thread.postMessage(message, transfer),
    addEventListener: (type, listen) => thread.on(type, (value) => listen(type === "message" ? { data: value } : value)),
    terminate: () => thread.terminate(),
    ref: () => thread.ref(),
    unref: () => thread.unref(),
  };
}

/**
 * Pages may ask for Trusted Types: `Worker` then takes no address but a policy's, and bundlers know no worker but one at a plain address. So for
 * the length of this one call, in which nobody else runs, `Worker` is one that has the address from our policy.
 */
function startTrusted(inBrowser) {
  const policy = scriptsOfOurs();
  if (policy === undefined) return started(inBrowser);
  const Own = globalThis.Worker;
  globalThis.Worker = function Worker(address, options) {
    return new Own(policy.createScriptURL(String(address)), options);
  };
  try {
    return started(inBrowser);
  } finally {
    globalThis.Worker = Own;
  }
}

let policy;

/** Nothing where there are no Trusted Types, or where the page lets nobody make this policy: its own default policy may do. */
function scriptsOfOurs() {
  try {
    return (policy ??= globalThis.trustedTypes?.createPolicy("pack-lookup", { createScriptURL: (address) => address }));
  } catch {
    return undefined;
  }
}

function started(inBrowser) {
  try {
    return inBrowser();
  } catch (cause) {
    throw new WasmError(`the worker may not start (${cause.message}): the page's Content-Security-Policy needs pack-lookup in trusted-types`, "forbidden", { cause });
  }
}
