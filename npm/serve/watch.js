// Watches for a new dataset: the file changes, or SIGHUP arrives.
import { setTimeout as pause } from "node:timers/promises";
import { signatureOf } from "./source.js";

/** The polling interval. Network drives and containers do not report changes of files. */
const LOOK_MS = 1_000;

/**
 * Calls `take` for each new file or SIGHUP, one call after the other. A file counts when two polls find it unchanged. `taken` is the signature
 * of the served file, from before it was read.
 */
export async function watch({ file, taken, isAsked, signal }, take) {
  let seen = taken;
  while (await lookAgain(signal)) {
    const before = seen;
    seen = (await signatureOf(file)) ?? taken;
    const isOther = seen !== taken && seen === before;
    if (!isAsked() && !isOther) continue;
    taken = seen;
    await take();
  }
}

const lookAgain = (signal) => pause(LOOK_MS, true, { signal }).catch(() => false);
