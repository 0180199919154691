// Files of notes: JSON to move them to another device, and CSV to read them.
import { hasValidCheckDigit, toGtin14 } from "blocks/gtin.js";

import { type Column, toCsv } from "../export/tables.js";
import { isDay, latestEnd, MAX_MONTHS, MAX_REMARK, type Note, remarkOf } from "./note.js";

const KIND = "pack-lookup-notes";
const VERSION = 1;

/** Limits of a file: no device has more notes, and a large file must not block the page. */
const MAX_BYTES = 1_000_000;
const MAX_NOTES = 2_000;

export type NoteFormat = "json" | "csv";

export const noteFiles: Record<
  NoteFormat,
  { type: string; write(notes: readonly Note[]): string }
> = {
  json: { type: "application/json", write: toJson },
  csv: { type: "text/csv", write: (notes) => toCsv(COLUMNS, notes) },
};

function toJson(notes: readonly Note[]): string {
  return JSON.stringify({ kind: KIND, version: VERSION, notes: notes.map(recordOf) }, null, 2);
}

function recordOf({ gtin, packId, name, madeOn, endsOn, remark, release, ended }: Note) {
  return {
    gtin,
    pack_id: packId,
    name,
    made_on: madeOn,
    ends_on: endsOn,
    remark: remark ?? null,
    release,
    ended: ended ? { on: ended.on, because: ended.because } : null,
  };
}

const COLUMNS: Column<Note>[] = [
  { name: "gtin", means: "the code", isCode: true, textOf: ({ gtin }) => gtin },
  {
    name: "pack_id",
    means: "the AMPP code of the pack",
    isCode: true,
    textOf: ({ packId }) => packId,
  },
  {
    name: "name",
    means: "the name of the pack when you made the note",
    textOf: ({ name }) => name,
  },
  { name: "made_on", means: "the day on which you made the note", textOf: ({ madeOn }) => madeOn },
  { name: "ends_on", means: "the last day of the note", textOf: ({ endsOn }) => endsOn },
  {
    name: "ended_on",
    means: "the day on which the note ended early",
    textOf: ({ ended }) => ended?.on ?? "",
  },
  { name: "remark", means: "your remark", textOf: ({ remark = "" }) => remark },
  {
    name: "release",
    means: "the dm+d release from which you chose the pack",
    textOf: ({ release }) =>
      `${release.name} of ${release.date}${release.demo ? ", demonstration data" : ""}`,
  },
];

/** A note of a file that was not read, with the reason. */
export interface Rejected {
  label: string;
  reason: string;
}

/** The notes of a file. They have no `id` before they are imported. */
export interface NotesOfFile {
  notes: Omit<Note, "id">[];
  rejected: Rejected[];
}

/** Reads a file of notes. Each invalid note has its reason. */
export function readNotes(text: string): NotesOfFile {
  const found: NotesOfFile = { notes: [], rejected: [] };
  for (const [at, record] of recordsOf(text).entries()) {
    const note = noteOf(record);
    if (typeof note === "string") found.rejected.push({ label: labelOf(record, at), reason: note });
    else found.notes.push(note);
  }
  return found;
}

function recordsOf(text: string): unknown[] {
  if (text.length > MAX_BYTES) throw new Error("The file is larger than 1 MB");
  const file = parsed(text);
  if (!isObject(file) || file.kind !== KIND || !Array.isArray(file.notes))
    throw new Error("The file is not an export of notes from this page");
  if (file.version !== VERSION) throw new Error("Another version of the page made the file");
  if (file.notes.length > MAX_NOTES) throw new Error(`The file has more than ${MAX_NOTES} notes`);
  return file.notes;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("The file is not JSON");
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const labelOf = (record: unknown, at: number): string =>
  isObject(record) && typeof record.gtin === "string"
    ? `Note ${at + 1}, code ${record.gtin.slice(0, 20)}`
    : `Note ${at + 1}`;

const isText = (limit: number) => (value: unknown) =>
  typeof value === "string" && value.length > 0 && value.length <= limit;
const isDayText = (value: unknown) => typeof value === "string" && isDay(value);
const isRemark = (value: unknown) =>
  value === null ||
  (typeof value === "string" && value.length <= MAX_REMARK && remarkOf(value) === value);

/** The maximum length of a text of dm+d, in bytes. */
const MAX_TEXT = 2048;

type Shape = Record<string, (value: unknown) => boolean>;

const RELEASE: Shape = {
  name: isText(100),
  date: isDayText,
  demo: (value) => typeof value === "boolean",
};
const END: Shape = {
  on: isDayText,
  because: (value) => value === "register" || value === "replaced",
};
const NOTE: Shape = {
  gtin: (value) => typeof value === "string" && /^\d{14}$/.test(value),
  pack_id: (value) => typeof value === "string" && /^\d{6,18}$/.test(value),
  name: isText(MAX_TEXT),
  made_on: isDayText,
  ends_on: isDayText,
  remark: isRemark,
  release: (value) => shapeProblem(value, RELEASE) === undefined,
  ended: (value) => value === null || shapeProblem(value, END) === undefined,
};

/** Says why a value does not have exactly the fields of a shape, or `undefined`. */
function shapeProblem(value: unknown, shape: Shape): string | undefined {
  if (!isObject(value)) return "It is not a note";
  const unknown = Object.keys(value).find((field) => !Object.hasOwn(shape, field));
  if (unknown !== undefined) return `The field “${unknown.slice(0, 40)}” is unknown`;
  const invalid = Object.keys(shape).find((field) => !shape[field]?.(value[field]));
  return invalid === undefined ? undefined : `The field “${invalid}” is not valid`;
}

interface NoteRecord {
  gtin: string;
  pack_id: string;
  name: string;
  made_on: string;
  ends_on: string;
  remark: string | null;
  release: Note["release"];
  ended: Note["ended"] | null;
}

/** Reads a note, or says why the record is not one. */
function noteOf(record: unknown): Omit<Note, "id"> | string {
  const problem = shapeProblem(record, NOTE);
  if (problem) return problem;
  const {
    gtin,
    pack_id: packId,
    name,
    made_on: madeOn,
    ends_on: endsOn,
    remark,
    release,
    ended,
  } = record as NoteRecord;
  if (!hasValidCheckDigit(gtin)) return "The check digit of the code is wrong";
  if (endsOn > latestEnd(madeOn)) return `The note lasts more than ${MAX_MONTHS} months`;
  return {
    gtin: toGtin14(gtin),
    packId,
    name,
    madeOn,
    endsOn,
    release,
    ...(remark && { remark }),
    ...(ended && { ended }),
  };
}
