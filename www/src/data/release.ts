import type { Gap } from "pack-lookup/core";

import { daysBetween } from "../words.js";

/** What `/dataset.json` says of the dataset that the server offers. */
export interface Release {
  /** Where its bytes are, in gzip. The path holds the digest, so that it never changes its content. */
  url: string;
  /** SHA-256 of the bytes, in hex. */
  sha256: string;
  bytes: number;
  /** How many bytes come over the network. */
  download_bytes: number;
  /** The number of the dataset's format: a module reads it if it is its `FORMAT`. */
  format: number;
  /** The name of the dm+d release. */
  release: string;
  /** The day of the release, `YYYY-MM-DD`. */
  release_date: string;
  packs: number;
  /** How many periods of barcodes the dataset holds. */
  gtin_rows: number;
  /** Whether the packs are invented ones. */
  demo: boolean;
  /** What the dm+d release lacked, in the words of the module's `Gap`; mostly nothing. */
  gaps: Gap[];
}

/** dm+d is published every week; two missed ones are worth a warning. */
const STALE_DAYS = 14;

export function ageInDays(release: Release, today: string): number {
  return daysBetween(release.release_date, today);
}

export function isStale(release: Release, today: string): boolean {
  return ageInDays(release, today) > STALE_DAYS;
}

/** What the release is called beside its date: `dm+d 8.2.0`. Some have no name but their date. */
export function shortName({ release, release_date }: Release): string {
  return release === release_date ? "dm+d" : `dm+d ${release.split("_")[0]}`;
}
