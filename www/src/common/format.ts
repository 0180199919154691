// Formats numbers, days and categories as words.
import { longDate, number } from "blocks/device/words.js";

export { count, daysBetween, duration, longDate, number } from "blocks/device/words.js";

const SHORT = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const POUNDS = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });

export const shortDate = (day: string): string => SHORT.format(new Date(day));
export const pounds = (pence: number): string => POUNDS.format(pence / 100);
export const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

/** Formats a download size: `21 KB`, `3.1 MB`. */
export const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${number(Math.ceil(bytes / 1000))} KB` : `${megabytes(bytes)} MB`;

const SYMBOLS = new Set(["cm", "g", "kg", "l", "m", "mg", "ml", "mm"]);

/** The plural of a unit of dm+d, for sizes: `tablets`, `patches`, `suppositories`, `ml`. */
export function pluralUnit(unit: string): string {
  if (SYMBOLS.has(unit)) return unit;
  if (/(?:s|x|z|ch|sh)$/.test(unit)) return `${unit}es`;
  return /[^aeiou]y$/.test(unit) ? `${unit.slice(0, -1)}ies` : `${unit}s`;
}

/** Computes the local day, `YYYY-MM-DD`. */
export function today(now = new Date()): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** Computes the same day of a later month, or its last day if the month is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate)))
    .toISOString()
    .slice(0, 10);
}

const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** Formats a time: only the time of day for today, with the day for others. */
export function time(at: number, today_: string): string {
  const day = today(new Date(at));
  return day === today_ ? `at ${CLOCK.format(at)}` : `on ${longDate(day)} at ${CLOCK.format(at)}`;
}

const CATEGORIES: Record<string, string> = {
  POM: "Prescription-only medicine",
  P: "Pharmacy medicine",
  GSL: "General sales list",
};

export function legalCategory(category: string): string {
  const words = CATEGORIES[category];
  return words ? `${words} (${category})` : category;
}

export function period({
  start_date,
  end_date,
}: {
  start_date: string;
  end_date: string | null;
}): string {
  return end_date
    ? `${shortDate(start_date)} to ${shortDate(end_date)}`
    : `since ${shortDate(start_date)}`;
}

/** Formats an error message as a sentence. */
export const asSentence = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
