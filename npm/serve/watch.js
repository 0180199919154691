// When there is another dataset: the file is another one, or SIGHUP says so.
import { setTimeout as pause } from "node:timers/promises";
import { signatureOf } from "./source.js";

/** Asked for, not listened to: files on network drives and in containers tell nobody that they change. */
const LOOK_MS = 1_000;

/** Calls `take`, one call after the other. A file counts when it has been the same for two looks; `taken` is the signature of the one that is
 * served, from before it was read. */
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
