import { FORMAT, type Gap } from "pack-lookup/core";

import { daysBetween } from "../words.js";

/** What `/dataset.json` says of the dataset that the server offers. */
export interface Release {
  /** Where its bytes are, in gzip; without `.gz` behind it in the encoding that is negotiated. The path holds the digest, so that
   * it never changes its content. */
  url: string;
  /** SHA-256 of the bytes, in hex. */
  sha256: string;
  bytes: number;
  /** How many bytes come over the network in the best encoding, which nearly every browser takes. */
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
  /** From which earlier releases a few kilobytes lead here. */
  updates?: Update[];
  /** Found on this device, never said by a server: the bytes are not those that were published. */
  damaged?: true;
  /** Made on this device, of a release that somebody had. */
  own?: true;
}

/** The rows in which a release differs from an earlier one: `applyUpdate` makes the one of the other. */
export interface Update {
  /** SHA-256 of the bytes of the earlier release, in hex. */
  from: string;
  /** Where the update is, in gzip. */
  url: string;
  /** SHA-256 of the update itself, in hex. */
  sha256: string;
  bytes: number;
  download_bytes: number;
}

/** The first format had no number in `/dataset.json`, and no gaps. */
const BEFORE_NUMBERS = { format: 1, gaps: [] };

/** What a server said, if it is a release at all: whoever signs in to a wireless network is sent other pages. */
export function readRelease(said: unknown): Release {
  const release = { ...BEFORE_NUMBERS, ...(said as Release) };
  const isRelease = [release.url, release.sha256, release.release, release.release_date].every((text) => typeof text === "string");
  if (!isRelease || !(release.bytes > 0)) throw new Error("the server's answer is no release");
  delete release.damaged;
  return release;
}

/** The update that leads from the release of this device to an offered one. One's own release has none: it was never published. */
export function updateFrom(known: Release | undefined, { updates }: Release): Update | undefined {
  if (!known || known.own || !Array.isArray(updates)) return undefined;
  return updates.find((update) => update?.from === known.sha256 && typeof update.url === "string" && update.bytes > 0);
}

export function isReadable({ format }: Release): boolean {
  return format === FORMAT;
}

export function needsNewerPage({ format }: Release): boolean {
  return format > FORMAT;
}

/** How an offered release stands to the one that is known here. */
export type Standing = "first" | "same" | "later" | "reissued" | "older" | "real" | "demonstration";

export function standing(offered: Release, known: Release | undefined): Standing {
  if (!known) return "first";
  if (offered.sha256 === known.sha256) return "same";
  if (offered.demo !== known.demo) return offered.demo ? "demonstration" : "real";
  if (offered.release_date === known.release_date) return "reissued";
  return offered.release_date > known.release_date ? "later" : "older";
}

/** Who brought a release of their own wants a later one at most, and hears of nothing else. */
export function isWorthSaying(standing: Standing, inUse: Release | undefined): boolean {
  return standing !== "same" && (!inUse?.own || standing === "later" || standing === "real");
}

/** Where nothing else can be used, these are taken; an older release or invented packs only when somebody says so. */
export function isTakenUnasked(standing: Standing): boolean {
  return standing !== "older" && standing !== "demonstration";
}

/** dm+d is published every week; two missed ones are worth a warning. */
const STALE_DAYS = 14;

export function ageInDays(release: Release, today: string): number {
  return daysBetween(release.release_date, today);
}

export function isStale(release: Release, today: string): boolean {
  return ageInDays(release, today) > STALE_DAYS;
}

/** Time zones make a day of difference; more is a clock that was never set. */
const ZONES_DAYS = 1;

export function isClockBehind(release: Release, today: string): boolean {
  return ageInDays(release, today) < -ZONES_DAYS;
}

/** What the release is called beside its date: `dm+d 8.2.0`. Some have no name but their date. */
export function shortName({ release, release_date }: Release): string {
  return release === release_date ? "dm+d" : `dm+d ${release.split("_")[0]}`;
}
