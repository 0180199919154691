// All warnings about an answer. They are shown, announced, stored in the history, and exported.
import { type DataWarningKind, dataWarnings } from "blocks/device/release.js";
import { hasValidCheckDigit, withoutSeparators } from "blocks/gtin.js";
import type { Scan } from "pack-lookup/core";

import { count, longDate, time } from "../common/format.js";
import type { WatchMatch } from "../watch/model.js";
import type { Note } from "../notes/note.js";
import { noteWarning, registerDiffersText } from "./note-wording.js";
import { ignoredWords } from "./ignored-words.js";
import {
  type CodeReused,
  MAX_QUERY_LENGTH,
  type Outcome,
  type PossibleUse,
  type Printed,
  type Request,
  reuseMessage,
  type SearchReading,
} from "./outcome.js";
import { expiryStatus } from "./pack.js";
import { describe, describeTime, isSame, type PastAnswer } from "./past-answer.js";
import { boxOf } from "./printed.js";
import type { Release } from "blocks/device/types.js";

/** The subject of a warning: the box in the hand, the medicine of the code, or the data. */
type WarningSubject = "box" | "code" | "data";

export interface Warning {
  /** A stable code. Rows of the history store it. */
  kind: Kind;
  about: WarningSubject;
  tone: "caution" | "danger";
  text: string;
}

type Kind =
  | "expired"
  | "serial_again"
  | "watched"
  | "reused"
  | "chosen"
  | "ended"
  | "not_begun"
  | "cut_off"
  | "corrected"
  | "ignored"
  | "ignored_name"
  | "partial_match"
  | "changed"
  | "digit_missing"
  | "wrong_check_digit"
  | "separator_lost"
  | "not_marked_as_gs1"
  | "by_server"
  | "own_note"
  | "note_ended"
  | "chosen_from_print"
  | "read_from_print"
  | DataWarningKind;

/**
 * Reports whether a warning is the age of the data, which the strip at the top of every view shows.
 * Cards do not repeat it.
 */
export const isOnStrip = ({ kind }: Pick<Warning, "kind">): boolean => kind === "stale";

/** The context of an answer. */
interface AnswerContext {
  release: Release;
  /** The local day, `YYYY-MM-DD`. */
  today: string;
  /** Whether the server answered, because the device has no data yet. */
  isServer?: boolean | undefined;
  /** When a box with this serial number was scanned before. */
  previousScanAt?: number | undefined;
  /** The matches with the lists of batches to watch. */
  watched?: WatchMatch[] | undefined;
  /** The earlier answer to the same request. */
  previous?: PastAnswer | undefined;
  /** The person's notes that had another pack for the code than the register has now. */
  endedNotes?: Note[] | undefined;
}

/** Finds the warnings, the most urgent first. */
export function warningsOf(request: Request, outcome: Outcome, context: AnswerContext): Warning[] {
  const {
    release,
    today,
    isServer,
    previousScanAt,
    watched = [],
    previous,
    endedNotes = [],
  } = context;
  const scan = "scan" in outcome ? outcome.scan : undefined;
  return [
    ...watched.map(watchedBatch),
    ...expired(boxOf(outcome)?.expiry, today),
    ...(previousScanAt ? serialScannedAgain(previousScanAt, today) : []),
    ...(previous ? changed(previous, outcome) : []),
    ...reused(outcome),
    ...endedNotes.map(noteEnded),
    ...ownNote(outcome),
    ...printWarnings(request, "printed" in outcome ? outcome.printed : undefined),
    ...(scan ? scanWarnings(scan, request) : []),
    ...(outcome.is === "unknown" ? digitMissing(outcome.scan, request) : []),
    ...(outcome.is === "pack" ? outsidePeriod(outcome.uses, today) : []),
    ...(request.by === "pack" ? searchWarnings(request) : []),
    ...(isServer ? [BY_SERVER] : []),
    ...dataWarnings(release, today),
  ];
}

/** The warning about every answer that is not from the data on the device. */
const BY_SERVER: Warning = {
  kind: "by_server",
  about: "data",
  tone: "caution",
  text: "Answered by the server, not by this device",
};

const watchedBatch = ({ isDanger, text }: WatchMatch): Warning => ({
  kind: "watched",
  about: "box",
  tone: isDanger ? "danger" : "caution",
  text,
});

function expired(expiry: string | undefined, today: string): Warning[] {
  const status = expiry === undefined ? undefined : expiryStatus(expiry, today);
  return status?.tone === "danger"
    ? [{ kind: "expired", about: "box", tone: "danger", text: status.text }]
    : [];
}

function serialScannedAgain(at: number, today: string): Warning[] {
  return [
    {
      kind: "serial_again",
      about: "box",
      tone: "caution",
      text: `You already scanned this serial number ${time(at, today)}`,
    },
  ];
}

function reused(outcome: Outcome): Warning[] {
  if (outcome.is === "reused") return [reusedCode(outcome)];
  if (outcome.is !== "pack" || !outcome.among) return [];
  const { tone } = reusedCode(outcome.among);
  const packs = count(outcome.among.choices.length, "pack");
  return [
    {
      kind: "chosen",
      about: "code",
      tone,
      text: `You chose this from ${packs} with the same code`,
    },
  ];
}

function reusedCode({ choices, grade }: CodeReused): Warning {
  const { title, tone } = reuseMessage(grade);
  return {
    kind: "reused",
    about: "code",
    tone,
    text: `${title} (${count(choices.length, "pack")}). Check the name on the box`,
  };
}

/** Warns that the pack on the screen is from a note, and not from the register. */
function ownNote(outcome: Outcome): Warning[] {
  return outcome.is === "unknown" && outcome.note
    ? [{ kind: "own_note", about: "code", ...noteWarning(outcome.note) }]
    : [];
}

/** Warns of each part of an answer that a picture's print decided, and no barcode. */
export function printWarnings(request: Request, printed: Printed = {}): Warning[] {
  const common = { about: "code", tone: "caution" } as const;
  const isChosen = request.by === "pack" && request.print !== undefined;
  const fields = [...(printed.expiry ? ["expiry date"] : []), ...(printed.batch ? ["batch"] : [])];
  return [
    ...(isChosen
      ? [{ ...common, kind: "chosen_from_print" as const, text: CHOSEN_FROM_PRINT }]
      : []),
    ...(fields.length > 0
      ? [{ ...common, kind: "read_from_print" as const, text: fieldsText(fields) }]
      : []),
  ];
}

const CHOSEN_FROM_PRINT =
  "Chosen from print that was read from a picture, not from a barcode. Compare name, strength and form with the box";

const fieldsText = (fields: string[]): string =>
  fields.length > 1
    ? `Read from print, not from a barcode: ${fields.join(" and ")}. Compare them with the box`
    : `Read from print, not from a barcode: ${fields[0]}. Compare it with the box`;

function noteEnded(note: Note): Warning {
  return { kind: "note_ended", about: "code", tone: "danger", text: registerDiffersText(note) };
}

function scanWarnings({ warnings }: Scan, request: Request): Warning[] {
  const typed = request.by === "code" ? request.text : "";
  // An expired box has a warning that says for how long.
  const others = warnings.filter(({ reason }) => reason !== "expired");
  return others.map(({ reason, message }) =>
    reason === "wrong_check_digit"
      ? { kind: reason, about: "code", tone: "danger", text: explainDigits(typed) }
      : { kind: reason as Warning["kind"], about: "code", tone: "caution", text: message },
  );
}

/**
 * Warns if a digit may be missing. Twelve digits can be a UPC-A; one truncated EAN-13 in ten also
 * has a valid UPC-A check digit.
 */
function digitMissing({ warnings }: Scan, request: Request): Warning[] {
  const isShort = request.by === "code" && mayLackDigit(request.text) && warnings.length === 0;
  const text =
    "This code has 12 digits, and most pack codes have 13. A digit may be missing. Read the number again";
  return isShort ? [{ kind: "digit_missing", about: "code", tone: "danger", text }] : [];
}

/** Warns if the code is not in use today, with the day on which its period ended or starts. */
function outsidePeriod([latest]: PossibleUse[], today: string): Warning[] {
  const warning = (kind: Warning["kind"], text: string): Warning[] => [
    { kind, about: "code", tone: "caution", text },
  ];
  if (latest?.end_date && latest.end_date < today) {
    return warning("ended", `This pack had this code until ${longDate(latest.end_date)}`);
  }
  if (latest && latest.start_date > today) {
    return warning(
      "not_begun",
      `This pack does not have this code until ${longDate(latest.start_date)}`,
    );
  }
  return [];
}

/** Warns if today's answer differs from the earlier one. */
function changed(previous: PastAnswer, outcome: Outcome): Warning[] {
  if (isSame(previous, outcome)) return [];
  return [
    {
      kind: "changed",
      about: "code",
      tone: "danger",
      text: `${describeTime(previous)}, the answer was: ${describe(previous)}`,
    },
  ];
}

/** Lists all warnings about a list of results. */
export const listWarnings = (
  found: SearchReading & { isFromServer?: boolean | undefined },
): Warning[] => [...searchWarnings(found), ...(found.isFromServer ? [BY_SERVER] : [])];

/**
 * Builds the warnings about how a query was interpreted, the most urgent first: ignored words, a
 * text that was cut off, corrected words, or a partial match.
 */
export function searchWarnings({
  corrections,
  relaxed = false,
  isCutOff = false,
  total,
}: SearchReading): Warning[] {
  const { suspect, harmless } = ignoredWords(corrections);
  const warnings: Warning[] = [];
  const add = (kind: Warning["kind"], tone: Warning["tone"], text: string) =>
    warnings.push({ kind, about: "code", tone, text });
  if (suspect.length > 0) {
    const advice = suspect.length > 1 ? "These may be medicines" : "This may be a medicine";
    add("ignored_name", "danger", `No exact match. Ignored: ${quoted(suspect)}. ${advice}`);
  }
  if (isCutOff)
    add(
      "cut_off",
      "caution",
      `Text too long. The search used its first ${MAX_QUERY_LENGTH} characters`,
    );
  if (harmless.length > 0)
    add(
      "ignored",
      "caution",
      `${suspect.length > 0 ? "Also ignored" : "No exact match. Ignored"}: ${quoted(harmless)}`,
    );
  for (const { from, to } of corrections) {
    if (to.length > 0)
      add("corrected", "caution", correctedText(from, to.join(" or "), total === 0));
  }
  if (relaxed && suspect.length + harmless.length === 0)
    add("partial_match", "caution", "No exact match");
  return warnings.map((warning, at) =>
    at === 0 ? { ...warning, text: `${warning.text}. Check the name on the box` } : warning,
  );
}

const correctedText = (from: string, to: string, isEmpty: boolean) =>
  isEmpty ? `${quoted([from])} may be ${to}` : `No match for ${quoted([from])}. Showing ${to}`;

const quoted = (words: string[]) => words.map((word) => `“${word}”`).join(", ");

/**
 * Builds a sentence on digits with a wrong check digit. It never proposes a code: only the box has
 * the right one. A symbology identifier such as `]I1` may precede them.
 */
export function explainDigits(typed: string): string {
  const digits = typed.replace(/^\s*\]../, "").replace(/\D/g, "");
  const causes = [...missing(typed), ...swapped(digits), "one digit may be wrong"];
  return `The check digit is wrong: ${asList(causes)}. Read the number again`;
}

/**
 * Reports whether a digit may be missing. Most boxes have 13 digits, so 12 are more likely a
 * truncated EAN-13 than a UPC-A.
 */
export function mayLackDigit(typed: string): boolean {
  return /^\d{12}$/.test(withoutSeparators(typed));
}

function missing(typed: string): string[] {
  return mayLackDigit(typed) ? ["a digit may be missing"] : [];
}

function swapped(digits: string): string[] {
  return withSwaps(digits).some(hasValidCheckDigit) ? ["two digits may be swapped"] : [];
}

/**
 * Lists the digits with each pair of adjacent digits swapped. Swapping equal digits changes
 * nothing, and the check digit stays wrong.
 */
function withSwaps(digits: string): string[] {
  const swap = (at: number) =>
    digits.slice(0, at) + digits[at + 1] + digits[at] + digits.slice(at + 2);
  return [...digits].slice(1).map((_, at) => swap(at));
}

function asList(parts: string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")}, or ${parts.at(-1)}`;
}
