// Background work for a dataset: brotli and the update. The dataset is served without waiting for them.
import { compress } from "./brotli.js";
import { isWorthIt, updateBetween } from "./updates.js";

/** Returns `offer(dataset, before)`, where `before` was served until now. A new dataset cancels the work for the last one. */
export function offersOf(processes, end) {
  let last;
  return (dataset, before) => {
    last?.abort();
    last = new AbortController();
    const signal = AbortSignal.any([end, last.signal]);
    offerBrotli(processes, dataset, signal);
    if (before) offerUpdate(processes, dataset, before, signal);
  };
}

async function offerBrotli(processes, { sha256, encodings }, signal) {
  const br = await compress(encodings.identity, signal);
  if (br) processes.add(sha256, { br });
}

async function offerUpdate(processes, dataset, before, signal) {
  const [from, to] = [before, dataset].map(({ sha256, encodings }) => ({ sha256, bytes: encodings.identity }));
  const update = await updateBetween(from, to, { signal }).catch(() => undefined);
  if (update && isWorthIt(update, dataset.encodings.gzip.length)) processes.add(dataset.sha256, { update });
}
