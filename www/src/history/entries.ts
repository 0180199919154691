// What was looked up: a row for each answer, with every doubt that came with it.
import type { Answer } from "../lookup/answer.js";
import type { Doubt } from "../lookup/doubts.js";
import type { Outcome } from "../lookup/outcome.js";
import { remembered, type Remembered } from "../lookup/remembered.js";
import type { Request } from "../lookup/request.js";

export interface Entry extends Remembered {
  /** Sorts by time. */
  key: string;
  request: Request;
  /** The GTIN; empty for a pack that was found by its name. */
  code: string;
  batch?: string;
  serial?: string;
  expiry?: string;
  doubts: Told[];
}

/** A doubt, as much of it as a row tells. */
export type Told = Pick<Doubt, "kind" | "about" | "text">;

/** The row for an answer; none for what is no code of a pack, and for a question that is still open. */
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

/** Unique among the tabs of a device, and in the order of time; rows of one moment are in the order in which they came. */
export function keyOf(at: number): string {
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return [digits(at, 15), digits(made++, 9), random.toString(36)].join("-");
}

const digits = (number: number, width: number) => String(number).padStart(width, "0");
