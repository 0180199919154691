// A release file from the user: imported into a dataset on the device. Nothing leaves the device.
import { FORMAT, PackLookup } from "pack-lookup/core";
import type { ImportProgress, ImportReport } from "pack-lookup/import";

import { type OpenRelease, storeIfPossible } from "./dataset.js";
import { canDigest, sha256 } from "./digest.js";
import type { Release } from "./release.js";

export type { ImportProgress, ImportReport };

export interface ImportedRelease {
  opened: OpenRelease;
  report: ImportReport;
}

/** Imports a release. The importer is loaded on first use, because few people need it. `onReplace` is called before the release replaces another one. */
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

async function describeDataset(bytes: Uint8Array<ArrayBuffer>, packs: PackLookup): Promise<Release> {
  const { release, date, packs: count, gtin_rows, digest, demo, gaps } = packs.about.dataset;
  const url = `/dataset/own-${digest}.bin`;
  const published = canDigest() ? await sha256(bytes) : digest;
  const fields = { release, release_date: date, packs: count, gtin_rows, demo, gaps };
  return { ...fields, url, sha256: published, bytes: bytes.length, download_bytes: 0, format: FORMAT, own: true };
}
