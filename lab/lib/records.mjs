// The records of a dataset as `pack-lookup export` writes them: one JSON object per line, in name
// order.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** Parses a record with pack ids as texts, because `JSON.parse` would round 16 to 18 digits. */
const parseRecord = (line) => JSON.parse(line.replaceAll(/"pack_id":(\d+)/g, '"pack_id":"$1"'));

/** Reads all records of an export. */
export async function readRecords(file) {
  const records = [];
  for await (const line of createInterface({ input: createReadStream(file) }))
    records.push(parseRecord(line));
  return records;
}

/** Pads a GTIN to 14 digits: both forms of a number are one GTIN. */
export const gtin14 = (digits) => digits.padStart(14, "0");

/** Groups a list by key, like `Map.groupBy`, which Node 20 lacks. */
export function groupBy(list, key) {
  const groups = new Map();
  for (const one of list) {
    const group = groups.get(key(one));
    if (group) group.push(one);
    else groups.set(key(one), [one]);
  }
  return groups;
}
