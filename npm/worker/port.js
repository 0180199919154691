// The port of a worker to its parent, in browsers and in Node.
import { builtin } from "../api/byte-source.js";

/** Calls `handle` with each message and a function that posts a response. */
export function listen(handle) {
  if (typeof globalThis.postMessage === "function") {
    addEventListener("message", ({ data }) =>
      handle(data, (message, transfer) => postMessage(message, transfer ?? [])),
    );
  } else {
    const { parentPort } = builtin("worker_threads");
    parentPort.on("message", (data) =>
      handle(data, (message, transfer) => parentPort.postMessage(message, transfer)),
    );
  }
}
