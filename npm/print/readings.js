// Reads lines, and decides which of them are read again, and how.
import { sureText, valueOfTwoFrames } from "./agreement.js";
import { cutEnds } from "./edges.js";
import { hasDate, isFieldText, isLabelAlone, markField } from "./fields.js";
import { beforeFields, isNumberAlone, licenceIn } from "./labels.js";
import { inReadingOrder, wideningOf, withSpacesOf } from "./layout.js";

/**
 * The readings of a line, in this order. `softness` is the blur in pixels of a line that is 48
 * pixels high: the dots of a dot matrix run together. `frame` is the part of the line's height that
 * is read: in a lower frame the characters are larger, so slashed zeros are distinct from 9.
 */
const READINGS = [
  { softness: 0, frame: 1 },
  { softness: 1.2, frame: 0.8 },
  { softness: 1.2, frame: 1 },
  { softness: 1.8, frame: 0.8 },
  { softness: 1.8, frame: 1 },
];
/** The largest number of readings of a line. A date or a batch is read more often. */
const MOST_READINGS = { words: 3, value: READINGS.length };
/** Readings of a date that fill the strokes of embossed print. */
const RELIEF_READINGS = [
  { softness: 0, frame: 1 },
  { softness: 1.2, frame: 0.8 },
  { softness: 1.2, frame: 1 },
  { softness: 1.2, frame: 1.2 },
].map((way) => ({ ...way, relief: true }));
/**
 * The readings of a date in a closer look. Lines are lower there, so a higher frame is read, too.
 */
const CLOSER_READINGS = [
  ...READINGS.slice(0, 2),
  ...RELIEF_READINGS.slice(0, 2),
  READINGS[2],
  RELIEF_READINGS[2],
  { softness: 1.2, frame: 1.2 },
  RELIEF_READINGS[3],
  ...READINGS.slice(3),
];

/** Reads each line once, and again if it may matter. Labels may be among the `known` lines. */
export async function readLines(engine, found, { known = [], ...options }) {
  const lines = await Promise.all(inReadingOrder(found).map((line) => readOnce(engine, line)));
  for (const line of lines) markField(line, [...known, ...lines]);
  await readAgain(engine, lines, known, options);
  const { isGuide, isCloser, isOnce, picture } = options;
  if (!isGuide && !isCloser && !isOnce) await findCutEnds(engine, lines, picture);
  return lines;
}

async function readOnce(engine, line) {
  return { ...line, readings: [await engine.read(line, READINGS[0])] };
}

/** Finds the ends of lines that an edge may cut. Only lines with words matter. */
async function findCutEnds(engine, lines, picture) {
  const read = async (line) => (await engine.read(line, READINGS[0])).text;

  async function findEnds(line) {
    line.cutEnds = await cutEnds(line, picture, read);
  }

  await Promise.all(lines.filter(hasWords).map(findEnds));
}

/**
 * Reads lines again, each until two readings agree on it. In each round, all lines that need
 * another reading are read at once.
 */
async function readAgain(engine, lines, known, options) {
  let next = linesToReadAgain(lines, known, options);
  while (next.length > 0) {
    await Promise.all(next.map((line) => readLike(engine, line, nextWay(line, options))));
    next = linesToReadAgain(lines, known, options);
  }
}

/** Marks repeats, and returns the other lines that need another reading, each text once. */
function linesToReadAgain(lines, known, options) {
  const before = [...known];
  const next = [];
  for (const line of lines) {
    line.isRepeat = before.some((other) => isRepeatOf(line, other));
    before.push(line);
    if (line.isRepeat || nextWay(line, options) === undefined) continue;
    // The first of two or more lines with the same text may be enough.
    if (!next.some((other) => isSameText(line, other))) next.push(line);
  }
  return next;
}

/** Says how a line is read next, or `undefined` if it is not read again. */
function nextWay(line, options) {
  if (!mayMatter(line, options)) return undefined;
  const isEnough = line.isDate ? hasDate(line, options.today) : isAgreed(line);
  if (isEnough) return undefined;
  const isField = line.isValue || isFieldText(line.readings[0].text);
  const way = waysOf(line, isField, options)[line.readings.length];
  // A batch has no check digit: its characters keep their proportions, which takes longer.
  return way && { ...way, stretch: isField ? 1 / way.frame : wideningOf(line) };
}

function waysOf({ isDate }, isField, { isCloser }) {
  if (isDate && isCloser) return CLOSER_READINGS;
  return READINGS.slice(0, isField ? MOST_READINGS.value : MOST_READINGS.words);
}

/** Reports whether another reading of a line may matter. */
function mayMatter(line, { isGuide, isOnce, tallest }) {
  if (isOnce && (line.readings.length > 1 || wideningOf(line) === 1)) return false;
  return isGuide ? mayHaveField(line) : isDecisive(line, tallest);
}

/** Reads a date again that was misread, and that a closer look did not find. */
export async function readInRelief(engine, line, today) {
  for (const way of RELIEF_READINGS) {
    if (hasDate(line, today)) return;
    await readLike(engine, line, { ...way, stretch: 1 / way.frame });
  }
}

/**
 * Reads a line again. Its spaces come from the first reading: letters in a lower frame are
 * further apart, so words fall into parts.
 */
async function readLike(engine, line, way) {
  const { text, ...reading } = await engine.read(line, way);
  line.readings.push({ text: withSpacesOf(text, line.readings[0].text), ...reading });
}

/** Twelve letters without a digit are neither a date nor a batch, also if they are misread. */
const LONG_WORDS = /^(?:[^\p{L}\d]*\p{L}){12}\D*$/u;

/**
 * Reports whether a line of a guide may have a date or a batch. A label without a value has none,
 * nor have words that are read surely, or that are long.
 */
function mayHaveField(line) {
  const [{ text }] = line.readings;
  if (isLabelAlone(line)) return false;
  if (line.isValue || isFieldText(text)) return true;
  return !LONG_WORDS.test(text) && !/^\D+$/.test(sureText(line.readings) ?? "");
}

/** Reports whether one reading of a line is not enough. */
function isDecisive(line, tallest) {
  const [{ text }] = line.readings;
  if (isLabelAlone(line) || licenceIn(text) !== undefined) return false;
  if (line.isValue || isFieldText(text)) return true;
  return hasWords(line) && mayHaveNameOrStrength(line, tallest);
}

/** A line of at least this part of the largest one may have the name. */
const PROMINENT = 0.6;

/** Reports whether one reading of a line is not enough, unless it is sure. */
function mayHaveNameOrStrength({ height, readings }, tallest) {
  if (height >= PROMINENT * tallest || /\d/.test(readings[0].text)) return true;
  return sureText(readings) === undefined;
}

/** Reports whether a line has more than fields, digits and marks. */
function hasWords({ readings: [{ text }] }) {
  return !isNumberAlone(beforeFields(text));
}

/**
 * Reports whether a line of a strip has the text of another line, on which two readings agree.
 * Narrow letters may only seem to be the same.
 */
function isRepeatOf(line, other) {
  return wideningOf(line) === 1 && isSameText(line, other) && isAgreed(other);
}

function isSameText(line, other) {
  return withoutMarks(line.readings[0]) === withoutMarks(other.readings[0]);
}

function isAgreed({ readings }) {
  return valueOfTwoFrames(readings, withoutMarks) !== undefined;
}

/** A mark between two digits may be a decimal point. All others may differ. */
function withoutMarks({ text }) {
  return text.replace(/(?<!\d)\W|\W(?!\d)/g, "").toUpperCase();
}
