// What a person should know about a line of a stock-take, as sentences with their tones.
import { count } from "../format.js";
import type { Now } from "../history/doubts-now.js";
import type { StoredWarning } from "../history/entries.js";
import { reuseMessage } from "../lookup/outcome.js";
import { doubtsOfLine, type Line } from "./model.js";

export interface LineWarning {
  tone: "caution" | "danger";
  text: string;
}

/** Returns the warnings of a line about its boxes and its code, the dangers first. */
export function warningsOfLine(line: Line, now: Now): LineWarning[] {
  const stored = doubtsOfLine(line, now)
    .filter(({ about }) => about !== "data")
    .map((doubt) => ({ tone: toneOf(doubt), text: doubt.text }));
  return dangersFirst([...stored, ...warningsOfCount(line)]);
}

/** Returns the warnings about the data of a line. They are the same for most lines. */
export const dataWarningsOfLine = (line: Line, now: Now): StoredWarning[] =>
  doubtsOfLine(line, now).filter(({ about }) => about === "data");

/** Returns the warnings with the dangers first, otherwise in their order. */
export const dangersFirst = (warnings: LineWarning[]): LineWarning[] => [
  ...warnings.filter(({ tone }) => tone === "danger"),
  ...warnings.filter(({ tone }) => tone === "caution"),
];

function warningsOfCount({ expiries, repeats }: Line): LineWarning[] {
  const warnings: LineWarning[] = [];
  const add = (text: string) => warnings.push({ tone: "caution", text });
  if (expiries.length > 1) add(`${expiries.length} expiry dates in one batch`);
  if (repeats > 0) add(`${count(repeats, "scan")} of a serial number again, not counted`);
  return warnings;
}

/** Kinds that are always a danger, and a recalled batch, of which a row does not store the tone. */
const DANGERS = new Set<StoredWarning["kind"]>([
  "expired",
  "watched",
  "ignored_name",
  "note_ended",
  "changed",
  "wrong_check_digit",
  "digit_missing",
]);

/** Returns the tone of a stored warning. Packs of one product are the only harmless re-use. */
function toneOf({ kind, text }: StoredWarning): LineWarning["tone"] {
  if (kind === "reused")
    return text.startsWith(reuseMessage("same-product").title) ? "caution" : "danger";
  return DANGERS.has(kind) ? "danger" : "caution";
}
