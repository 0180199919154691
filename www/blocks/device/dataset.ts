// From a release to an open dataset: the stored one at start, a new one on request, or one imported
// from the user's file.
import { FORMAT, PackLookup } from "pack-lookup/core";
import type { ImportProgress, ImportReport } from "pack-lookup/import";

import { storage, withTimeout } from "./dataset-cache.js";
import { download } from "./download.js";
import { canDigest, type Progress, sha256 } from "./fetch.js";
import type { Release } from "./release.js";
import { updateRelease, type UpdateSteps } from "./update.js";

export interface OpenRelease {
  release: Release;
  packs: PackLookup;
  /** Whether the device stores the data for the next visit. */
  isStored: boolean;
  /** The number of bytes that were downloaded, if it was an update and not the whole release. */
  updateBytes?: number;
  /**
   * Returns whether the bytes have the published digest. It is computed in the background, after
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

/** The progress of an installation. */
export interface InstallProgress {
  /** Receives the number of downloaded bytes. */
  received: Progress;
  /** Called when an update is applied, which takes seconds and needs hardly any download. */
  updating(): void;
  /**
   * Returns whether this is still the last request. If it is not, the release is neither stored nor
   * used.
   */
  isCurrent(): boolean;
}

/**
 * Downloads a release or an update to it, verifies and opens it, and only then replaces the stored
 * release.
 */
export async function install(
  release: Release,
  progress: InstallProgress,
  steps?: UpdateSteps,
): Promise<OpenRelease | undefined> {
  const updated = await updateRelease(release, () => progress.updating(), steps);
  const downloading = updated ? Promise.resolve(updated.bytes) : downloadWhole(release, progress);
  const packs = await openVerified(downloading);
  const bytes = await downloading;
  if (progress.isCurrent())
    return {
      ...(await storeIfPossible(release, bytes, packs)),
      ...(updated && { updateBytes: updated.downloadedBytes }),
    };
  packs.close();
  return undefined;
}

/** Opens data whose digest was verified. The WebAssembly loads while the data arrives. */
async function openVerified(downloading: Promise<Uint8Array<ArrayBuffer>>): Promise<PackLookup> {
  const opening = PackLookup.open({ dataset: downloading, verify: false });
  // A failed download is reported below, and only once.
  opening.catch(() => undefined);
  await downloading;
  return withTimeout(OPENING_MS, opening, "the data does not open");
}

function downloadWhole(
  release: Release,
  progress: InstallProgress,
): Promise<Uint8Array<ArrayBuffer>> {
  progress.received(0);
  return download(release, (received) => progress.received(received));
}

/**
 * Stores new data that has been verified. If the device cannot store it, it is used until the page
 * closes.
 */
async function storeIfPossible(
  release: Release,
  bytes: Uint8Array<ArrayBuffer>,
  packs: PackLookup,
): Promise<OpenRelease> {
  return {
    release,
    packs,
    isStored: await tryToStore(release, bytes),
    verifyDigest: async () => true,
  };
}

/** Stores the bytes. Returns whether that succeeded. Storage may be blocked or full. */
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
  return { opened: await storeIfPossible(release, bytes, packs), report };
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
