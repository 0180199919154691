// A newer version of the page may read another format of the data. It is let in only when data that it can open is on
// the device; until then the version before it stays in use, with its data.
import { isReadable, isTakenUnasked, type Release, standing } from "../data/release.js";

export interface Provisions {
  /** Whether data in this version's format is on the device. */
  isHere(): Promise<boolean>;
  /** What another version keeps in its own format. */
  releaseOfOtherFormat(): Promise<Release | undefined>;
  offered(): Promise<Release>;
  /** Fetches a release, opens it to see that it can be opened, and keeps it. */
  install(release: Release): Promise<void>;
}

/** Fails where this version would come without data to a device that has some: the browser tries again at the next visit. */
export async function provide(provisions: Provisions): Promise<void> {
  if (await provisions.isHere()) return;
  const known = await provisions.releaseOfOtherFormat();
  // A first visit: the page itself fetches the data, and says how far it is.
  if (!known) return;
  const offered = await provisions.offered();
  if (!isReadable(offered)) throw new Error("the server has no data that this version of the page can read");
  if (!isTakenUnasked(standing(offered, known))) throw new Error("the server's data is nobody's wish in place of that on this device");
  await provisions.install(offered);
}
