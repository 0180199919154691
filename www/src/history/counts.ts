import type { Entry } from "./entries.js";

/** Entries of the same code, batch and expiry, counted: what a stock-take writes down. */
export interface Line extends Omit<Entry, "key" | "serial"> {
  count: number;
}

export function counted(entries: Entry[]): Line[] {
  const lines = new Map<string, Line>();
  for (const { key: _, serial: __, ...entry } of entries) {
    const key = JSON.stringify([entry.code, entry.packId, entry.batch, entry.expiry]);
    const line = lines.get(key);
    if (line) line.count += 1;
    else lines.set(key, { ...entry, count: 1 });
  }
  return [...lines.values()];
}
