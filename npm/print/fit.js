// Asks the search which lines of a box belong together: those that packs have in common.
import {
  isContradiction,
  isSaidElsewhere,
  isSame,
  mayRestate,
  saysNothingNew,
  withRatio,
} from "./contradictions.js";
import {
  hasRole,
  hasStrength,
  isProminent,
  isSure,
  repeats,
  saysOfPack,
  textsOf,
} from "./known.js";
import { keyOf } from "./layout.js";
import { namesOf, unknownNames } from "./names.js";

/** The characters that the search accepts. */
const LONGEST = 200;

/** Finds the words of a text that the search accepts. */
export function cut(text) {
  return text.length <= LONGEST ? text : text.slice(0, text.lastIndexOf(" ", LONGEST));
}

/** Writes the text that some lines ask. */
export function textOf(lines) {
  return lines.map(({ words, text, isKnown }) => (isKnown ? words : text)).join(" ");
}

/**
 * Finds the lines that packs have together. Returns `{ lines, names, unknown, kept, said,
 * contradicting }`:
 * - `lines`: what the parser knows;
 * - `names`: the lines with the name, and `unknown`, which nobody knows and which may have it;
 * - `kept`: what packs have together: the name, the strengths, and each other line in order, while
 *   packs remain;
 * - `said`: what says the same in other words, and `contradicting`, what contradicts them.
 */
export async function linesThatFit(own, packs) {
  const lines = linesToAsk(own);
  const names = namesOf(lines);
  const mandatory = await mandatoryLines(lines, names, packs);
  const { kept, others } = await withOtherLines(lines, mandatory, packs);
  const [said, contradicting] = [[], []];
  for (const line of others) {
    if (await isSaid(line, kept, mandatory, packs)) said.push(line);
    else if (isContradiction(line, kept) && !(await isSaltOf(names, line, packs)))
      contradicting.push(line);
  }
  return { lines, names, unknown: unknownNames(own, names), kept, said, contradicting };
}

/**
 * Finds the lines that the parser knows, each once, without unsure ones that sure ones repeat.
 */
function linesToAsk(own) {
  const lines = withoutSame(own.filter(saysOfPack));
  return lines.filter((line) => isSure(line) || !isSaidElsewhere(line, own));
}

/** Removes the lines that repeat another. The sure one stays, then the tallest. */
function withoutSame(lines) {
  const kept = [];
  for (const line of [...lines].sort(bySureness))
    if (!kept.some((other) => repeats(line, other))) kept.push(line);
  return lines.filter((line) => kept.includes(line));
}

function bySureness(one, other) {
  return isSure(other) - isSure(one) || other.share - one.share;
}

/**
 * Finds the lines with the name and the strengths, or no line if no pack has them. Of two or more
 * strengths, the tallest one that belongs to the name counts. One on which no two readings agree
 * may be none.
 */
async function mandatoryLines(lines, names, packs) {
  const strengths = [];
  for (const line of lines)
    if (hasStrength(line) && !saysNothingNew(line, [...names, ...strengths])) strengths.push(line);
  const tallestFirst = [...strengths].sort((one, other) => other.share - one.share);
  const agreed = strengths.filter(({ isAgreed }) => isAgreed);
  for (const name of [names, ...eachAlone(names)]) {
    if (name.length === 0) return [];
    for (const strength of [strengths, ...eachAlone(tallestFirst), agreed]) {
      const some = lines.filter((line) => name.includes(line) || strength.includes(line));
      if (await findsPacks(some, packs)) return some;
    }
  }
  return [];
}

function eachAlone(lines) {
  return lines.map((line) => [line]);
}

/** Adds to the mandatory lines each other line with which packs remain. */
async function withOtherLines(lines, mandatory, packs) {
  let kept = mandatory;
  const others = [];
  if (mandatory.length === 0) return { kept, others };
  for (const line of lines) {
    if (mandatory.includes(line)) continue;
    const more = lines.filter((one) => one === line || kept.includes(one));
    if (!saysNothingNew(line, kept) && (await findsPacks(more, packs))) kept = more;
    else others.push(line);
  }
  return { kept, others };
}

/** Reports whether a line says what others say, perhaps in other words. */
async function isSaid(line, kept, mandatory, packs) {
  if (saysNothingNew(line, kept)) return true;
  return mayRestate(line, kept) && findsPacks([...mandatory, withRatio(line)], packs);
}

/** Reports whether a line below the name is its salt: without a name, `sodium` is a medicine. */
async function isSaltOf(names, line, packs) {
  const parts = await packs.describe(cut(`${textOf(names)} ${line.words}`));
  const ofNames = names.flatMap((name) => name.parts).length;
  return parts.slice(ofNames).every(({ role }) => role === "salt");
}

/**
 * Reports whether a search finds packs with all words of some lines. The salt of a substance may be
 * on the box, and not in the name of its packs.
 */
async function findsPacks(lines, packs) {
  const answer = await packs.search(cut(textOf(lines)), { limit: 1, sort: "name" });
  if (!answer.packs.some(({ name }) => beginsWith(name, lines))) return false;
  const salts = lines.flatMap((line) => textsOf(line, "salt"));
  return answer.corrections.every((correction) => changesNothing(correction, salts));
}

/** Reports whether a correction changes spaces or salts only. */
function changesNothing({ from, to }, salts) {
  if (to.some((text) => isSame(from, text))) return true;
  return from.split(" ").every((word) => salts.includes(word.toLowerCase()));
}

/**
 * Reports whether the name of a pack begins with the words of some lines. Words by themselves,
 * which are not a medicine, may be a company.
 */
function beginsWith(name, lines) {
  if (lines.some((line) => hasRole(line, "medicine"))) return true;
  const words = lines.filter(isProminent).flatMap((line) => textsOf(line, "word"));
  return words.some((word) => keyOf(name).startsWith(keyOf(word)));
}
