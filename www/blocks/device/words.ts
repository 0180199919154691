// Numbers, days and the age of a release as words. The sentences of warnings are in `release.ts`.

const LONG = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const PLURALS = new Intl.PluralRules("en-GB");
const NUMBER = new Intl.NumberFormat("en-GB");
const DAY_MS = 86_400_000;

export const longDate = (day: string): string => LONG.format(new Date(day));
export const number = (value: number): string => NUMBER.format(value);

export function count(value: number, one: string, many = `${one}s`): string {
  return `${number(value)} ${PLURALS.select(value) === "one" ? one : many}`;
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** Formats a duration in days, months or years, as coarse as people say it. */
export function duration(days: number): string {
  if (days < 60) return count(days, "day");
  if (days < 730) return count(Math.floor(days / 30.44), "month");
  return count(Math.floor(days / 365.25), "year");
}

/** The version of a release, and the day on which it was published. */
interface Dated {
  release: string;
  release_date: string;
}

/**
 * dm+d is published every week; two missed releases are worth a warning (`OLD_AFTER_DAYS` of the
 * core).
 */
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

/** Computes the short name of a release: `dm+d 8.2.0`, or `dm+d` if it has only a date. */
export function shortName({ release, release_date }: Dated): string {
  return release === release_date ? "dm+d" : `dm+d ${release.split("_")[0]}`;
}
