// The worker of `pack-lookup/import`: it runs one import, update or report, off the main thread.
import { instantiate } from "./wasm/compile.js";
import {
  applyUpdate,
  followHistory,
  importRelease,
  initSync,
  makeUpdate,
  qualityReport,
} from "./pack_lookup_importer.js";
import { listen } from "./worker/messages.js";

/** The result of each call. */
const calls = {
  importRelease({ bytes: [release], name, partial }, report) {
    const imported = importRelease(release, name, partial, report);
    return { dataset: imported.dataset, report: JSON.parse(imported.report) };
  },
  applyUpdate: ({ bytes: [dataset, update] }, report) => ({
    dataset: applyUpdate(dataset, update, report),
  }),
  makeUpdate: ({ bytes: [before, after] }) => ({ update: makeUpdate(before, after) }),
  followHistory: ({ bytes: [after, ...optional], has }) => ({
    history: followHistory(
      has.history ? optional.shift() : undefined,
      has.before ? optional.shift() : undefined,
      after,
    ),
  }),
  qualityReport({ bytes: [dataset, since] }) {
    const { html, csv, json } = qualityReport(dataset, since);
    return { html, csv, json };
  },
};

async function work(task, post) {
  try {
    await instantiate({ initSync }, task.module);
    const outcome = calls[task.call](task, (file, read, size) =>
      post({ progress: stateOf(file, read, size) }),
    );
    post(
      outcome,
      Object.values(outcome)
        .filter(ArrayBuffer.isView)
        .map(({ buffer }) => buffer),
    );
  } catch (error) {
    post({
      error: { name: error?.name, message: error?.message ?? String(error), reason: error?.reason },
    });
  }
}

/** Reads the progress. An empty file name means that the dataset is being written. */
const stateOf = (file, read, size) =>
  file ? { step: "reading", file, read, size } : { step: "writing" };

listen(work);
