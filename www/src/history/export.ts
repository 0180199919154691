// Exports the history as files. Each row has all warnings of its answer.
import { count } from "../format.js";
import type { Entry } from "./entries.js";

export type Format = "xlsx" | "csv" | "json";

interface File {
  type: string;
  write(entries: Entry[]): Promise<BlobPart> | BlobPart;
}

export const files: Record<Format, File> = {
  xlsx: {
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    write: toXlsx,
  },
  csv: { type: "text/csv", write: toCsv },
  json: { type: "application/json", write: toJson },
};

/** Writes CSV by RFC 4180. It starts with the byte order mark by which spreadsheets recognise UTF-8. */
export function toCsv(entries: Entry[]): string {
  const head = COLUMNS.map(({ name }) => name);
  let csv = `\ufeff${head.join(",")}\r\n`;
  for (const entry of entries) csv += `${COLUMNS.map((column) => csvCell(column, entry)).join(",")}\r\n`;
  return csv;
}

function csvCell(column: Column, entry: Entry): string {
  const text = column.textOf(entry);
  return quoted(column.isCode ? codeCell(text) : textCell(text));
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

/** A column, with a name for people. */
export interface Column {
  name: string;
  means: string;
  /** Whether the values are codes that look like numbers. */
  isCode?: true;
  textOf(entry: Entry): string;
}

export const COLUMNS: Column[] = [
  { name: "scanned_at", means: "the time of the lookup, in UTC", textOf: ({ at }) => new Date(at).toISOString() },
  { name: "gtin", means: "the code that you scanned or typed", isCode: true, textOf: ({ code }) => code },
  { name: "pack_id", means: "the AMPP code of the pack in dm+d", isCode: true, textOf: ({ packId = "" }) => packId },
  { name: "name", means: "the name of the pack in dm+d", textOf: ({ name = "" }) => name },
  { name: "batch", means: "the batch on the box", isCode: true, textOf: ({ batch = "" }) => batch },
  { name: "serial", means: "the serial number on the box", isCode: true, textOf: ({ serial = "" }) => serial },
  { name: "expiry", means: "the expiry date on the box, year first", textOf: ({ expiry = "" }) => expiry },
  { name: "outcome", means: "pack: one pack; reused: several packs have had the code, and you chose none; unknown: no pack has the code", textOf: ({ outcome }) => outcome },
  { name: "chosen", means: "whether you chose the pack from several with the same code", textOf: chosen },
  { name: "doubts", means: "all warnings about the answer", textOf: ({ doubts }) => doubts.map(({ text }) => text).join("; ") },
  { name: "release", means: "the dm+d release of the answer", textOf: releaseOf },
];

function chosen(entry: Entry): string {
  const among = chosenAmong(entry);
  return among ? `chosen by hand among ${count(among.length, "pack")}` : "";
}

/** Returns the packs among which the person chose, or `undefined`. */
function chosenAmong({ outcome, among }: Entry): string[] | undefined {
  return outcome === "pack" ? among : undefined;
}

function releaseOf({ release }: Entry): string {
  return release ? `${release.name} of ${release.date}${release.demo ? ", demonstration data" : ""}` : "";
}

/** The text format of spreadsheets, which keeps digits unchanged. */
const TEXT = { type: String, format: "@" } as const;

/** Writes a spreadsheet in which every cell has the type text, so that programs need not guess types, as they do with CSV. */
export async function toXlsx(entries: Entry[]): Promise<Blob> {
  const { default: writeExcelFile } = await import("write-excel-file/browser");
  const head = COLUMNS.map(({ name }) => ({ ...TEXT, value: name, fontWeight: "bold" as const }));
  const rows = entries.map((entry) => COLUMNS.map((column) => cell(column.textOf(entry))));
  const columns = COLUMNS.map(() => ({ width: 24 }));
  return writeExcelFile([head, ...rows], { columns, stickyRowsCount: 1, sheet: "Packs" }).toBlob();
}

function cell(text: string) {
  return text ? { ...TEXT, value: escaped(text) } : null;
}

/** Escapes control characters, which XML cannot contain, as `_xHHHH_`. A text that looks like such an escape is escaped too. */
function escaped(text: string): string {
  return text.replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_").replace(/[\x00-\x1f\ufffe\uffff]/g, escapeSequence);
}

function escapeSequence(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;
}
