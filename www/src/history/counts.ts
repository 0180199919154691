import type { Entry } from "./entries.js";

/** Entries of the same code, batch and expiry, counted: what a stock-take writes down. */
export interface Line extends Omit<Entry, "id" | "serial" | "at"> {
  count: number;
}

export function counted(entries: Entry[]): Line[] {
  const lines = new Map<string, Line>();
  for (const { id: _, serial: __, at: ___, ...entry } of entries) {
    const key = JSON.stringify([entry.code, entry.packId, entry.batch, entry.expiry]);
    const line = lines.get(key);
    if (line) line.count += 1;
    else lines.set(key, { ...entry, count: 1 });
  }
  return [...lines.values()];
}
