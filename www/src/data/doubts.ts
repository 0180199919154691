// What casts doubt on every answer, because it casts doubt on the data.
import { daysBetween, duration, longDate } from "../words.js";
import { ageInDays, isStale, type Release } from "./release.js";

export type DataKind = "demonstration" | "stale" | "clock";

interface DataDoubt {
  kind: DataKind;
  about: "data";
  tone: "caution" | "danger";
  text: string;
}

export function dataDoubts(release: Release, today: string): DataDoubt[] {
  const doubt = (kind: DataKind, text: string): DataDoubt => ({ kind, about: "data", tone: "caution", text });
  return [
    ...(release.demo ? [doubt("demonstration", "Demonstration data: these packs are invented, and no real box carries their codes")] : []),
    ...(isStale(release, today) ? [doubt("stale", `The data is ${duration(ageInDays(release, today))} old`)] : []),
    ...(isClockBehind(release, today) ? [doubt("clock", clockWords(release, today))] : []),
  ];
}

/** Time zones make a day of difference; more is a clock that was never set. */
const ZONES_DAYS = 1;

function isClockBehind({ release_date }: Release, today: string): boolean {
  return daysBetween(today, release_date) > ZONES_DAYS;
}

function clockWords({ release_date }: Release, today: string): string {
  return `This device's clock says ${longDate(today)}, before the data was made (${longDate(release_date)}): no expiry can be judged`;
}
