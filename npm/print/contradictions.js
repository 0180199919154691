// What a line says beyond other lines: nothing new, the same in other words, or something else.
import {
  hasRole,
  isNumber,
  isProminent,
  isSure,
  saysOfPack,
  sizesIn,
  strengthsIn,
  textsOf,
} from "./known.js";
import { bareBatch } from "./labels.js";
import { keyOf } from "./layout.js";
import { isNoPiece, isWholeName } from "./names.js";

/** Makes a text without spaces, and in the singular. */
function singular(text) {
  return keyOf(text).replace(/s$/, "");
}

/** Writes the parts of some lines as keys that differ if the parts do. */
function keysOf(lines) {
  const keys = new Set();
  for (const { parts } of lines) for (const { text } of parts) keys.add(singular(text));
  return keys;
}

function areIn(keys, known) {
  for (const key of keys) if (!known.has(key)) return false;
  return true;
}

/** Reports whether other lines say all of a line, also if its last unit is missing. */
export function saysNothingNew(line, kept) {
  const known = keysOf(kept.filter((other) => other !== line));
  return areIn(keysOf([line]), known) || lacksUnit(line, known);
}

/** Reports whether a key is a strength whose last unit a line lacks: `40 mg/5` above `ml`. */
function lacksUnit({ words }, known) {
  const start = keyOf(words);
  if (!/\/\d+$/.test(start)) return false;
  for (const key of known)
    if (key.startsWith(start) && /^[a-z]/.test(key.slice(start.length))) return true;
  return false;
}

/** Reports whether sure lines say all that a line says. */
export function isSaidElsewhere(line, own) {
  return saysOfPack(line) && saysNothingNew(line, own.filter(isSure));
}

/**
 * Reports whether a line has nothing but amounts, and what others say. A second medicine is never
 * the same.
 */
export function mayRestate(line, kept) {
  const known = keysOf(kept);
  for (const amount of [...strengthsIn(line), ...sizesIn(line)]) known.add(singular(amount));
  return areIn(keysOf([line]), known);
}

/**
 * Makes a line with what `1 g contains 10 mg` says as a strength, `10 mg/1 g`, or the line, if it
 * says nothing like that.
 */
export function withRatio(line) {
  const [whole, part] = line.parts;
  const isRatio = part?.role === "strength" && /^[\d.,]+\s*(?:g|ml)$/.test(whole.text);
  return isRatio ? { ...line, words: `${part.text}/${whole.text}` } : line;
}

/**
 * Reports whether a line of small print states what is in the pack: the strength of the packs with
 * its equivalent as a base or a salt, or an amount of something else, such as lactose. It is no
 * second strength.
 */
export function isOfContents(line, kept) {
  if (isProminent(line) || !line.hasNoise) return false;
  if (line.parts.every(({ role }) => role === "strength")) return true;
  if (haveSame(amountsIn([line]), amountsIn(kept))) return true;
  return hasRole(line, "medicine") && !haveSame(medicinesIn([line]), medicinesIn(kept));
}

function amountsIn(lines) {
  return lines.flatMap(strengthsIn).flatMap((text) => keyOf(text).split("/"));
}

function medicinesIn(lines) {
  return lines.flatMap((line) => textsOf(line, "medicine"));
}

function haveSame(texts, others) {
  return texts.some((text) => others.includes(text));
}

/** Reports whether other lines have another strength than the question. */
export function haveOtherStrengths(left, kept) {
  const strengths = kept.flatMap(strengthsIn).map(keyOf);
  for (const line of left) {
    if (!line.isAgreed && !isProminent(line)) continue;
    for (const strength of strengthsIn(line)) if (!strengths.includes(keyOf(strength))) return true;
  }
  return false;
}

/** Reports whether other lines have another size than the question, in the same unit. */
export function haveOtherSizes(left, kept) {
  const sizes = kept.flatMap(sizesIn);
  for (const size of left.flatMap(sizesIn)) {
    const isKnown = sizes.some((own) => isSame(own, size));
    if (!isKnown && sizes.some((own) => unitOf(own) === unitOf(size))) return true;
  }
  return false;
}

function unitOf(size) {
  return size.replace(/[\d.,\s]/g, "");
}

/** Reports whether a text was read with other spaces only, or as a pack size. */
export function isSame(text, read) {
  return [keyOf(text), keyOf(`pack size ${text}`)].includes(keyOf(read));
}

/** What decides which medicine it is. */
const DECISIVE = ["medicine", "strength", "route", "release", "form", "exclusion", "attribute"];

export function isDecisive(line) {
  return DECISIVE.some((role) => hasRole(line, role));
}

/**
 * Reports whether a line contradicts others. A large line does if it says something else, but not
 * with a form in a sentence: `each tablet contains`. What looks like a batch may be one, whose
 * label was not found. A second medicine contradicts in small letters, too, unless it is in a
 * sentence.
 */
export function isContradiction(line, kept) {
  const known = keysOf(kept);
  for (const { words } of kept) for (const word of words.split(/[\s-]/)) known.add(singular(word));
  const others = line.parts.filter(({ text }) => !known.has(singular(text)));
  if (isProminent(line)) return others.some((part) => isDecisivePart(part, line));
  if (!line.isAgreed || line.hasNoise) return false;
  return others.some(({ role, text }) => role === "medicine" && isWholeName(text));
}

function isDecisivePart({ role, text }, line) {
  if (role === "medicine") return isNoPiece(text);
  if (role === "form") return !line.isSentence;
  if (role === "strength") return !isNumber(text) || textsOf(line, "medicine").some(isNoPiece);
  if (role === "attribute") return text.length > 1 && bareBatch(line.text) === undefined;
  return DECISIVE.includes(role);
}
