// What the parser of the search says of the lines of a box.
import { hasLicence, isNumberAlone } from "./labels.js";
import { isSupplier, knownText } from "./known.js";
import { heightOf, placeIn } from "./layout.js";
import { withoutCutRepeats } from "./repeats.js";

/** Of a line that is lower than this part of the largest one, only a company counts. */
const SMALL_PRINT = 0.28;

/** Computes the height of the tallest line with a word. */
export function tallestOf(lines) {
  return heightOf(lines.filter(hasWord));
}

function hasWord({ readings }) {
  return readings.some(({ text }) => /[a-z]{3}/i.test(text));
}

/** Finds the lines that may say something of the pack, with what the parser knows of each. */
export async function describedLines(lines, packs) {
  const tallest = tallestOf(lines);
  const describe = (text) => packs.describe(text);
  const numbers = [];
  const others = [];
  for (const line of lines) {
    if (line.isValue || hasLicence(line)) continue;
    const own = { line, share: line.height / tallest, ...(await knownText(line, describe)) };
    const isLegible = own.share >= SMALL_PRINT || isSupplier(own);
    if (isLegible && isNumberAlone(own.text)) numbers.push(own);
    else if (isLegible) others.push(own);
  }
  const described = [];
  for (const own of others) described.push(...(await withNumberAbove(own, numbers, describe)));
  return withoutCutRepeats(described);
}

/**
 * Makes a line, or the strength that it is with a number above it: `10` over `mg`. A unit without
 * a number says nothing, though some names of devices have it.
 */
async function withNumberAbove(unit, numbers, describe) {
  const above = numbers.find(({ line }) => isBelow(unit.line, line));
  if (!above && /[\s\d]/.test(unit.text)) return [unit];
  const text = `${above?.text ?? 1} ${unit.text}`;
  const parts = await describe(text);
  const isUnit = parts.length === 1 && parts[0].role === "strength" && parts[0].known;
  if (!isUnit) return [unit];
  if (!above) return [];
  const share = Math.max(above.share, unit.share);
  const isAgreed = above.isAgreed && unit.isAgreed;
  return [{ ...unit, share, text, words: text, parts, isAgreed, isKnown: true }];
}

/** Reports whether a line is below another one, in its columns. */
function isBelow(line, other) {
  const { along, across } = placeIn(other, line.x, line.y);
  return (
    across > 0 &&
    across < other.height + line.height &&
    Math.abs(along) < (line.width + other.width) / 2
  );
}
