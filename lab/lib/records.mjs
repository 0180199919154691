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

/**
 * Returns the latest use of each GTIN: gtin14 → the index of the pack in `records`. The rule is
 * that of the documentation: open period, later end, later start, current pack, higher id.
 */
export function latestUses(records) {
  const latest = new Map();
  records.forEach((record, place) => {
    for (const entry of record.gtin_codes) {
      const key = gtin14(entry.gtin);
      const use = { record, entry, place };
      if (!latest.has(key) || compareUses(use, latest.get(key)) > 0) latest.set(key, use);
    }
  });
  return new Map([...latest].map(([gtin, { place }]) => [gtin, place]));
}

const isCurrent = ({ discontinued_date, invalid }) =>
  discontinued_date === null && invalid === null;

function compareUses(a, b) {
  return (
    compare(a.entry.end_date ?? "9999-99-99", b.entry.end_date ?? "9999-99-99") ||
    compare(a.entry.start_date, b.entry.start_date) ||
    compare(isCurrent(a.record), isCurrent(b.record)) ||
    compare(BigInt(a.record.pack_id), BigInt(b.record.pack_id))
  );
}

function compare(a, b) {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

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

const slug = (name) =>
  name
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replace(/[-\s]+/g, "-");
/** Returns the address of a pack, which is not stored. */
export const url = (name, id) => `/med/ampp/ampp/${slug(name)}-${id}`;
