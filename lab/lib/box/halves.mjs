// The two halves of the box queries: one to tune on, one to report. Whoever tunes never sees the other.
import { createHash } from "node:crypto";
import { wordsOf } from "../judged.mjs";

export const HALVES = ["tune", "report"];

/// The first word that says something: `A A H` has none and is as it is, `Co-codamol` is known by `codamol`.
export const keyOf = (name) => wordsOf(name).find((word) => word.length >= 3 && !SAYS_NOTHING.has(word)) ?? name;

const SAYS_NOTHING = new Set(["the", "generic"]);

const half = (name) => HALVES[createHash("sha256").update(keyOf(name)).digest()[0] >> 7];

/// The half of a query about a medicine, from a maker where it names one: null when the two are in different halves,
/// because such a query would show each half something of the other.
export function halfOf(medicine, maker) {
  const own = half(medicine);
  return !maker || half(maker) === own ? own : null;
}
