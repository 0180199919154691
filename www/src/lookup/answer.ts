// An answer: the request, its outcome, and all warnings.
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
  /** The time of the request, in milliseconds since 1970. */
  at: number;
  /** The key of its row in the history. */
  entry?: string;
}

export interface Asked {
  request: Request;
  at: number;
  entry?: string;
  /** The earlier answer to the same request. */
  was?: Remembered;
}

export interface Sources {
  packs: PackLookup;
  release: Release;
  today: string;
  /** Returns when a box with the same serial number was scanned before, or `undefined`. */
  seenAt(outcome: Outcome, asked: Asked): number | undefined;
}

export function answer(asked: Asked, sources: Sources): Answer {
  return answerWith(asked, outcomeOf(sources.packs, asked.request), sources);
}

/** Returns the answer for a known outcome. */
export function answerWith({ was, ...asked }: Asked, outcome: Outcome, { release, today, seenAt }: Sources): Answer {
  const circumstances = { release, today, seenAt: seenAt(outcome, asked), was };
  return { ...asked, outcome, release, doubts: doubtsOf(asked.request, outcome, circumstances) };
}
