// Which lines of a box have the name of a medicine or a device.
import { isProminent, textsOf } from "./known.js";
import { BATCH_LABEL } from "./labels.js";

/** The name of a medicine is in lines of at least this part of the largest one with a medicine. */
const OF_NAME = 0.8;

/**
 * Finds the tallest lines with a medicine. The name of a company may be taller, and a name that
 * nobody knows: then the substance below it is the name. A device has only words, and packs whose
 * names begin with them.
 */
export function namesOf(lines) {
  for (const isName of [isMedicine, isSmallMedicine, isDevice]) {
    const names = lines.filter(isName);
    if (names.length === 0) continue;
    const tallest = largestShare(names);
    return names.filter(({ share }) => share >= OF_NAME * tallest);
  }
  return [];
}

function isMedicine(line) {
  return isProminent(line) && textsOf(line, "medicine").some(isNoPiece);
}

function isSmallMedicine(line) {
  return !line.hasNoise && textsOf(line, "medicine").some(isWholeName);
}

function isDevice(line) {
  return isProminent(line) && textsOf(line, "word").some(isWholeName);
}

function largestShare(lines) {
  let largest = 0;
  for (const { share } of lines) largest = Math.max(largest, share);
  return largest;
}

/** Two letters, such as `mg` or `en`, are names of devices, and pieces of other words. */
export function isNoPiece({ length }) {
  return length > 2;
}

/**
 * A name in small letters, and one of a device, has at least so many letters. Shorter texts are
 * pieces of sentences.
 */
const SHORTEST_WHOLE = 6;

export function isWholeName({ length }) {
  return length >= SHORTEST_WHOLE;
}

/**
 * Finds the lines that may have the name, are taller than each known one, and that nobody knows
 * though two readings agree.
 */
export function unknownNames(own, names) {
  const tallest = Math.max(OF_NAME, largestShare(names));
  const unknown = [];
  for (const line of own)
    if (!line.isKnown && line.isAgreed && line.share >= tallest && mayBeName(line))
      unknown.push(line);
  return unknown;
}

/** Reports whether a line has a word that nobody knows and that is not a unit: `5 mgl` has none. */
function mayBeName({ line: { isDate, readings }, parts }) {
  if (isDate || readings.some(({ text }) => BATCH_LABEL.test(text))) return false;
  let before;
  for (const { role, text, known } of parts) {
    const isUnit = before === "strength" && text.length < 4;
    if (!known && role !== "strength" && /\p{L}{3}/u.test(text) && !isUnit) return true;
    before = role;
  }
  return false;
}
