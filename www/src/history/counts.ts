import type { Entry } from "./entries.js";

/** A group of entries with the same code, batch, expiry date and warnings, and their number: a line of a stock count. */
export interface Line {
  /** The newest entry of the group. */
  entry: Entry;
  count: number;
}

const known = new WeakMap<Entry[], Line[]>();

/** Returns the groups of a list. Lists are immutable, so the result is cached per list. */
export function counted(entries: Entry[]): Line[] {
  const lines = known.get(entries) ?? linesOf(entries);
  known.set(entries, lines);
  return lines;
}

function linesOf(entries: Entry[]): Line[] {
  const lines = new Map<string, Line>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const line = lines.get(key);
    if (line) line.count += 1;
    else lines.set(key, { entry, count: 1 });
  }
  return [...lines.values()];
}

/** Returns the key of a group. Packs with a warning are counted apart; warnings about the data are ignored, because they apply to all. */
function keyOf({ code, packId, batch, expiry, outcome, doubts }: Entry): string {
  const kinds = doubts.filter(({ about }) => about !== "data").map(({ kind }) => kind);
  return JSON.stringify([code, packId, batch, expiry, outcome, kinds]);
}
