// A release file from the user: imported into a dataset on the device. Nothing leaves the device.
import { FORMAT, PackLookup } from "pack-lookup/core";
import type { ImportProgress, ImportReport } from "pack-lookup/import";

import { keptOrNot, type OpenRelease } from "./dataset.js";
import { canDigest, sha256 } from "./digest.js";
import type { Release } from "./release.js";

export type { ImportProgress, ImportReport };

export interface OwnRelease {
  opened: OpenRelease;
  report: ImportReport;
}

/** Imports a release. The importer is loaded on first use, because few people need it. `wish` is called before the release replaces another one. */
export async function importOwn(
  file: File,
  progress: (progress: ImportProgress) => void,
  signal: AbortSignal,
  wish: () => void,
): Promise<OwnRelease> {
  const { importRelease } = await import("pack-lookup/import");
  const { dataset, report } = await importRelease(file, { progress, signal });
  const bytes = dataset as Uint8Array<ArrayBuffer>;
  const packs = await PackLookup.open({ dataset: bytes, verify: false });
  const release = await describe(bytes, packs);
  signal.throwIfAborted();
  wish();
  return { opened: await keptOrNot(release, bytes, packs), report };
}

async function describe(bytes: Uint8Array<ArrayBuffer>, packs: PackLookup): Promise<Release> {
  const { release, date, packs: count, gtin_rows, digest, demo, gaps } = packs.about.dataset;
  const url = `/dataset/own-${digest}.bin`;
  const published = canDigest() ? await sha256(bytes) : digest;
  const said = { release, release_date: date, packs: count, gtin_rows, demo, gaps };
  return { ...said, url, sha256: published, bytes: bytes.length, download_bytes: 0, format: FORMAT, own: true };
}
