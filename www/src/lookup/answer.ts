// An answer: the request, its outcome and all warnings, also as an announcement for screen readers
// and as a signal for people who look at the box.

import type { SignalKind } from "blocks/scanner/types.js";
import { count } from "../common/format.js";
import { nameOf } from "./note-wording.js";
import {
  type CodeUnknown,
  type Outcome,
  outcomeOf,
  type Request,
  reuseMessage,
} from "./outcome.js";
import { type NoteSources, notesThatDiffered, withOwnNote } from "./own-note.js";
import { nameParts, type Status, statusText, type Tone } from "./pack.js";
import type { PastAnswer } from "./past-answer.js";
import type { WatchMatch } from "../watch/model.js";
import { isOnStrip, type Warning, warningsOf } from "./warnings.js";
import type { Release } from "blocks/device/types.js";

export interface Answer {
  request: Request;
  outcome: Outcome;
  warnings: Warning[];
  release: Release;
  /** The time of the request, in milliseconds since 1970. */
  at: number;
  /** The key of its row in the history. */
  entry?: string;
}

export interface TimedRequest {
  request: Request;
  at: number;
  entry?: string;
  /** The earlier answer to the same request. */
  previous?: PastAnswer;
}

export interface AnswerSources extends NoteSources {
  /** Whether the server answers, because the device has no data yet. */
  isServer?: boolean | undefined;
  /** Returns when a box with the same serial number was scanned before, or `undefined`. */
  previousScanAt(outcome: Outcome, timed: TimedRequest): number | undefined;
  /** Finds the matches with the lists of batches to watch. */
  watchMatches(outcome: Outcome): WatchMatch[];
}

export function answer(timed: TimedRequest, sources: AnswerSources): Answer {
  return answerWith(
    timed,
    withOwnNote(outcomeOf(sources.packs, timed.request), timed.request, sources),
    sources,
  );
}

/** Builds the answer for a known outcome. */
export function answerWith(
  { previous, ...timed }: TimedRequest,
  outcome: Outcome,
  sources: AnswerSources,
): Answer {
  const { release, today, isServer } = sources;
  const endedNotes = notesThatDiffered(outcome, timed.at, sources);
  const context = {
    release,
    today,
    isServer,
    previousScanAt: sources.previousScanAt(outcome, timed),
    watched: sources.watchMatches(outcome),
    previous,
    endedNotes,
  };
  return { ...timed, outcome, release, warnings: warningsOf(timed.request, outcome, context) };
}

export interface Announcement {
  text: string;
  isWarning: boolean;
  /**
   * Whether a key press caused it. It waits for the next key, and any other announcement replaces
   * it.
   */
  whileTyping?: boolean;
}

/**
 * Builds the announcement. Warnings about the box and the code come first; those about the data
 * come last. `isDataKnown`: the person has heard what every answer of these data has in common.
 */
export function announcementOf(
  { outcome, warnings: all }: Pick<Answer, "outcome" | "warnings">,
  isDataKnown = false,
): Announcement {
  const warnings = all.filter(({ kind }) => !isDataKnown || !isOfEveryAnswer(kind));
  const isAboutData = ({ about }: Warning) => about === "data";
  const first = warnings.filter((warning) => !isAboutData(warning)).map(warningText);
  const last = warnings.filter(isAboutData).map(warningText);
  const specific = warnings.filter(({ kind }) => !isOfEveryAnswer(kind));
  return {
    text: [...first, sentence(outcome), ...last].filter(Boolean).join(". "),
    isWarning: signalOf({ outcome, warnings: specific }) !== "plain",
  };
}

/** Says what every answer of these data has in common: their age, and details that they lack. */
export const dataTextOf = ({ warnings }: Pick<Answer, "warnings">): string =>
  warnings
    .filter(({ kind }) => isOfEveryAnswer(kind))
    .map(({ text }) => text)
    .join(". ");

const isOfEveryAnswer = (kind: Warning["kind"]) => kind === "stale" || kind === "partial";

function warningText({ about, text }: Warning): string {
  return about === "code" ? `Warning: ${text}` : text;
}

function sentence(outcome: Outcome): string {
  switch (outcome.is) {
    case "pack":
      return `${outcome.pack.name}. ${statusText(outcome.status).text}`;
    case "reused":
      return "";
    case "several":
      return `${count(outcome.readings.length, "different code")} in view. Choose the one you want`;
    case "unknown":
      return `No pack has the code ${outcome.code}`;
    case "unreadable":
      return `This code cannot be looked up. ${outcome.reason}`;
    case "gone":
      return `This release no longer has ${outcome.name}`;
  }
}

/** An answer in a few words, for a place as small as the foot of the camera's picture. */
export interface Summary {
  /** The most serious tone of all warnings. */
  tone: Tone;
  /** The product with its strength, or what the code is. */
  title: string;
  /** The size and the supplier, or the names to choose from. */
  detail: string;
  /** The most serious warning or, without warnings, the status of the pack. */
  status: Status | undefined;
  /** The number of the other warnings. */
  others: number;
}

export function summaryOf({ outcome, warnings }: Pick<Answer, "outcome" | "warnings">): Summary {
  const { title, detail, status } = partsOf(outcome);
  // A re-used code is its own title.
  const all = statusesOf({
    outcome,
    warnings: warnings.filter(({ kind }) => outcome.is !== "reused" || kind !== "reused"),
  });
  const worst = all.find(({ tone }) => tone === "danger") ?? all[0];
  const titleTone = outcome.is === "reused" ? reuseMessage(outcome.grade).tone : worst?.tone;
  const tone =
    worst?.tone === "danger"
      ? "danger"
      : (titleTone ?? (outcome.is === "pack" ? "plain" : "caution"));
  return { tone, title, detail, status: worst ?? status, others: Math.max(0, all.length - 1) };
}

/**
 * Writes all warnings as lines. The strip shows the age of the data. A pack that is not current is
 * a warning too.
 */
export function statusesOf({ outcome, warnings }: Pick<Answer, "outcome" | "warnings">): Status[] {
  const { status } = partsOf(outcome);
  const lines: Status[] = warnings.filter((warning) => !isOnStrip(warning));
  return status && status.tone !== "plain" ? [...lines, status] : lines;
}

function partsOf(outcome: Outcome): { title: string; detail: string; status?: Status } {
  switch (outcome.is) {
    case "pack": {
      const { product, supplier, size } = nameParts(outcome.pack.name);
      return {
        title: product,
        detail: [size, supplier].filter(Boolean).join(", "),
        status: statusText(outcome.status),
      };
    }
    case "reused":
      return {
        title: reuseMessage(outcome.grade).title,
        detail: outcome.choices.map(({ pack }) => nameParts(pack.name).product).join(" or "),
      };
    case "several":
      return {
        title: `${count(outcome.readings.length, "different code")} in view`,
        detail: "Choose one below",
      };
    case "unknown":
      return { title: "No pack has this code", detail: unknownDetail(outcome) };
    case "unreadable":
      return { title: "This code cannot be looked up", detail: outcome.reason };
    case "gone":
      return { title: "This release no longer has the pack", detail: outcome.name };
  }
}

function unknownDetail({ code, note }: CodeUnknown): string {
  return note?.is === "one" ? `${code}. Your note: ${nameOf(note)}` : code;
}

/** The sound and vibration of an answer. */
export type Signal = SignalKind;

/**
 * Finds the most urgent signal: first a box that must not be used, then an unknown code without a
 * note, then a possible other medicine.
 */
export function signalOf({ outcome, warnings }: Pick<Answer, "outcome" | "warnings">): Signal {
  const isAbout = (about: Warning["about"]) => warnings.some((warning) => warning.about === about);
  if (isAbout("box")) return "box";
  if (["unreadable", "gone"].includes(outcome.is) || (outcome.is === "unknown" && !outcome.note))
    return "nothing";
  if (isAbout("code") || outcome.is === "several" || isOutOfUse(outcome)) return "code";
  return isAbout("data") ? "data" : "plain";
}

function isOutOfUse(outcome: Outcome): boolean {
  return outcome.is === "pack" && outcome.status?.current === false;
}
