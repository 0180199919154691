// Believes only what two readings of the same line agree on. Each reading is of another softness or
// frame, so they rarely share an error.
import { keyOf } from "./layout.js";

/**
 * Writes the text that at least two readings agree on, or `undefined`. Its spaces come from the
 * highest frame: in a lower one, letters are apart. Marks do not count, unless a digit follows,
 * which may be a decimal: an edge next to a line is often read as one.
 */
export function agreedText(readings) {
  const agreed = agreedValue(readings, keyOfReading);
  if (agreed === undefined) return undefined;
  const alike = readings.filter((reading) => keyOfReading(reading) === agreed);
  const [best] = alike.sort(byFrame);
  return withoutEndMarks(best.text);
}

function keyOfReading({ text }) {
  return keyOf(text.replace(MARK, "")) || undefined;
}

/** Orders readings: the highest frame first, then the surest. */
function byFrame(one, other) {
  return other.frame - one.frame || other.mean - one.mean;
}

/** A percent sign belongs to the text. */
const MARK = /[^\p{L}\d%\s](?!\d)/gu;

/**
 * Makes a text without marks at its ends: an edge, or the sign of a trade mark. A percent sign, a
 * bracket and a decimal point belong to the text.
 */
export function withoutEndMarks(text) {
  return text.replace(/^[^\p{L}\d%(.,]+|[^\p{L}\d%)]+$/gu, "").trim();
}

/** A reading is sure if each of its characters is. */
const SURE = 0.9;

/** Writes the text of a reading that is sure, or `undefined`. */
export function sureText(readings) {
  return readings.find(({ lowest }) => lowest >= SURE)?.text.trim();
}

/**
 * Finds the value that `parse` finds in at least two readings, or `undefined`, also if two others
 * agree on another value.
 */
export function agreedValue(readings, parse) {
  const seen = new Set();
  const agreed = new Set();
  for (const reading of readings) {
    const value = parse(reading);
    if (value === undefined) continue;
    if (seen.has(value)) agreed.add(value);
    seen.add(value);
  }
  return agreed.size === 1 ? [...agreed][0] : undefined;
}

/**
 * Finds the agreed value if readings of two frames have it. Readings of one frame share more
 * errors: a 6 may be a 0 in each.
 */
export function valueOfTwoFrames(readings, parse) {
  const value = agreedValue(readings, parse);
  const frames = new Set();
  for (const reading of readings) if (parse(reading) === value) frames.add(reading.frame);
  return frames.size > 1 ? value : undefined;
}

/**
 * In noise, two readings may share an error: the likelier one of those that agree must have this
 * confidence.
 */
const LIKELY = 0.45;

/**
 * Finds the date on which readings of two frames agree, unless all readings of it are unlikely,
 * or none has it exactly: `datesOf` may correct a reading, and two readings that are corrected may
 * share the error. A likely reading that may mean other dates only leaves a doubt: there is no
 * date. `datesOf` returns the dates that a text may mean, and with `isExact` only those that it
 * has.
 */
export function likelyDate(readings, datesOf) {
  const parsed = [];
  for (const reading of readings) parsed.push({ ...reading, dates: datesOf(reading.text) });
  const date = valueOfTwoFrames(parsed, onlyDate);
  const likely = parsed.filter(({ lowest }) => lowest >= LIKELY);
  if (!likely.some((reading) => onlyDate(reading) === date)) return undefined;
  if (likely.some(({ dates }) => dates.length > 0 && !dates.includes(date))) return undefined;
  const isExact = readings.some(({ text }) => datesOf(text, { isExact: true }).includes(date));
  return isExact ? date : undefined;
}

function onlyDate({ dates }) {
  return dates.length === 1 ? dates[0] : undefined;
}
