// A person's own note. It ties a code that the register does not know to a pack, on this device and
// until a day. All rules about notes are here.
import { addMonths, longDate } from "../common/format.js";

interface NoteRelease {
  name: string;
  date: string;
  demo: boolean;
}

export interface Note {
  /** A unique key that sorts by time. */
  id: string;
  /** The GTIN in 14 digits. */
  gtin: string;
  /** The AMPP code in digits. */
  packId: string;
  /** The name of the pack when the note was made. */
  name: string;
  /** The local day, `YYYY-MM-DD`. */
  madeOn: string;
  /** The last day on which the note is used. */
  endsOn: string;
  remark?: string;
  /** The release from which the person chose the pack. */
  release: NoteRelease;
  ended?: NoteEnd;
}

/** The end of a note before its last day. */
interface NoteEnd {
  on: string;
  because: "register" | "replaced";
  /** Whether the register has the code on another pack. */
  differs?: true;
  /** The time of the answer that warned of the other pack. */
  warnedAt?: number;
}

/** The time for which a note is used, in months. */
export const DEFAULT_MONTHS = 6;
export const MAX_MONTHS = 24;

/** The maximum length of a remark, in characters. */
export const MAX_REMARK = 200;

export const latestEnd = (madeOn: string): string => addMonths(madeOn, MAX_MONTHS);

/** Says why a note cannot end on a day, or `undefined`. */
export function endProblem(endsOn: string, madeOn: string, today: string): string | undefined {
  if (!isDay(endsOn)) return "The end date is not a date";
  if (endsOn < today) return "The end date is in the past";
  const latest = latestEnd(madeOn);
  return endsOn > latest
    ? `A note lasts at most ${MAX_MONTHS} months. The latest end date is ${longDate(latest)}`
    : undefined;
}

/** Reports whether a text is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Makes a remark on one line, or `undefined` if it is empty. */
export function remarkOf(text: string): string | undefined {
  return (
    text
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim()
      .slice(0, MAX_REMARK) || undefined
  );
}

/** When and with which data notes are used. */
export interface NoteContext {
  today: string;
  /** Whether the data is demonstration data. A note belongs to real or to demonstration packs. */
  demo: boolean;
}

/** Reports whether a note is used. A clock that is behind must not prolong a note. */
export function isUsable(
  { madeOn, endsOn, release, ended }: Note,
  { today, demo }: NoteContext,
): boolean {
  return !ended && madeOn <= today && today <= endsOn && release.demo === demo;
}

/** Finds the notes of a GTIN in 14 digits that are used. */
export function usableNotes(notes: readonly Note[], gtin: string, context: NoteContext): Note[] {
  return notes.filter((note) => note.gtin === gtin && isUsable(note, context));
}

/** Reports whether notes tie a code to different packs. Then no note is used. */
export const differ = (notes: readonly Note[]): boolean =>
  new Set(notes.map(({ packId }) => packId)).size > 1;

/**
 * Finds the notes that end because the register knows their code. `packIdsOf` returns the packs
 * that the register has for a GTIN.
 */
export function endedByRegister(
  notes: readonly Note[],
  { today, demo }: NoteContext,
  packIdsOf: (gtin: string) => string[],
): Note[] {
  return notes.flatMap((note) => {
    const packIds = note.ended || note.release.demo !== demo ? [] : packIdsOf(note.gtin);
    if (packIds.length === 0) return [];
    const differs = packIds.some((packId) => packId !== note.packId);
    return [
      { ...note, ended: { on: today, because: "register" as const, ...(differs && { differs }) } },
    ];
  });
}

/**
 * Finds the notes of a code that the register has on another pack. The answer to one request,
 * which `at` identifies, warns of it.
 */
export function notesToWarnOf(notes: readonly Note[], gtin: string, at: number): Note[] {
  return notes.filter(
    (note) => note.gtin === gtin && note.ended?.differs && (note.ended.warnedAt ?? at) === at,
  );
}

export type NoteChange = { is: "put"; notes: Note[] } | { is: "deleted"; ids: string[] };

/** Applies a change, and sorts the newest note first. */
export function applyChange(notes: readonly Note[], change: NoteChange): Note[] {
  const ids = new Set(change.is === "put" ? change.notes.map(({ id }) => id) : change.ids);
  const others = notes.filter(({ id }) => !ids.has(id));
  return change.is === "put"
    ? [...change.notes, ...others].sort((a, b) => (a.id < b.id ? 1 : -1))
    : others;
}
