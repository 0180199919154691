import type { Entry } from "./entries.js";

/** A group of entries with the same code, batch, expiry date and warnings, and their number: a line of a stock count. */
export interface EntryGroup {
  /** The newest entry of the group. */
  entry: Entry;
  count: number;
}

const cache = new WeakMap<Entry[], EntryGroup[]>();

/** Returns the groups of a list. Lists are immutable, so the result is cached per list. */
export function groupEntries(entries: Entry[]): EntryGroup[] {
  const groups = cache.get(entries) ?? groupsOf(entries);
  cache.set(entries, groups);
  return groups;
}

function groupsOf(entries: Entry[]): EntryGroup[] {
  const groups = new Map<string, EntryGroup>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group) group.count += 1;
    else groups.set(key, { entry, count: 1 });
  }
  return [...groups.values()];
}

/** Returns the key of a group. Packs with a warning are counted apart; warnings about the data are ignored, because they apply to all. */
function keyOf({ code, packId, batch, expiry, outcome, doubts }: Entry): string {
  const kinds = doubts.filter(({ about }) => about !== "data").map(({ kind }) => kind);
  return JSON.stringify([code, packId, batch, expiry, outcome, kinds]);
}
