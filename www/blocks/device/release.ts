// A release of the data: its description, its age, and the warnings about it that apply to every
// answer.
import { FORMAT, type Gap } from "pack-lookup/core";

import { ageInDays, isClockBehind, isOld, daysBetween, duration, longDate } from "./words.js";
import type { Comparison, DataWarning, Release, Update } from "./types.js";

/** The values of `/dataset.json` in its first version, which lacked format and gaps. */
const DEFAULTS = { format: 1, gaps: [] };

/**
 * Validates the server's description of a release. A sign-in page of a wireless network answers
 * with something else.
 */
export function readRelease(json: unknown): Release {
  const release = { ...DEFAULTS, ...(json as Release) };
  const isRelease = [release.url, release.sha256, release.release, release.release_date].every(
    (text) => typeof text === "string",
  );
  if (!isRelease || !(release.bytes > 0)) throw new Error("the server's answer is not a release");
  delete release.damaged;
  return release;
}

/**
 * Finds the update from the release of this device to an offered one. An imported release has no
 * update, because it was never published.
 */
export function updateFrom(stored: Release | undefined, { updates }: Release): Update | undefined {
  if (!stored || stored.own || !Array.isArray(updates)) return undefined;
  return updates.find(
    (update) =>
      update?.from === stored.sha256 && typeof update.url === "string" && update.bytes > 0,
  );
}

export function isReadable({ format }: Release): boolean {
  return format === FORMAT;
}

export function needsNewerPage({ format }: Release): boolean {
  return format > FORMAT;
}

export function compareRelease(offered: Release, stored: Release | undefined): Comparison {
  if (!stored) return "first";
  if (offered.sha256 === stored.sha256) return "same";
  if (offered.demo !== stored.demo) return offered.demo ? "demonstration" : "real";
  if (offered.release_date === stored.release_date) return "reissued";
  return offered.release_date > stored.release_date ? "later" : "older";
}

/**
 * Reports whether an offer is shown. A person with an imported release is only offered a later or a
 * real one.
 */
export function isWorthOffering(compareRelease: Comparison, current: Release | undefined): boolean {
  return (
    compareRelease !== "same" &&
    (!current?.own || compareRelease === "later" || compareRelease === "real")
  );
}

/**
 * Reports whether a release is installed without asking, if no usable data is present. Older and
 * demonstration data need consent.
 */
export function canInstallUnasked(compareRelease: Comparison): boolean {
  return compareRelease !== "older" && compareRelease !== "demonstration";
}

export type DataWarningKind = DataWarning["kind"];

export function dataWarnings(release: Release, today: string): DataWarning[] {
  const warning = (kind: DataWarningKind, text: string): DataWarning => ({
    kind,
    about: "data",
    tone: "caution",
    text,
  });
  return [
    ...(release.damaged ? [{ ...warning("damaged", DAMAGED), tone: "danger" as const }] : []),
    ...(release.demo
      ? [
          warning(
            "demonstration",
            "Demonstration data: these packs are made up. No real box has their codes",
          ),
        ]
      : []),
    ...(release.gaps.length > 0 ? [warning("partial", gapsText(release))] : []),
    ...(isOld(release, today)
      ? [warning("stale", `The data is ${duration(ageInDays(release, today))} old`)]
      : []),
    ...(isClockWrong(release, today) ? [warning("clock", clockText(release, today))] : []),
  ];
}

const DAMAGED = "The data on this device is damaged. This answer may be wrong";

/** The effect of each gap, for people who read an answer. */
const GAPS: Record<Gap, string> = {
  no_gtin_file: "it has no barcodes",
  no_lookup_file: "legal categories and flags may be wrong, because their list is missing",
  no_vmp_file: "generic products have the names of generic packs",
  no_vmpp_file: "generic packs have the names of packs",
  mixed_weeks: "its files are from different weeks, so data may be missing or wrong",
  two_files_of_a_kind: "it had two files of one kind, and one is ignored",
  no_vtm_file: "it has no therapeutic moieties",
  no_amp_file: "it has no products of suppliers",
  no_ingredient_file: "substances have no names",
};

/** The gaps that no code, name, price or status of a pack depends on. */
const DETAILS: Gap[] = ["no_vtm_file", "no_amp_file", "no_ingredient_file"];

/** Returns in one sentence what a release with gaps means for an answer. */
export function gapsText(release: Release): string {
  return release.gaps.every((gap) => DETAILS.includes(gap))
    ? "Some details are missing in this data. Barcodes and names are complete"
    : `Incomplete data: ${gapReasons(release).join("; ")}`;
}

/** Says what each gap means. */
export const gapReasons = ({ gaps }: Release): string[] =>
  gaps.map((gap) => GAPS[gap] ?? "part of the release is missing");

/** Data of this age is implausible. A device clock that is set too far ahead looks the same. */
const CLOCK_AHEAD_DAYS = 730;

function isClockWrong(release: Release, today: string): boolean {
  return isClockBehind(release, today) || ageInDays(release, today) > CLOCK_AHEAD_DAYS;
}

function clockText(release: Release, today: string): string {
  const { release_date } = release;
  const clock = `This device's clock says ${longDate(today)}`;
  if (isClockBehind(release, today)) {
    return `${clock}, before the data was made (${longDate(release_date)}). Expiry warnings may be wrong. Check the clock`;
  }
  return `${clock}, ${duration(daysBetween(release_date, today))} after the data was made. If the clock is wrong, expiry warnings are wrong too`;
}
