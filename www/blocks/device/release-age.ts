// The age and the name of a release.
import { daysBetween } from "./words.js";

/** The version of a release, and the day on which it was published. */
interface Dated {
  release: string;
  release_date: string;
}

/** dm+d is published every week; two missed releases are worth a warning (`OLD_AFTER_DAYS` of the core). */
const OLD_AFTER_DAYS = 14;

export function ageInDays(release: Dated, today: string): number {
  return daysBetween(release.release_date, today);
}

export function isOld(release: Dated, today: string): boolean {
  return ageInDays(release, today) >= OLD_AFTER_DAYS;
}

/** Time zones make a difference of one day. A larger one means that the device clock is wrong. */
const TIME_ZONE_DAYS = 1;

export function isClockBehind(release: Dated, today: string): boolean {
  return ageInDays(release, today) < -TIME_ZONE_DAYS;
}

/** Returns the short name of a release: `dm+d 8.2.0`, or `dm+d` if it has only a date. */
export function shortName({ release, release_date }: Dated): string {
  return release === release_date ? "dm+d" : `dm+d ${release.split("_")[0]}`;
}
