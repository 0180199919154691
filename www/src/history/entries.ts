// A history entry: one row per answer, with all its warnings.
import type { Warning } from "../lookup/answer-warnings.js";
import type { Answer } from "../lookup/answer.js";
import type { Outcome } from "../lookup/outcome.js";
import { pastAnswer, type PastAnswer } from "../lookup/past-answer.js";
import type { Request } from "../lookup/request.js";

export interface Entry extends PastAnswer {
  /** Sorts by time. */
  key: string;
  request: Request;
  /** The GTIN. Empty for a pack that was found by name. */
  code: string;
  batch?: string;
  serial?: string;
  expiry?: string;
  /** The warnings. Rows on devices have this name. */
  doubts: StoredWarning[];
}

/** The fields of a warning that a row stores. */
export type StoredWarning = Pick<Warning, "kind" | "about" | "text">;

/** Returns the row of an answer. Returns `undefined` for an unreadable code, for several codes, and for a pack that the release lacks. */
export function entryOf(answer: Answer, key: string): Entry | undefined {
  const { outcome, warnings, request } = answer;
  if (outcome.is === "unreadable" || outcome.is === "several" || outcome.is === "gone") return undefined;
  return {
    ...pastAnswer(answer),
    key,
    request,
    code: outcome.scan?.gtin ?? "",
    ...onBox(outcome),
    doubts: warnings.map(({ kind, about, text }) => ({ kind, about, text })),
  };
}

function onBox({ scan }: Extract<Outcome, { scan?: unknown }>): Pick<Entry, "batch" | "serial" | "expiry"> {
  const { batch, serial, expiry } = scan ?? {};
  return { ...(batch && { batch }), ...(serial && { serial }), ...(expiry && { expiry }) };
}

let created = 0;

/** Returns a key that is unique among the tabs of a device and sorts by time. Rows of the same millisecond sort by their creation. */
export function keyOf(at: number): string {
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return [padded(at, 15), padded(created++, 9), random.toString(36)].join("-");
}

const padded = (number: number, width: number) => String(number).padStart(width, "0");
