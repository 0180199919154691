// An answer: the request, its outcome and all warnings, also as an announcement for screen readers and as a signal for people who look at the box.
import type { PackLookup } from "pack-lookup/core";

import type { Release } from "../data/release.js";
import { count } from "../format.js";
import { type Outcome, outcomeOf, type Request } from "./outcome.js";
import { statusText } from "./pack.js";
import type { PastAnswer } from "./past-answer.js";
import { type Warning, warningsOf } from "./warnings.js";

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

export interface AnswerSources {
  packs: PackLookup;
  release: Release;
  today: string;
  /** Returns when a box with the same serial number was scanned before, or `undefined`. */
  previousScanAt(outcome: Outcome, timed: TimedRequest): number | undefined;
}

export function answer(timed: TimedRequest, sources: AnswerSources): Answer {
  return answerWith(timed, outcomeOf(sources.packs, timed.request), sources);
}

/** Returns the answer for a known outcome. */
export function answerWith({ previous, ...timed }: TimedRequest, outcome: Outcome, { release, today, previousScanAt }: AnswerSources): Answer {
  const context = { release, today, previousScanAt: previousScanAt(outcome, timed), previous };
  return { ...timed, outcome, release, warnings: warningsOf(timed.request, outcome, context) };
}

export interface Announcement {
  text: string;
  isWarning: boolean;
}

/** Returns the announcement. Warnings about the box and the code come first; those about the data come last, because they repeat with each scan. */
export function announcementOf({ outcome, warnings }: Answer): Announcement {
  const isAboutData = ({ about }: Warning) => about === "data";
  const first = warnings.filter((warning) => !isAboutData(warning)).map(warningText);
  const last = warnings.filter(isAboutData).map(warningText);
  return { text: [...first, sentence(outcome), ...last].filter(Boolean).join(". "), isWarning: signalOf({ outcome, warnings }) !== "plain" };
}

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

/** The sound and vibration of an answer. */
export type Signal = "plain" | "code" | "box" | "data" | "nothing";

/** Returns the most urgent signal: first a box that must not be used, then an unknown code, then a possible other medicine. */
export function signalOf({ outcome, warnings }: Pick<Answer, "outcome" | "warnings">): Signal {
  const isAbout = (about: Warning["about"]) => warnings.some((warning) => warning.about === about);
  if (isAbout("box")) return "box";
  if (["unknown", "unreadable", "gone"].includes(outcome.is)) return "nothing";
  if (isAbout("code") || outcome.is === "several" || isOutOfUse(outcome)) return "code";
  return isAbout("data") ? "data" : "plain";
}

function isOutOfUse(outcome: Outcome): boolean {
  return outcome.is === "pack" && !outcome.status.current;
}
