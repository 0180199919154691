// What a dataset gets when there is time: nobody waits for it, and without it the dataset is served all the same.
import { compress } from "./brotli.js";
import { isWorthIt, updateBetween } from "./updates.js";

/** `offer(dataset, before)`, where `before` was served until now. What is being made when another dataset comes is of no use any more. */
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
