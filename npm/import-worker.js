// One import, away from the thread that people wait for.
import { importRelease, initSync } from "./pack_lookup_importer.js";

function work({ module, bytes, name, partial }, post) {
  try {
    initSync({ module });
    const imported = importRelease(bytes, name, partial, (file, read, size) => post({ progress: stateOf(file, read, size) }));
    const { dataset } = imported;
    post({ dataset, report: JSON.parse(imported.report) }, [dataset.buffer]);
  } catch (error) {
    post({ error: { name: error?.name, message: error?.message ?? String(error), reason: error?.reason } });
  }
}

/** The file without a name is the dataset. */
const stateOf = (file, read, size) => (file ? { step: "reading", file, read, size } : { step: "writing" });

// Browsers hand over their messages when the script has run, Node when somebody listens.
if (typeof globalThis.postMessage === "function") {
  addEventListener("message", ({ data }) => work(data, (message, transfer) => postMessage(message, transfer ?? [])));
} else {
  import(/* @vite-ignore */ /* webpackIgnore: true */ `node:${"worker_threads"}`).then(({ parentPort }) => {
    parentPort.on("message", (data) => work(data, (message, transfer) => parentPort.postMessage(message, transfer)));
  });
}
