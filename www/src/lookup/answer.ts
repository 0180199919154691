// An answer: the request, its outcome, and all warnings.
import type { PackLookup } from "pack-lookup/core";

import type { Release } from "../data/release.js";
import { type Warning, warningsOf } from "./answer-warnings.js";
import { type Outcome, outcomeOf } from "./outcome.js";
import type { PastAnswer } from "./past-answer.js";
import type { Request } from "./request.js";

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
