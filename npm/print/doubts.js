// What is doubtful of a question: a person sees these doubts next to the packs.
import {
  haveOtherSizes,
  haveOtherStrengths,
  isDecisive,
  isOfContents,
  isSaidElsewhere,
} from "./contradictions.js";
import { cut } from "./fit.js";
import { hasCutEnd, hasStrength, isProminent } from "./known.js";

/** Finds the doubts of the question `text` that the lines of a box ask. */
export function doubtsOf(own, { lines, unknown, kept, said, contradicting }, text) {
  const hasPack = kept.length > 0;
  const used = [...kept, ...said];
  const left = lines.filter((line) => !used.includes(line) && !isOfContents(line, kept));
  const doubts = {
    unsure_line: hasUnsureLine(own, kept) || (hasPack && mayHaveStrength(left, kept)),
    cut_line: own.some((line) => isCutPart(line) && !isSaidElsewhere(line, own)),
    several_strengths: hasPack && haveOtherStrengths(left, kept),
    several_sizes: haveOtherSizes(left, kept),
    unknown_name: unknown.length > 0,
    contradicting_line: contradicting.length > 0,
    no_pack: !hasPack,
    cut_question: cut(text) !== text,
  };
  return Object.keys(doubts).filter((doubt) => doubts[doubt]);
}

/** Reports whether a strength may belong to lines that have none. */
function mayHaveStrength(left, kept) {
  return !kept.some(hasStrength) && left.some(hasStrength);
}

function hasUnsureLine(own, kept) {
  if (kept.some(isUnsurePart)) return true;
  let widest = -Infinity;
  for (const line of kept) widest = Math.max(widest, letterWidthOf(line));
  return own.some((line) => isUnsure(line) && letterWidthOf(line) > SMALL_LETTERS * widest);
}

/**
 * Letters that are narrower than this part of the widest ones are small print: a long line that is
 * tilted has a high rectangle.
 */
const SMALL_LETTERS = 0.4;

function letterWidthOf({ line: { width, readings } }) {
  let longest = 1;
  for (const { text } of readings) longest = Math.max(longest, text.length);
  return width / longest;
}

/** Reports whether a large line was read in different ways, none of which is known. */
function isUnsure(own) {
  const { line, isAgreed, isKnown } = own;
  if (!isProminent(own) || line.isDate || isAgreed || isKnown) return false;
  return line.readings.filter(mayMatter).length > 1;
}

/** One or two letters are neither a name nor a strength. */
function mayMatter({ text }) {
  return /\d|\p{L}.*\p{L}.*\p{L}/u.test(text);
}

/** Reports whether no two readings agree on a line that decides which pack it is. */
function isUnsurePart(line) {
  return !line.isAgreed && (hasStrength(line) || (isProminent(line) && isDecisive(line)));
}

/**
 * Reports whether the edge of the picture cuts a line that may have a part of the name or a
 * strength: `5 mg` may be the rest of `2.5 mg`.
 */
function isCutPart(line) {
  return hasCutEnd(line) && (isProminent(line) || hasStrength(line));
}
