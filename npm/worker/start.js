// Workers with the interface of browsers, also in Node.
import { WasmError } from "../errors.js";
import { builtin } from "../api/byte-source.js";

/**
 * Starts a worker.
 *
 * @param inBrowser Constructs the worker in browsers.
 * @param scriptInNode Returns the address of the same script for a thread of Node.
 */
export async function startWorker(inBrowser, scriptInNode) {
  if (typeof Worker === "function") return startTrusted(inBrowser);
  const { Worker: Thread } = builtin("worker_threads");
  // Options that Node got for its main script, such as `--input-type` or a loader, must not apply to this one.
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
 * Starts a worker on a page that may require Trusted Types. `Worker` then accepts only the address of a policy, but bundlers recognise only a
 * plain address. During this synchronous call, the global `Worker` is replaced with one that gets its address from this policy.
 */
function startTrusted(inBrowser) {
  const policy = trustedTypesPolicy();
  if (policy === undefined) return construct(inBrowser);
  const NativeWorker = globalThis.Worker;
  globalThis.Worker = function Worker(address, options) {
    return new NativeWorker(policy.createScriptURL(String(address)), options);
  };
  try {
    return construct(inBrowser);
  } finally {
    globalThis.Worker = NativeWorker;
  }
}

let policy;

/** Returns the policy of this package. Returns `undefined` without Trusted Types, or if the page does not allow this policy; a default policy may then apply. */
function trustedTypesPolicy() {
  try {
    return (policy ??= globalThis.trustedTypes?.createPolicy("pack-lookup", { createScriptURL: (address) => address }));
  } catch {
    return undefined;
  }
}

function construct(inBrowser) {
  try {
    return inBrowser();
  } catch (cause) {
    throw new WasmError(`cannot start the worker: ${cause.message}; add pack-lookup to trusted-types in the page's Content-Security-Policy`, "forbidden", { cause });
  }
}
