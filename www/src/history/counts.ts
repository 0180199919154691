import type { Entry } from "./entries.js";

/** Entries of the same code, batch, expiry and doubts, counted: what a stock-take writes down. */
export interface Line {
  /** The newest of them. */
  entry: Entry;
  count: number;
}

const known = new WeakMap<Entry[], Line[]>();

/** Lists are replaced, never changed: each is counted once, however often it is shown. */
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

/** A pack in doubt is not counted with one that isn't. What is in doubt about the data is in doubt for all. */
function keyOf({ code, packId, batch, expiry, outcome, doubts }: Entry): string {
  const kinds = doubts.filter(({ about }) => about !== "data").map(({ kind }) => kind);
  return JSON.stringify([code, packId, batch, expiry, outcome, kinds]);
}
