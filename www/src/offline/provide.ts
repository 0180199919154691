// Prepares data for a new version of the page, which may need another format. The new version is installed only when it has data that it can
// open; until then the old version stays in use.
import { isReadable, isTakenUnasked, type Release, standing } from "../data/release.js";

export interface Provisions {
  /** Returns whether data in this version's format is on the device. */
  isHere(): Promise<boolean>;
  /** Returns the release that another version has stored in its own format. */
  releaseOfOtherFormat(): Promise<Release | undefined>;
  offered(): Promise<Release>;
  /** Downloads a release, opens it as a check, and stores it. */
  install(release: Release): Promise<void>;
}

/** Rejects if this version would have no data on a device that has some. The browser then tries again at the next visit. */
export async function provide(provisions: Provisions): Promise<void> {
  if (await provisions.isHere()) return;
  const known = await provisions.releaseOfOtherFormat();
  // On a first visit, the page itself downloads the data and shows the progress.
  if (!known) return;
  const offered = await provisions.offered();
  if (!isReadable(offered)) throw new Error("the server has no data that this version of the page can read");
  if (!isTakenUnasked(standing(offered, known))) throw new Error("the server's data is nobody's wish in place of that on this device");
  await provisions.install(offered);
}
