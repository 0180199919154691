// Marks in the text of a recall what was recognised, so that a person sees what was not.
import type { Recognised } from "./recognise.js";

export interface Part {
  text: string;
  isMarked: boolean;
}

/** Returns the parts of a text: those that were recognised, and those between them. */
export function markedParts(text: string, recognised: Recognised): Part[] {
  const { gtins, batches, ranges = [], starts = [] } = recognised;
  const words = [
    ...batches.map(({ batch }) => batch),
    ...ranges.flatMap(({ from, to }) => [from, to]),
    ...starts.map(({ start }) => start),
  ];
  const patterns = [...gtins.map(patternOfCode), ...words.map(patternOfBatch)];
  if (patterns.length === 0) return [{ text, isMarked: false }];
  const pattern = new RegExp(`(?<![A-Z\\d])(${patterns.join("|")})(?![A-Z\\d])`, "gi");
  // Every second part is a match.
  return text
    .split(pattern)
    .map((part, at) => ({ text: part, isMarked: at % 2 === 1 }))
    .filter(({ text }) => text !== "");
}

/** A code may have spaces between its digits, and no leading zeros. */
const patternOfCode = (gtin: string): string =>
  `0*${[...gtin.replace(/^0+/, "")].join("[ \\t-]*")}`;

/** A batch may have another dash or more spaces in the text. */
const patternOfBatch = (batch: string): string =>
  batch
    .replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")
    .replaceAll("-", "[-\\u2010-\\u2015]")
    .replace(/\s+/g, "\\s+");
