// The history as files. Every doubt that came with an answer is in its row.
import { count } from "../words.js";
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

/** A column of a table, in words for those who read the table. */
export interface Column {
  name: string;
  means: string;
  /** Whether it holds what looks like a number, and is none. */
  isCode?: true;
  of(entry: Entry): string;
}

export const COLUMNS: Column[] = [
  { name: "scanned_at", means: "when it was looked up, in universal time", of: ({ at }) => new Date(at).toISOString() },
  { name: "gtin", means: "the code as it was read", isCode: true, of: ({ code }) => code },
  { name: "pack_id", means: "the pack: its AMPP code in dm+d", isCode: true, of: ({ packId = "" }) => packId },
  { name: "name", means: "the pack’s name in dm+d", of: ({ name = "" }) => name },
  { name: "batch", means: "the batch on the box", isCode: true, of: ({ batch = "" }) => batch },
  { name: "serial", means: "the serial number on the box", isCode: true, of: ({ serial = "" }) => serial },
  { name: "expiry", means: "the expiry on the box, year first", of: ({ expiry = "" }) => expiry },
  { name: "outcome", means: "pack; reused: the code was on several packs, and none was chosen; unknown: no pack has the code", of: ({ outcome }) => outcome },
  { name: "chosen", means: "that somebody chose the pack among those that had the code", of: chosen },
  { name: "doubts", means: "everything that cast doubt on the answer", of: ({ doubts }) => doubts.map(({ text }) => text).join("; ") },
  { name: "release", means: "the release of dm+d that answered", of: releaseOf },
];

function chosen(entry: Entry): string {
  const among = chosenAmong(entry);
  return among ? `chosen by hand among ${count(among, "pack")}` : "";
}

function chosenAmong({ outcome, among }: Entry): number | undefined {
  return outcome === "pack" ? among : undefined;
}

function releaseOf({ release }: Entry): string {
  return release ? `${release.name} of ${release.date}${release.demo ? ", demonstration data" : ""}` : "";
}

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
