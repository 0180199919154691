// The history as files. Every doubt that came with an answer is in its row.
import type { Entry } from "./entries.js";

const COLUMNS = ["scanned_at", "gtin", "pack_id", "name", "batch", "serial", "expiry", "outcome", "doubts", "release"] as const;
type Row = Record<(typeof COLUMNS)[number], string>;

function rowOf(entry: Entry): Row {
  return {
    scanned_at: new Date(entry.at).toISOString(),
    gtin: entry.code,
    pack_id: entry.packId ?? "",
    name: entry.name ?? "",
    batch: entry.batch ?? "",
    serial: entry.serial ?? "",
    expiry: entry.expiry ?? "",
    outcome: entry.outcome,
    doubts: entry.doubts.map(({ text }) => text).join("; "),
    release: entry.release ? `${entry.release.name} of ${entry.release.date}` : "",
  };
}

/** RFC 4180, with the byte order mark by which spreadsheets recognise UTF-8. */
export function toCsv(entries: Entry[]): string {
  const rows = entries.map(rowOf).map((row) => COLUMNS.map((column) => cell(row[column])));
  return `\ufeff${[COLUMNS, ...rows].map((row) => `${row.join(",")}\r\n`).join("")}`;
}

/** A barcode is input from outside: spreadsheets must not take a batch like `=1+1` for a formula. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function toJson(entries: Entry[]): string {
  return JSON.stringify(entries.map(rowOf), null, 2);
}
