// An answer: what was asked, what it led to, and every doubt about it, in one piece.
import type { PackLookup } from "pack-lookup/core";

import type { Release } from "../data/release.js";
import { type Doubt, doubtsOf } from "./doubts.js";
import { type Outcome, outcomeOf } from "./outcome.js";
import type { Remembered } from "./remembered.js";
import type { Request } from "./request.js";

export interface Answer {
  request: Request;
  outcome: Outcome;
  doubts: Doubt[];
  release: Release;
  /** When it was asked, in milliseconds since 1970. */
  at: number;
  /** The row of the history that remembers it. */
  entry?: string;
}

export interface Asked {
  request: Request;
  at: number;
  entry?: string;
  /** What was answered when the same was asked before. */
  was?: Remembered;
}

export interface Sources {
  packs: PackLookup;
  release: Release;
  today: string;
  /** When the box of this scan was scanned before, where its serial number tells. */
  seenAt(outcome: Outcome, asked: Asked): number | undefined;
}

export function answer(asked: Asked, sources: Sources): Answer {
  return answerWith(asked, outcomeOf(sources.packs, asked.request), sources);
}

/** The answer, where the outcome is known already. */
export function answerWith({ was, ...asked }: Asked, outcome: Outcome, { release, today, seenAt }: Sources): Answer {
  const circumstances = { release, today, seenAt: seenAt(outcome, asked), was };
  return { ...asked, outcome, release, doubts: doubtsOf(asked.request, outcome, circumstances) };
}
