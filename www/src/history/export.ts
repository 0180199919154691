// Exports the history as files. Each row has all warnings of its answer.
import { PACK_ID, toCsv, toXlsx, type Column } from "../export/tables.js";
import { count } from "../common/format.js";
import { printedParts } from "../lookup/printed.js";
import { doubtsNow, type Now, type Entry } from "./entries.js";

export type Format = "xlsx" | "csv" | "json";

interface File {
  type: string;
  /** Writes rows with their warnings as of now. */
  write(entries: Entry[], now: Now): Promise<BlobPart> | BlobPart;
}

export const files: Record<Format, File> = {
  xlsx: {
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    write: (entries, now) => toXlsx(COLUMNS, asOf(entries, now)),
  },
  csv: { type: "text/csv", write: (entries, now) => toCsv(COLUMNS, asOf(entries, now)) },
  json: { type: "application/json", write: toJson },
};

/** Writes JSON for programs: texts unchanged, lists as arrays, and `null` for missing values. */
function toJson(entries: Entry[], now: Now): string {
  return JSON.stringify(asOf(entries, now).map(recordOf), null, 2);
}

/** Completes rows with the warnings that came after their scans, such as warnings of recalls. */
const asOf = (entries: Entry[], now: Now): Entry[] =>
  entries.map((entry) => ({ ...entry, doubts: doubtsNow(entry, now) }));

function recordOf(entry: Entry) {
  const {
    at,
    code,
    packId,
    name,
    batch,
    serial,
    expiry,
    outcome,
    doubts,
    release,
    note,
    request,
    printed,
  } = entry;
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
    own_note: note ? { pack_id: note.packId, name: note.name } : null,
    read_from_print: printedParts(request, printed),
  };
}

export const COLUMNS: Column<Entry>[] = [
  {
    name: "scanned_at",
    means: "the time of the lookup, in UTC",
    textOf: ({ at }) => new Date(at).toISOString(),
  },
  {
    name: "gtin",
    means: "the code that you scanned or typed",
    isCode: true,
    textOf: ({ code }) => code,
  },
  PACK_ID,
  { name: "name", means: "the name of the pack in dm+d", textOf: ({ name = "" }) => name },
  { name: "batch", means: "the batch on the box", isCode: true, textOf: ({ batch = "" }) => batch },
  {
    name: "serial",
    means: "the serial number on the box",
    isCode: true,
    textOf: ({ serial = "" }) => serial,
  },
  {
    name: "expiry",
    means: "the expiry date on the box, year first",
    textOf: ({ expiry = "" }) => expiry,
  },
  {
    name: "outcome",
    means:
      "pack: one pack; reused: several packs have had the code, and you chose none; unknown: no pack has the code",
    textOf: ({ outcome }) => outcome,
  },
  {
    name: "chosen",
    means: "whether you chose the pack from several with the same code",
    textOf: chosen,
  },
  {
    name: "doubts",
    means: "all warnings about the answer",
    textOf: ({ doubts }) => doubts.map(({ text }) => text).join("; "),
  },
  { name: "release", means: "the dm+d release of the answer", textOf: releaseOf },
  {
    name: "own_note_pack_id",
    means: "the AMPP code of the pack in your own note, which is not from dm+d",
    isCode: true,
    textOf: ({ note }) => note?.packId ?? "",
  },
  {
    name: "own_note_name",
    means: "the name of the pack in your own note",
    textOf: ({ note }) => note?.name ?? "",
  },
  {
    name: "read_from_print",
    means: "what was read from the print on the box, and not from a barcode: pack, expiry or batch",
    textOf: ({ request, printed }) => printedParts(request, printed).join("; "),
  },
];

function chosen(entry: Entry): string {
  const among = chosenAmong(entry);
  return among ? `chosen by hand among ${count(among.length, "pack")}` : "";
}

/** Finds the packs among which the person chose, or `undefined`. */
function chosenAmong({ outcome, among }: Entry): string[] | undefined {
  return outcome === "pack" ? among : undefined;
}

function releaseOf({ release }: Entry): string {
  return release
    ? `${release.name} of ${release.date}${release.demo ? ", demonstration data" : ""}`
    : "";
}
