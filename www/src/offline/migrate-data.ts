// Prepares data for a new version of the page, which may need another format. The new version is
// installed only when it has data that it can open; until then the old version stays in use.
import { canInstallUnasked, compareRelease, isReadable } from "blocks/device/release.js";
import type { Release } from "blocks/device/types.js";

interface MigrationSteps {
  /** Reports whether data in this version's format is on the device. */
  hasData(): Promise<boolean>;
  /** Finds the release that another version has stored in its own format. */
  releaseOfOtherFormat(): Promise<Release | undefined>;
  offered(): Promise<Release>;
  /** Downloads a release, opens it as a check, and stores it. */
  install(release: Release): Promise<void>;
}

/**
 * Rejects if this version would have no data on a device that has some. The browser then tries
 * again at the next visit.
 */
export async function migrateData(steps: MigrationSteps): Promise<void> {
  if (await steps.hasData()) return;
  const stored = await steps.releaseOfOtherFormat();
  // On a first visit, the page itself downloads the data and shows the progress.
  if (!stored) return;
  const offered = await steps.offered();
  if (!isReadable(offered))
    throw new Error("the server has no data that this version of the page can read");
  if (!canInstallUnasked(compareRelease(offered, stored)))
    throw new Error("the server's data must not replace the data on this device without consent");
  await steps.install(offered);
}
