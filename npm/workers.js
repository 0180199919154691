// Workers as browsers have them, also in Node.
import { importFromNode } from "./sources.js";

/** @param inBrowser Starts it where there are such workers; `scriptInNode` gives the address of the same script. */
export async function startWorker(inBrowser, scriptInNode) {
  if (typeof Worker === "function") return inBrowser();
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
