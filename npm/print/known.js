// What the parser of the search knows of a line of print.
import { agreedText, agreedValue, sureText, withoutEndMarks } from "./agreement.js";
import { beforeFields } from "./labels.js";
import { keyOf } from "./layout.js";
import { withoutCutLetter, withoutRepeats } from "./repeats.js";

/** What is known of a line in which the parser finds no part of a pack. */
const NOTHING = { text: "", words: "", parts: [], isAgreed: false, isKnown: false };

/**
 * Returns `{ text, words, parts, isSentence, hasNoise, isAgreed, isKnown }` of the readings of a
 * line: the text on which two readings agree, or a sure one, or the first that the parser knows as
 * a whole. `parts` come from `describe` and say something of a pack, and `words` the text
 * without the others, which are most of a sentence.
 */
export async function knownText({ readings, isRepeat }, describe) {
  const agreed = isRepeat ? readings[0].text : agreedText(readings);
  const sure = readings.length === 1 ? sureText(readings) : undefined;
  const texts = new Set([agreed, sure, ...readings.map(({ text }) => text)]);
  texts.delete(undefined);
  const described = new Map();
  let first;
  for (const text of texts) {
    const own = ownText(text);
    if (own === "") continue;
    const all = await describe(own);
    described.set(text, all);
    const line = lineOf(own, all, text === agreed || text === sure);
    if (line.isKnown) return line;
    first ??= line;
  }
  return (await supplierIn(readings, described, describe)) ?? first ?? NOTHING;
}

function lineOf(text, all, isAgreed) {
  const parts = all.filter(isNoNoise);
  return {
    text,
    parts,
    words: parts.length === all.length ? withSpacesOfParts(text, parts) : textOf(parts),
    isSentence: all.length > 2 * parts.length,
    hasNoise: all.length > parts.length,
    isAgreed,
    isKnown: all.every(({ known }) => known) && !isTooShort(parts, isAgreed),
  };
}

function isNoNoise({ role }) {
  return role !== "noise";
}

/** What one or two letters may be a piece of. */
const PIECES = ["attribute", "medicine", "word"];

/**
 * Reports whether a line is a piece of something: a letter is known, as in vitamin D, and so are
 * two in the names of some devices. By themselves they are not a name, unless two readings agree on
 * two.
 */
function isTooShort(parts, isAgreed) {
  const shortest = isAgreed ? 2 : 3;
  for (const { role, text } of parts)
    if (!PIECES.includes(role) || text.length >= shortest) return false;
  return parts.length > 0;
}

function textOf(parts) {
  return parts.map(({ text }) => text).join(" ");
}

/**
 * Makes a text, or its parts if their letters are the same: print is often read with spaces
 * within words.
 */
function withSpacesOfParts(text, parts) {
  const read = textOf(parts);
  return keyOf(read) === keyOf(text) && read.length < text.length ? read : text;
}

/**
 * Finds the supplier with which a line begins, before its address: two readings have it, or one
 * has a name of two or more words. A batch on the next row may be read with it.
 */
async function supplierIn(readings, described, describe) {
  const found = [];
  for (const { text } of readings) {
    let name = supplierAtStart(described.get(text) ?? []);
    const spaced = withSpacesAtCapitals(text);
    if (name === undefined && spaced !== text) name = supplierAtStart(await describe(spaced));
    if (name !== undefined) found.push(name);
  }
  const text = agreedValue(found, String) ?? found.find((name) => name.includes(" "));
  if (text === undefined) return undefined;
  const parts = [{ text, role: "supplier", known: true }];
  return { text, words: text, parts, isSentence: false, isAgreed: true, isKnown: true };
}

/** The network omits the spaces of small print: `AccordHealthcare,5Example Road`. */
function withSpacesAtCapitals(text) {
  return text.replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\d)/gu, " ");
}

/** Finds the supplier with which parts begin, after words such as `MA Holder`. */
function supplierAtStart(all) {
  const first = all.find(isNoNoise);
  return first?.role === "supplier" && first.known ? first.text : undefined;
}

/** A letter between digits is a zero: no number has a letter there. */
const LETTER_FOR_ZERO = /(?<=\d)o(?=\d)/gi;

/** No unit of mass ends with an L: it is the stroke of `5 mg/ml`, or of `5 mg/` above `5 ml`. */
const LETTER_FOR_STROKE = /(?<=\d\s?(?:mg|mcg|micrograms?|units?))[l|](?=\s?\d|\s*ml|\s*$)/gi;

/** Says what a line says of the pack, once: a strip repeats it. */
function ownText(text) {
  const read = beforeFields(text).replace(LETTER_FOR_ZERO, "0").replace(LETTER_FOR_STROKE, "/");
  return withoutRepeats([withoutEndMarks(read)])[0];
}

/**
 * A line of at least this part of the largest one must be read without doubt. It is of the pack.
 */
export const PROMINENT = 0.6;

export function isProminent({ share }) {
  return share >= PROMINENT;
}

export function hasCutEnd({ line: { cutEnds = [] } }) {
  return cutEnds.includes(true);
}

/** Reports whether two readings agree on a line, and no edge cuts it. */
export function isSure(line) {
  return line.isAgreed && !hasCutEnd(line);
}

/** Reports whether a line says something of a pack, and the parser knows all of it. */
export function saysOfPack({ isKnown, parts }) {
  return isKnown && parts.length > 0;
}

/** Reports whether a line names a supplier, and nothing else. */
export function isSupplier(line) {
  return saysOfPack(line) && line.parts.every(({ role }) => role === "supplier");
}

/** Finds the texts of the parts of a line that have a role. */
export function textsOf({ parts }, role) {
  const texts = [];
  for (const part of parts) if (part.role === role) texts.push(part.text);
  return texts;
}

export function hasRole({ parts }, role) {
  return parts.some((part) => part.role === role);
}

/**
 * Finds the strengths of a line. A number by itself is a count, an amount by itself may be a size,
 * and `6ad` is of a postcode: no name has it, and no unit begins so.
 */
export function strengthsIn({ parts }) {
  const strengths = [];
  for (const { role, text, known } of parts)
    if (role === "strength" && !isNumber(text) && (known || /[%gmuµ]/.test(text)))
      strengths.push(text);
  return strengths;
}

export function hasStrength(line) {
  return strengthsIn(line).length > 0;
}

/**
 * Finds the sizes of a line, and counts with their form: `28 tablets`. A number by itself is not a
 * size.
 */
export function sizesIn(line) {
  const sizes = textsOf(line, "size");
  const [form] = textsOf(line, "form");
  if (form === undefined) return sizes;
  for (const count of textsOf(line, "strength"))
    if (isNumber(count)) sizes.push(`${count} ${form}`);
  return sizes;
}

/** Reports whether a text is a number without a unit. */
export function isNumber(text) {
  return /^[\d.,]+$/.test(text);
}

/**
 * Reports whether a line says no more than another one: a strip repeats its lines, and may cut a
 * letter of its neighbour.
 */
export function repeats({ words }, other) {
  const whole = keyOf(other.words);
  return keyOf(words) === whole || keyOf(withoutCutLetter(words)) === whole;
}
