// The list of history rows: the newest first, without duplicates, also if several tabs write.
import type { Entry } from "./entries.js";

/** The number of rows that are shown at once. A page with 20,000 rows would take seconds to render. */
export const PAGE_SIZE = 100;

/** A change of the rows by a tab. */
export type Change = { is: "put"; entries: Entry[] } | { is: "cleared"; oldest: string; newest: string };

/** Merges two lists. If both have a row, the later list has its newer state. */
export function mergeEntries(earlier: Entry[], later: Entry[]): Entry[] {
  const split = olderThan(later.at(-1), earlier);
  const together = [...later, ...without(earlier.slice(0, split), later)];
  return together.sort((a, b) => (a.key < b.key ? 1 : -1)).concat(earlier.slice(split));
}

/** Returns the index of the first older row. A new scan is usually the newest, so nothing needs sorting. */
function olderThan(entry: Entry | undefined, entries: Entry[]): number {
  const place = entry ? entries.findIndex(({ key }) => key < entry.key) : 0;
  return place < 0 ? entries.length : place;
}

/** Returns the rows that are not in the other list. */
export function without(entries: Entry[], others: Entry[]): Entry[] {
  const keys = new Set(others.map(({ key }) => key));
  return entries.filter(({ key }) => !keys.has(key));
}

export function applyChange(entries: Entry[], change: Change): Entry[] {
  if (change.is === "put") return mergeEntries(entries, change.entries);
  return entries.filter(({ key }) => key < change.oldest || key > change.newest);
}
