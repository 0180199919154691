// Reads a picture: finds its lines, reads each of them, and reads again what matters.
import { likelyDate, sureText, valueOfTwoFrames } from "./agreement.js";
import { isCutByPart, isSamePlace, LONGEST_OF_PART, partsToSearch, rowBeside } from "./closer.js";
import { cutEnds, cutsOf } from "./edges.js";
import { bareDates, endsWithYear, EXPIRY_LABEL, labelledDates, MISREAD_LABEL } from "./expiry.js";
import {
  bareBatch,
  BATCH_LABEL,
  batchIn,
  beforeFields,
  isNumberAlone,
  licenceIn,
} from "./labels.js";
import { directionOf, inReadingOrder, reversed, wideningOf, withSpacesOf } from "./layout.js";
import { upright } from "./orientation.js";

/**
 * The longer side of the picture for the network, in pixels: a whole box, or a guide that shows the
 * expiry date.
 */
const LONGEST = { box: 704, guide: 384 };
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
/** The largest number of lines that are read, the tallest first. */
const MOST_LINES = 32;
/**
 * Small print is lower than this part of the tallest line, and than the usual small line times the
 * second number: the name of a company is higher. And it is longer than its height times the third.
 */
const SMALL_PRINT = { height: 0.55, usual: 1.2, length: 11 };

/**
 * Reads a picture with an engine: `lines(picture, longest)`, `linesIn(part, longest)` and
 * `read(line, { softness, frame, stretch, relief })`. Returns a promise of what it seems to say: `{
 * lines, expiry, batch, licence }`. Small print may have the name of the company. If the fields are in
 * the rest, it is read once, or twice if its letters are narrow.
 */
export async function readPicture(engine, picture, { today, isGuide = false }) {
  const detected = engine.lines(picture, isGuide ? LONGEST.guide : LONGEST.box);
  const found = (await upright(detected, engine.read)).map((line) => ({
    ...line,
    ...cutsOf(line, picture),
  }));
  const lines = found.sort((one, other) => other.height - one.height).slice(0, MOST_LINES);
  const tallest = lines[0]?.height ?? 0;
  const usual = usualHeight(lines);
  const [small, large] = [true, false].map((wanted) =>
    lines.filter((line) => isSmallPrint(line, tallest, usual) === wanted),
  );
  const options = { today, isGuide, tallest, picture };
  const read = await readLines(engine, large, options);
  const fields = fieldsOf(read, today);
  const isOnce = fields.expiry !== undefined && fields.batch !== undefined;
  const all = inReadingOrder([
    ...read,
    ...(await readLines(engine, small, { ...options, isOnce })),
  ]);
  if (isOnce) return { lines: all, ...fields };
  const seen = fieldsOf(all, today);
  return seen.expiry
    ? { lines: all, ...seen }
    : lookCloser(engine, picture, all, seen, { today, isGuide, tallest });
}

/**
 * Searches for an expiry date in parts of the picture, which are larger for the network. At last,
 * reads the misread dates in relief.
 */
async function lookCloser(engine, picture, lines, seen, options) {
  const known = lines.filter(({ isDate }) => !isDate);
  const closer = [];
  const fields = () => fieldsOf([...lines, ...closer], options.today);
  for (const part of partsToSearch(lines)) {
    if (!fields().expiry)
      closer.push(...(await readPart(engine, picture, part, { ...options, known })));
  }
  const misread = lines.filter(
    (line) => line.isDate && !closer.some((other) => isSamePlace(line, other)),
  );
  for (const line of misread) if (!fields().expiry) await readInRelief(engine, line, options.today);
  if (!fields().expiry)
    closer.push(...(await readRows(engine, picture, [...lines, ...closer], options)));
  const { expiry, batch } = fields();
  return { lines: [...lines, ...closer], ...seen, expiry, batch: seen.batch ?? batch };
}

/** Reads the lines in a part of the picture that are not known. */
function readPart(engine, picture, part, options) {
  const found = engine
    .linesIn(part, LONGEST_OF_PART)
    .map((line) => inDirectionOf(line, part))
    .filter((line) => !options.known.some((other) => isSamePlace(line, other)));
  const lines = found.map((line) => withCuts(line, picture, part));
  return readLines(engine, lines, { ...options, isCloser: true });
}

/** Returns a line of a part in the direction of the part, which is that of its label. */
const inDirectionOf = (line, part) =>
  line.dx * part.dx + line.dy * part.dy < 0 ? reversed(line) : line;

function withCuts(line, picture, part) {
  const { isCut, mayLackEnd } = cutsOf(line, picture);
  return { ...line, isCut: isCut || isCutByPart(line, part), mayLackEnd };
}

/**
 * Reads the row beside each label of an expiry date that is alone, also if no line was found there.
 * A row that an edge cuts is not read.
 */
function readRows(engine, picture, lines, options) {
  const labels = lines.filter(
    (line) => isLabelAlone(line) && EXPIRY_LABEL.test(line.readings[0].text),
  );
  const rows = labels.map((label) =>
    rowBeside(
      label,
      directionOf(lines, label),
      lines.find((line) => line.isDate && isRightOf(line, label)),
    ),
  );
  const uncut = rows.filter((row) => !cutsOf(row, picture).isCut);
  return readLines(engine, uncut, { ...options, known: lines, isCloser: true });
}

const isSmallPrint = ({ width, height }, tallest, usual) =>
  height < Math.min(SMALL_PRINT.height * tallest, SMALL_PRINT.usual * usual) &&
  width > SMALL_PRINT.length * height;

/** Returns the height of most small lines: a quarter of all is lower. */
const usualHeight = (lines) => lines.at(Math.floor(-lines.length / 4))?.height;

/** Reads each line once, and again if it may matter. Labels may be among the `known` lines. */
async function readLines(engine, found, { known = [], ...options }) {
  const lines = await Promise.all(
    inReadingOrder(found).map(async (line) => ({
      ...line,
      readings: [await engine.read(line, READINGS[0])],
    })),
  );
  for (const line of lines) describe(line, [...known, ...lines]);
  await readAgain(engine, lines, known, options);
  if (!options.isGuide && !options.isCloser && !options.isOnce)
    await findCutEnds(engine, lines, options.picture);
  return lines;
}

/** Marks a line that has a value: its label is beside it. */
function describe(line, lines) {
  const label = lines.find(
    (other) => other !== line && isLabelAlone(other) && isRightOf(line, other),
  );
  line.isValue = label !== undefined;
  line.isDate = isDateText((label ?? line).readings[0].text) && !isLabelAlone(line);
}

/** Finds the ends of lines that an edge may cut. Only lines with words matter. */
async function findCutEnds(engine, lines, picture) {
  const read = async (line) => (await engine.read(line, READINGS[0])).text;
  const withWords = lines.filter((line) => hasWords(line.readings[0].text));
  await Promise.all(
    withWords.map(async (line) => (line.cutEnds = await cutEnds(line, picture, read))),
  );
}

/**
 * Reads lines again, each until two readings agree on it. In each round, all lines that need
 * another reading are read at once.
 */
async function readAgain(engine, lines, known, options) {
  const before = (line) => [...known, ...lines.slice(0, lines.indexOf(line))];
  let next;
  do {
    for (const line of lines) line.isRepeat = before(line).some((other) => isRepeatOf(line, other));
    const open = lines.filter((line) => !line.isRepeat && nextWay(line, options) !== undefined);
    // The first of several lines with the same text may be enough.
    next = open.filter(
      (line) => !open.slice(0, open.indexOf(line)).some((other) => isSameText(line, other)),
    );
    await Promise.all(next.map((line) => readLike(engine, line, nextWay(line, options))));
  } while (next.length > 0);
}

/**
 * Returns how a line is read next, or `undefined` if it does not matter, or two readings agree, or
 * no way is left.
 */
function nextWay(line, { today, isGuide, isCloser, isOnce, tallest }) {
  if (isOnce && (line.readings.length > 1 || wideningOf(line) === 1)) return undefined;
  if (!(isGuide ? mayHaveField(line) : isDecisive(line, tallest))) return undefined;
  if (line.isDate ? hasDate(line, today) : isAgreed(line)) return undefined;
  const isField = line.isValue || isFieldText(line.readings[0].text);
  const ways =
    line.isDate && isCloser
      ? CLOSER_READINGS
      : READINGS.slice(0, isField ? MOST_READINGS.value : MOST_READINGS.words);
  const way = ways[line.readings.length];
  // A batch has no check of its own: its characters keep their proportions, which takes longer.
  return way && { ...way, stretch: isField ? 1 / way.frame : wideningOf(line) };
}

/** Reads a date again that was misread, and that a closer look did not find. */
async function readInRelief(engine, line, today) {
  for (const way of RELIEF_READINGS) {
    if (!hasDate(line, today)) await readLike(engine, line, { ...way, stretch: 1 / way.frame });
  }
}

/**
 * Reads a line again. Its spaces are those of the first reading: letters in a lower frame are
 * further apart, so words fall into parts.
 */
async function readLike(engine, line, way) {
  const { text, ...reading } = await engine.read(line, way);
  line.readings.push({ text: withSpacesOf(text, line.readings[0].text), ...reading });
}

/**
 * Returns whether a line of a guide may have a date or a batch. A label alone has none, nor have
 * words that are read surely, or that are long.
 */
function mayHaveField(line) {
  const [{ text }] = line.readings;
  if (isLabelAlone(line)) return false;
  return (
    line.isValue ||
    isFieldText(text) ||
    !(LONG_WORDS.test(text) || /^\D+$/.test(sureText(line.readings) ?? ""))
  );
}

/** Twelve letters without a digit are no date and no batch, also if they are misread. */
const LONG_WORDS = /^(?:[^\p{L}\d]*\p{L}){12}\D*$/u;

/** Returns whether one reading of a line is not enough. */
function isDecisive(line, tallest) {
  const [{ text }] = line.readings;
  if (isLabelAlone(line) || licenceIn(text) !== undefined) return false;
  if (line.isValue || isFieldText(text)) return true;
  return hasWords(text) && mayHaveNameOrStrength(line, tallest);
}

/** A line of at least this part of the largest one may have the name. */
const PROMINENT = 0.6;

/** Returns whether one reading of a line is not enough, unless it is sure. */
const mayHaveNameOrStrength = ({ height, readings }, tallest) =>
  height >= PROMINENT * tallest || /\d/.test(readings[0].text) || sureText(readings) === undefined;

/** Returns whether a line has more than fields, digits and marks. */
const hasWords = (text) => !isNumberAlone(beforeFields(text));

/** Returns whether two readings agree on a date that exists. */
const hasDate = ({ readings }, today) =>
  likelyDate(readings, (text, options) => anyDates(text, today, options)) !== undefined;

function anyDates(text, today, options) {
  const labelled = labelledDates(text, today, options);
  return labelled.length > 0 ? labelled : bareDates(text, today, options);
}

const labelledExpiry = (readings, today) =>
  likelyDate(readings, (text, options) => labelledDates(text, today, options));
const bareExpiry = (readings, today) =>
  likelyDate(readings, (text, options) => bareDates(text, today, options));

/**
 * Returns whether a line of a strip has the text of another line, on which two readings agree.
 * Narrow letters may only seem to be the same.
 */
const isRepeatOf = (line, other) =>
  wideningOf(line) === 1 && isSameText(line, other) && isAgreed(other);

const isSameText = (line, other) =>
  withoutMarks(line.readings[0].text) === withoutMarks(other.readings[0].text);

const isAgreed = ({ readings }) =>
  valueOfTwoFrames(readings, ({ text }) => withoutMarks(text)) !== undefined;

/** A mark between two digits may be a decimal point. All others may differ. */
const withoutMarks = (text) => text.replace(/(?<!\d)\W|\W(?!\d)/g, "").toUpperCase();

const isDateText = (text) => EXPIRY_LABEL.test(text) || MISREAD_LABEL.test(text);

const isFieldText = (text) =>
  EXPIRY_LABEL.test(text) || BATCH_LABEL.test(text) || /\d{2}\W\d{2,4}|PL\W*\d/.test(text);

/**
 * A label alone. The end of another word may be before it, and an edge beside it may be read as one
 * character.
 */
const LABEL_ALONE = new RegExp(
  `^\\W*(?:\\w{1,3}\\s+)?(?:${EXPIRY_LABEL.source}|${BATCH_LABEL.source})\\W*\\w?\\W*$`,
  "i",
);

const isLabelAlone = ({ readings: [{ text }] }) => LABEL_ALONE.test(text);

/**
 * Returns whether `line` follows `label` on the same row. The row has the direction of the longer
 * one: that of a short one is less exact.
 */
function isRightOf(line, label) {
  const [dx, dy] = [line.x - label.x, line.y - label.y];
  const row = line.width > label.width ? line : label;
  const along = dx * row.dx + dy * row.dy;
  const across = Math.abs(dy * row.dx - dx * row.dy);
  return (
    along > 0 &&
    across < label.height * 0.6 &&
    along < (line.width + label.width) / 2 + 4 * label.height
  );
}

/**
 * Returns the fields of lines. A line that is cut has none, but may be a label. One that may lack
 * its end has only a whole date.
 */
function fieldsOf(all, today) {
  const uncut = all.filter((line) => !line.isCut);
  const lines = uncut.filter((line) => !line.mayLackEnd);
  const batchOf = (readings, parse) => valueOfTwoFrames(readings, ({ text }) => parse(text));
  const batch = (line) =>
    batchOf(line.readings, batchIn) ??
    (isBesideLabel(line, all, BATCH_LABEL) ? batchOf(line.readings, bareBatch) : undefined);
  return {
    expiry: only(uncut.map((line) => expiryOf(line, all, today))),
    batch: only(lines.map(batch)),
    licence: only(lines.map((line) => licenceIn(sureText(line.readings) ?? ""))),
  };
}

function expiryOf(line, all, today) {
  const date =
    labelledExpiry(line.readings, today) ??
    (isBesideLabel(line, all, EXPIRY_LABEL) ? bareExpiry(line.readings, today) : undefined);
  return date && line.mayLackEnd && !isWholeDate(line, date) ? undefined : date;
}

/**
 * Returns whether two readings of a line end with the year of a date, in four digits. Nothing of a
 * date follows it.
 */
const isWholeDate = ({ readings }, date) =>
  readings.filter(({ text }) => endsWithYear(text, date)).length > 1;

/** Returns whether a line is beside a label that is alone on its line. */
const isBesideLabel = (line, lines, label) =>
  lines.some(
    (other) => isLabelAlone(other) && label.test(other.readings[0].text) && isRightOf(line, other),
  );

/** Returns the only value. Two boxes in view may have different ones; then there is none. */
function only(values) {
  const found = new Set(values.filter((value) => value !== undefined));
  return found.size === 1 ? [...found][0] : undefined;
}
