// Warnings about the data, which apply to every answer.
import type { Gap } from "pack-lookup/core";

import { daysBetween, duration, longDate } from "../format.js";
import { ageInDays, isClockBehind, isStale, type Release } from "./release.js";

export type DataWarningKind = "damaged" | "demonstration" | "partial" | "stale" | "clock";

interface DataWarning {
  kind: DataWarningKind;
  about: "data";
  tone: "caution" | "danger";
  text: string;
}

export function dataWarnings(release: Release, today: string): DataWarning[] {
  const warning = (kind: DataWarningKind, text: string): DataWarning => ({ kind, about: "data", tone: "caution", text });
  return [
    ...(release.damaged ? [{ ...warning("damaged", DAMAGED), tone: "danger" as const }] : []),
    ...(release.demo ? [warning("demonstration", "Demonstration data: these packs are made up. No real box has their codes")] : []),
    ...(release.gaps.length > 0 ? [warning("partial", gapsText(release))] : []),
    ...(isStale(release, today) ? [warning("stale", `The data is ${duration(ageInDays(release, today))} old`)] : []),
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
};

export function gapsText({ gaps }: Release): string {
  return `Incomplete data: ${gaps.map((gap) => GAPS[gap] ?? "part of the release is missing").join("; ")}`;
}

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
