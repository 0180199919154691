// A history entry: one row per answer, with all its warnings.
import type { Answer } from "../lookup/answer.js";
import type { Doubt } from "../lookup/doubts.js";
import type { Outcome } from "../lookup/outcome.js";
import { remembered, type Remembered } from "../lookup/remembered.js";
import type { Request } from "../lookup/request.js";

export interface Entry extends Remembered {
  /** Sorts by time. */
  key: string;
  request: Request;
  /** The GTIN. Empty for a pack that was found by name. */
  code: string;
  batch?: string;
  serial?: string;
  expiry?: string;
  doubts: Told[];
}

/** The fields of a warning that a row stores. */
export type Told = Pick<Doubt, "kind" | "about" | "text">;

/** Returns the row of an answer. Returns `undefined` for an unreadable code, for several codes, and for a pack that the release lacks. */
export function entryOf(answer: Answer, key: string): Entry | undefined {
  const { outcome, doubts, request } = answer;
  if (outcome.is === "unreadable" || outcome.is === "several" || outcome.is === "gone") return undefined;
  return {
    ...remembered(answer),
    key,
    request,
    code: outcome.scan?.gtin ?? "",
    ...onBox(outcome),
    doubts: doubts.map(({ kind, about, text }) => ({ kind, about, text })),
  };
}

function onBox({ scan }: Extract<Outcome, { scan?: unknown }>): Pick<Entry, "batch" | "serial" | "expiry"> {
  const { batch, serial, expiry } = scan ?? {};
  return { ...(batch && { batch }), ...(serial && { serial }), ...(expiry && { expiry }) };
}

let made = 0;

/** Returns a key that is unique among the tabs of a device and sorts by time. Rows of the same millisecond sort by their creation. */
export function keyOf(at: number): string {
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return [digits(at, 15), digits(made++, 9), random.toString(36)].join("-");
}

const digits = (number: number, width: number) => String(number).padStart(width, "0");
