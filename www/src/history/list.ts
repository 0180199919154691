// The list of rows: the newest first, each once, however many tabs write it.
import type { Entry } from "./entries.js";

/** How many rows are shown at once: a page with twenty thousand would take seconds to appear. */
export const PAGE_SIZE = 100;

/** What a tab did to the rows. */
export type Change = { is: "put"; entries: Entry[] } | { is: "cleared"; oldest: string; newest: string };

/** Both lists in one; of a row that is in both, the later list has the later state. */
export function merged(earlier: Entry[], later: Entry[]): Entry[] {
  const split = olderThan(later.at(-1), earlier);
  const together = [...later, ...without(earlier.slice(0, split), later)];
  return together.sort((a, b) => (a.key < b.key ? 1 : -1)).concat(earlier.slice(split));
}

/** Where in a list the rows begin that are older than this one: a new scan has none to be sorted among. */
function olderThan(entry: Entry | undefined, entries: Entry[]): number {
  const place = entry ? entries.findIndex(({ key }) => key < entry.key) : 0;
  return place < 0 ? entries.length : place;
}

/** The rows that are not in the other list. */
export function without(entries: Entry[], others: Entry[]): Entry[] {
  const keys = new Set(others.map(({ key }) => key));
  return entries.filter(({ key }) => !keys.has(key));
}

export function changed(entries: Entry[], change: Change): Entry[] {
  if (change.is === "put") return merged(entries, change.entries);
  return entries.filter(({ key }) => key < change.oldest || key > change.newest);
}
