// Numbers and days as words, for warnings.

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
