// The history as files. Every doubt that came with an answer is in its row.
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

/** RFC 4180, with the byte order mark by which spreadsheets recognise UTF-8. */
export function toCsv(entries: Entry[]): string {
  const head = COLUMNS.map(({ name }) => name);
  const rows = entries.map((entry) => COLUMNS.map((column) => quoted((column.isCode ? codeCell : textCell)(column.of(entry)))));
  return `\ufeff${[head, ...rows].map((row) => `${row.join(",")}\r\n`).join("")}`;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** More than a text in a formula may have. */
const TOO_LONG = 255;

/**
 * Spreadsheets take digits for numbers, drop their zeros and round what has more than fifteen of them, and take
 * `3-4` for a date. A formula that is nothing but a text is the one form in which they leave all of it alone.
 */
function codeCell(code: string): string {
  if (code === "" || code.length > TOO_LONG) return textCell(code);
  return `="${code.replaceAll('"', '""')}"`;
}

/** A barcode is input from outside: spreadsheets must not take a text like `=1+1` for a formula. */
function textCell(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** For programs: texts as they are, lists as lists, `null` for what is not there. */
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
