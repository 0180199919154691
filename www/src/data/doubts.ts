// Warnings about the data, which apply to every answer.
import type { Gap } from "pack-lookup/core";

import { daysBetween, duration, longDate } from "../words.js";
import { ageInDays, isClockBehind, isStale, type Release } from "./release.js";

export type DataKind = "damaged" | "demonstration" | "partial" | "stale" | "clock";

interface DataDoubt {
  kind: DataKind;
  about: "data";
  tone: "caution" | "danger";
  text: string;
}

export function dataDoubts(release: Release, today: string): DataDoubt[] {
  const doubt = (kind: DataKind, text: string): DataDoubt => ({ kind, about: "data", tone: "caution", text });
  return [
    ...(release.damaged ? [{ ...doubt("damaged", DAMAGED), tone: "danger" as const }] : []),
    ...(release.demo ? [doubt("demonstration", "Demonstration data: these packs are invented, and no real box carries their codes")] : []),
    ...(release.gaps.length > 0 ? [doubt("partial", partialWords(release))] : []),
    ...(isStale(release, today) ? [doubt("stale", `The data is ${duration(ageInDays(release, today))} old`)] : []),
    ...(isClockWrong(release, today) ? [doubt("clock", clockWords(release, today))] : []),
  ];
}

const DAMAGED = "The data on this device is damaged: this answer may be wrong";

/** The effect of each gap, for people who read an answer. */
const GAPS: Record<Gap, string> = {
  no_gtin_file: "no barcode is known",
  no_lookup_file: "legal categories and flags read as usually published",
  no_vmp_file: "names of generic packs stand for those of generic products",
  no_vmpp_file: "names of packs stand for generic names",
  mixed_weeks: "its files are of different weeks, and what belongs together may be missing or wrong",
  two_files_of_a_kind: "one of two files of a kind was left out",
};

export function partialWords({ gaps }: Release): string {
  return `Incomplete data: ${gaps.map((gap) => GAPS[gap] ?? "part of the release was missing").join("; ")}`;
}

/** Data of this age is implausible. A device clock that is set too far ahead looks the same. */
const CLOCK_AHEAD_DAYS = 730;

function isClockWrong(release: Release, today: string): boolean {
  return isClockBehind(release, today) || ageInDays(release, today) > CLOCK_AHEAD_DAYS;
}

function clockWords(release: Release, today: string): string {
  const { release_date } = release;
  const says = `This device's clock says ${longDate(today)}`;
  if (isClockBehind(release, today)) {
    return `${says}, before the data was made (${longDate(release_date)}): no expiry can be judged`;
  }
  return `${says}, ${duration(daysBetween(release_date, today))} after the data was made: if that is wrong, so is every expiry`;
}
