// Makes a release from the stored one and an update of a few kilobytes. If any step fails, the
// whole release is downloaded instead.
import { storage } from "./dataset-cache.js";
import { canDigest, fetchGzip, sha256 } from "./fetch.js";
import { updateFrom } from "./release.js";
import type { Release, Update } from "./types.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** The functions that an update needs. */
export interface UpdateSteps {
  /** Finds the release that the device stores. */
  currentRelease(): Promise<Release | undefined>;
  /** Reports whether an update to a release was started before without a recorded end. */
  wasAttempted(release: Release): Promise<boolean>;
  recordAttempt(release: Release): Promise<void>;
  clearAttempt(): Promise<void>;
  readStored(release: Release): Promise<Bytes>;
  fetchUpdate(update: Update): Promise<Bytes>;
  apply(dataset: Bytes, update: Bytes): Promise<Bytes>;
}

export interface Updated {
  bytes: Bytes;
  /** The number of downloaded bytes. */
  downloadedBytes: number;
}

interface UpdatePlan {
  /** The release that the device stores. */
  stored: Release;
  /** The update from that release. */
  update: Update;
}

/** Finds the update to a release that the device can use, or `undefined`. */
export async function usableUpdate(
  release: Release,
  steps: UpdateSteps = deviceSteps,
): Promise<UpdatePlan | undefined> {
  const stored = canDigest() ? await steps.currentRelease() : undefined;
  const update = updateFrom(stored, release);
  if (!stored || !update || (await steps.wasAttempted(release))) return undefined;
  return { stored, update };
}

export const findUpdate = async (release: Release) => (await usableUpdate(release))?.update;

/**
 * Updates to a release. Returns `undefined` without an update, or if it fails. Calls `onStart` if
 * there is one.
 */
export async function updateRelease(
  release: Release,
  onStart: () => void,
  steps: UpdateSteps = deviceSteps,
): Promise<Updated | undefined> {
  try {
    const plan = await usableUpdate(release, steps);
    return plan && (await run(release, plan, onStart, steps));
  } catch (error) {
    console.warn("the update failed; downloading the whole release", error);
    return undefined;
  }
}

async function run(
  release: Release,
  { stored, update }: UpdatePlan,
  onStart: () => void,
  steps: UpdateSteps,
): Promise<Updated> {
  onStart();
  const [dataset, patch] = await Promise.all([steps.readStored(stored), steps.fetchUpdate(update)]);
  const bytes = await withAttempt(release, steps, () => steps.apply(dataset, patch));
  if ((await sha256(bytes)) !== release.sha256) throw new Error("digest mismatch after the update");
  return { bytes, downloadedBytes: update.download_bytes };
}

/**
 * Records the attempt first. If memory is short, the browser may end the page with its worker; the
 * next visit must not repeat that.
 */
async function withAttempt(
  release: Release,
  steps: UpdateSteps,
  apply: () => Promise<Bytes>,
): Promise<Bytes> {
  await steps.recordAttempt(release);
  try {
    return await apply();
  } catch (error) {
    if (!exceedsDevice(error as UpdateFailure)) await steps.clearAttempt();
    throw error;
  }
}

type UpdateFailure = Error & { reason?: string };

/**
 * Reports whether the update exceeded the device's memory or time, which would happen again. Other
 * failures may be temporary.
 */
const exceedsDevice = ({ name, reason }: UpdateFailure) =>
  reason === "stopped" || name === "TimeoutError";

/** Slow devices take ten times as long as fast ones. After this time, a download is not slower. */
const APPLYING_MS = 60_000;

const deviceSteps: UpdateSteps = { ...storage, fetchUpdate, apply };

async function fetchUpdate(update: Update): Promise<Bytes> {
  const bytes = await fetchGzip(update.url, update.bytes);
  if ((await sha256(bytes)) !== update.sha256) throw new Error("the update is damaged");
  return bytes;
}

/** Applies an update. The importer's WebAssembly is loaded on first use. */
async function apply(dataset: Bytes, update: Bytes): Promise<Bytes> {
  const { applyUpdate } = await import("pack-lookup/import");
  return (await applyUpdate(dataset, update, {
    signal: AbortSignal.timeout(APPLYING_MS),
  })) as Bytes;
}
