// Recognises what the text of a recall names: codes, batches, ranges, and lines that are not
// understood. A person checks it before it is used.
import { hasValidCheckDigit, toGtin14 } from "blocks/gtin.js";
import type { BatchRange } from "./batch.js";
import { affectsAll } from "./clauses.js";
import type { UnreadLine, WatchedBatch } from "./found.js";
import { Reader } from "./reader.js";

/** What was recognised in a text, for a person to check. */
export interface Recognised {
  title: string;
  /** In 14 digits. */
  gtins: string[];
  batches: WatchedBatch[];
  /** Absent in lists of earlier versions of the page. */
  ranges?: (BatchRange & { row: number })[];
  /** The letters with which all affected batches begin. */
  starts?: { start: string; row: number }[];
  /** Whether the text says that all batches are affected. */
  isAllBatches?: boolean;
  unread?: UnreadLine[];
}

const MAX_TITLE = 120;

/** Recognises codes, batches and expiry dates in the text of a recall. */
export function recognise(text: string): Recognised {
  const lines = linesOf(text);
  const found = new Reader(lines).read();
  return {
    title: (lines.find((line) => line.trim()) ?? "").trim().slice(0, MAX_TITLE),
    gtins: gtinsIn(text),
    batches: [...found.batches.values()],
    ranges: found.ranges,
    starts: found.starts,
    isAllBatches: found.areAll || affectsAll(text),
    unread: found.unread,
  };
}

/** Finds the lines, in which signs of footnotes do not count as digits. */
const linesOf = (text: string): string[] =>
  text
    .replace(/[¹²³⁰-⁹]+/g, "*")
    .normalize("NFKC")
    .split(/\r\n?|\n/)
    .map((line) => line.trimEnd());

/**
 * Finds the numbers of 13 or 14 digits with a right check digit, also with spaces in them. Shorter
 * numbers can be licence numbers or dates.
 */
function gtinsIn(text: string): string[] {
  const found: string[] = [];
  for (const run of text.normalize("NFKC").match(/\d[\d \t-]*\d/g) ?? []) {
    const groups = run.split(/[ \t-]+/);
    for (let at = 0; at < groups.length; ) {
      const used = lengthOfGtin(groups.slice(at));
      if (used > 0) found.push(toGtin14(groups.slice(at, at + used).join("")));
      at += Math.max(used, 1);
    }
  }
  return [...new Set(found)];
}

/** Counts the groups of digits that are one GTIN, or 0. */
function lengthOfGtin(groups: string[]): number {
  let digits = "";
  for (const [at, group] of groups.entries()) {
    digits += group;
    if (digits.length > 14) return 0;
    if (digits.length >= 13 && hasValidCheckDigit(digits) && !/^0{6}/.test(digits)) return at + 1;
  }
  return 0;
}
