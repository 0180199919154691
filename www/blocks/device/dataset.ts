// From a release to an open dataset: the stored one at start, a new one on request, or one imported
// from the user's file.
import { FORMAT, PackLookup } from "pack-lookup/core";
import type { ImportProgress, ImportReport } from "pack-lookup/import";

import { storage, withTimeout } from "./dataset-cache.js";
import { download } from "./download.js";
import { canDigest, sha256 } from "./fetch.js";
import { type InstallProgress, inTurn } from "./in-turn.js";
import { updateRelease, type UpdateSteps } from "./update.js";
import type { Release } from "./types.js";

export interface OpenRelease {
  release: Release;
  packs: PackLookup;
  /** Whether the device stores the data for the next visit. */
  isStored: boolean;
  /** The number of bytes that were downloaded, if it was an update and not the whole release. */
  updateBytes?: number;
  /**
   * Reports whether the bytes have the published digest. It is computed in the background, after
   * the first answers.
   */
  verifyDigest(): Promise<boolean>;
}

/** A stored release that cannot be opened any more. */
export interface LostRelease {
  release: Release;
  packs?: undefined;
}

/** Slow devices take seconds to open a release. */
const OPENING_MS = 30_000;

/** Opens the stored dataset. Returns `undefined` if nothing is stored. */
export async function openStored(): Promise<OpenRelease | LostRelease | undefined> {
  const release = await storage.currentRelease();
  if (!release) return undefined;
  try {
    return await withTimeout(OPENING_MS, open(release), "the data on this device does not open");
  } catch (error) {
    // Another page may have replaced it meanwhile.
    const current = await storage.currentRelease().catch(() => undefined);
    if (current && current.sha256 !== release.sha256) return openStored();
    console.warn("cannot open the data on this device", error);
    return { release };
  }
}

async function open(release: Release): Promise<OpenRelease> {
  const bytes = await storage.readStored(release);
  const packs = await PackLookup.open({ dataset: bytes, verify: false });
  return {
    release,
    packs,
    isStored: true,
    verifyDigest: () => verifyDigest(release, bytes, packs),
  };
}

async function verifyDigest(
  { sha256: published }: Release,
  bytes: Uint8Array<ArrayBuffer>,
  packs: PackLookup,
): Promise<boolean> {
  return canDigest() ? (await sha256(bytes)) === published : packs.verify();
}

/**
 * Installs a release: takes what another page has stored, or downloads the release or an update to
 * it. Rejects if the signal is aborted.
 */
export const install = (
  release: Release,
  progress: InstallProgress,
  steps?: UpdateSteps,
): Promise<OpenRelease> =>
  inTurn(progress, (progressInTurn) => installNow(release, progressInTurn, steps));

/** Verifies and opens a release, and only then replaces the stored release. */
async function installNow(
  release: Release,
  progress: InstallProgress,
  steps?: UpdateSteps,
): Promise<OpenRelease> {
  const stored = await storedIntact(release).catch(() => undefined);
  const updated = stored
    ? undefined
    : await updateRelease(release, () => progress.updating(), steps);
  const bytes = stored ?? updated?.bytes;
  const downloading = bytes ? Promise.resolve(bytes) : downloadWhole(release, progress);
  const packs = await openVerified(downloading);
  if (progress.signal.aborted) packs.close();
  progress.signal.throwIfAborted();
  const isStored = stored !== undefined || (await tryToStore(release, await downloading));
  return {
    ...verified(release, packs, isStored),
    ...(updated && { updateBytes: updated.downloadedBytes }),
  };
}

/** Reads the bytes of a release if the device stores them, and they have its digest. */
async function storedIntact(release: Release): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const stored = await storage.currentRelease();
  if (stored?.sha256 !== release.sha256) return undefined;
  const bytes = await storage.readStored(stored);
  return (await sha256(bytes)) === release.sha256 ? bytes : undefined;
}

/** Opens data whose digest was verified. The WebAssembly loads while the data arrives. */
async function openVerified(downloading: Promise<Uint8Array<ArrayBuffer>>): Promise<PackLookup> {
  const opening = PackLookup.open({ dataset: downloading, verify: false });
  // A failed download is reported below, and only once.
  opening.catch(() => undefined);
  await downloading;
  return withTimeout(OPENING_MS, opening, "the data does not open");
}

async function downloadWhole(
  release: Release,
  { received, signal }: InstallProgress,
): Promise<Uint8Array<ArrayBuffer>> {
  received(0);
  const bytes = await download(release, received, signal);
  signal.throwIfAborted();
  return bytes;
}

const verified = (release: Release, packs: PackLookup, isStored: boolean): OpenRelease => ({
  release,
  packs,
  isStored,
  verifyDigest: async () => true,
});

/**
 * Stores new data that has been verified. Returns whether that succeeded: storage may be blocked or
 * full. The data is then used until the page closes.
 */
async function tryToStore(release: Release, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    await storage.storeRelease(release, bytes);
    return true;
  } catch (error) {
    console.warn("cannot store the data on this device", error);
    return false;
  }
}

export type { ImportProgress, ImportReport };

export interface ImportedRelease {
  opened: OpenRelease;
  report: ImportReport;
}

/**
 * Imports a release on the device; nothing leaves it. The importer is loaded on first use, because
 * few people need it. `onReplace` is called before the release replaces another one.
 */
export async function importReleaseFile(
  file: File,
  progress: (progress: ImportProgress) => void,
  signal: AbortSignal,
  onReplace: () => void,
): Promise<ImportedRelease> {
  const { importRelease } = await import("pack-lookup/import");
  const { dataset, report } = await importRelease(file, { progress, signal });
  const bytes = dataset as Uint8Array<ArrayBuffer>;
  const packs = await PackLookup.open({ dataset: bytes, verify: false });
  const release = await describeDataset(bytes, packs);
  signal.throwIfAborted();
  onReplace();
  return { opened: verified(release, packs, await tryToStore(release, bytes)), report };
}

async function describeDataset(
  bytes: Uint8Array<ArrayBuffer>,
  packs: PackLookup,
): Promise<Release> {
  const { release, date, packs: count, gtin_rows, digest, demo, gaps } = packs.about.dataset;
  const url = `/dataset/own-${digest}.bin`;
  const published = canDigest() ? await sha256(bytes) : digest;
  const fields = { release, release_date: date, packs: count, gtin_rows, demo, gaps };
  return {
    ...fields,
    url,
    sha256: published,
    bytes: bytes.length,
    download_bytes: 0,
    format: FORMAT,
    own: true,
  };
}
