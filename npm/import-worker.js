// One import or one update, away from the thread that people wait for.
import { applyUpdate, importRelease, initSync, makeUpdate } from "./pack_lookup_importer.js";

/** What comes of each call. */
const calls = {
  importRelease({ bytes: [release], name, partial }, tell) {
    const imported = importRelease(release, name, partial, tell);
    return { dataset: imported.dataset, report: JSON.parse(imported.report) };
  },
  applyUpdate: ({ bytes: [dataset, update] }, tell) => ({ dataset: applyUpdate(dataset, update, tell) }),
  makeUpdate: ({ bytes: [before, after] }) => ({ update: makeUpdate(before, after) }),
};

function work(task, post) {
  try {
    initSync({ module: task.module });
    const outcome = calls[task.call](task, (file, read, size) => post({ progress: stateOf(file, read, size) }));
    post(outcome, [(outcome.dataset ?? outcome.update).buffer]);
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
