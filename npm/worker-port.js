// A worker's own end of the line, in browsers and in Node.

/** `listen` gets each message, and a function that posts. */
export function hear(listen) {
  // Browsers hand over their messages when the script has run, Node when somebody listens.
  if (typeof globalThis.postMessage === "function") {
    addEventListener("message", ({ data }) => listen(data, (message, transfer) => postMessage(message, transfer ?? [])));
  } else {
    import(/* @vite-ignore */ /* webpackIgnore: true */ `node:${"worker_threads"}`).then(({ parentPort }) => {
      parentPort.on("message", (data) => listen(data, (message, transfer) => parentPort.postMessage(message, transfer)));
    });
  }
}
