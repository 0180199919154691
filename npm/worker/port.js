// The port of a worker to its parent, in browsers and in Node.

/** Calls `handle` with each message and a function that posts a response. */
export function listen(handle) {
  // Browsers deliver messages after the script has run, Node when a listener is added.
  if (typeof globalThis.postMessage === "function") {
    addEventListener("message", ({ data }) => handle(data, (message, transfer) => postMessage(message, transfer ?? [])));
  } else {
    import(/* @vite-ignore */ /* webpackIgnore: true */ `node:${"worker_threads"}`).then(({ parentPort }) => {
      parentPort.on("message", (data) => handle(data, (message, transfer) => parentPort.postMessage(message, transfer)));
    });
  }
}
