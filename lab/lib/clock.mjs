// How long a call takes, in milliseconds.

/// The quickest of some runs: what else the machine does only ever adds to it.
export const quickest = (call, runs) => Math.min(...Array.from({ length: runs }, () => time(call)));

function time(call) {
  const begin = performance.now();
  call();
  return performance.now() - begin;
}
