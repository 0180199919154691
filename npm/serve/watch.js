// When there is another dataset: the file is another one, or SIGHUP says so.
import { signatureOf } from "./source.js";

/** Asked for, not listened to: files on network drives and in containers tell nobody that they change. */
const LOOK_MS = 1_000;

/** Calls `take` with what reads the file, one call after the other. A file counts when it has been the same for two looks. */
export function watch({ file, read }, signal, take) {
  let last = Promise.resolve();
  const again = () => (last = last.then(() => take(read)));
  process.on("SIGHUP", again);
  const looking = setInterval(lookAt(file, again), LOOK_MS);
  signal.addEventListener("abort", () => {
    clearInterval(looking);
    process.off("SIGHUP", again);
  });
}

function lookAt(file, again) {
  let taken = signatureOf(file);
  let seen = taken;
  return () => {
    const before = seen;
    seen = signatureOf(file) ?? taken;
    if (seen === taken || seen !== before) return;
    taken = seen;
    again();
  };
}
