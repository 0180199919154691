// Exports the history as files. Each row has all warnings of its answer.
import { chosenAmong, COLUMNS } from "./columns.js";
import type { Entry } from "./entries.js";

export type Format = "xlsx" | "csv" | "json";

interface File {
  type: string;
  write(entries: Entry[]): Promise<BlobPart> | BlobPart;
}

export const files: Record<Format, File> = {
  xlsx: {
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    write: async (entries) => (await import("./spreadsheet.js")).toXlsx(entries),
  },
  csv: { type: "text/csv", write: toCsv },
  json: { type: "application/json", write: toJson },
};

/** Writes CSV by RFC 4180. It starts with the byte order mark by which spreadsheets recognise UTF-8. */
export function toCsv(entries: Entry[]): string {
  const head = COLUMNS.map(({ name }) => name);
  const rows = entries.map((entry) => COLUMNS.map((column) => quoted((column.isCode ? codeCell : textCell)(column.of(entry)))));
  return `\ufeff${[head, ...rows].map((row) => `${row.join(",")}\r\n`).join("")}`;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** In characters. A text in a formula must be shorter. */
const TOO_LONG = 255;

/**
 * Returns the cell of a code. Spreadsheets convert digits to numbers, drop leading zeros, round beyond fifteen digits, and read `3-4` as a date.
 * A formula with only a text prevents that.
 */
function codeCell(code: string): string {
  if (code === "" || code.length > TOO_LONG) return textCell(code);
  return `="${code.replaceAll('"', '""')}"`;
}

/** Returns the cell of a text. A barcode is untrusted input, so a text such as `=1+1` must not become a formula. */
function textCell(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** Writes JSON for programs: texts unchanged, lists as arrays, and `null` for missing values. */
export function toJson(entries: Entry[]): string {
  return JSON.stringify(entries.map(recordOf), null, 2);
}

function recordOf(entry: Entry) {
  const { at, code, packId, name, batch, serial, expiry, outcome, doubts, release } = entry;
  return {
    scanned_at: new Date(at).toISOString(),
    gtin: code || null,
    pack_id: packId ?? null,
    name: name ?? null,
    batch: batch ?? null,
    serial: serial ?? null,
    expiry: expiry ?? null,
    outcome,
    chosen_among: chosenAmong(entry) ?? null,
    doubts,
    release: release ?? null,
  };
}
