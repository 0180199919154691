// Reads a picture: finds its lines, reads each of them, and reads again what matters.
import { agreedValue, sureText } from "./agreement.js";
import { bareExpiry, EXPIRY_LABEL, labelledExpiry } from "./expiry.js";
import { bareBatch, BATCH_LABEL, batchIn, licenceIn } from "./labels.js";
import { isOfPack, mayHaveNameOrStrength, questionOf } from "./question.js";

/** The longer side of the picture for the network, in pixels: a whole box, or a guide that shows the expiry date. */
const LONGEST = { box: 736, guide: 384 };
/** The blur of each reading, in pixels of a line that is 48 pixels high. The dots of a dot matrix run together. */
const SOFTNESS = [0, 1.2, 2.4];
/** At most so many lines are read, the tallest first. */
const MOST_LINES = 24;
/** Small print is lower than this part of the tallest line, and longer than its height times the second number. */
const SMALL_PRINT = { height: 0.7, length: 14 };

/**
 * Reads a picture with an engine: `lines(picture, longest)` and `read(line, softness)`. Returns what it seems to say:
 * `{ lines, question, expiry, batch, licence }`. Without a field in the rest, small print is read too.
 */
export function readPicture(engine, picture, { today, isGuide = false }) {
  const found = engine.lines(picture, isGuide ? LONGEST.guide : LONGEST.box);
  const lines = found.sort((one, other) => other.height - one.height).slice(0, MOST_LINES);
  const tallest = lines[0]?.height ?? 0;
  const [small, large] = [true, false].map((wanted) => lines.filter((line) => isSmallPrint(line, tallest) === wanted));
  const read = readLines(engine, large, isGuide, tallest);
  const fields = fieldsOf(read, today);
  if (fields.expiry && fields.batch) return { lines: read, question: questionOf(read), ...fields };
  const all = [...read, ...readLines(engine, small, isGuide, tallest)].sort(inReadingOrder);
  return { lines: all, question: questionOf(all), ...fieldsOf(all, today) };
}

const isSmallPrint = ({ width, height }, tallest) => height < SMALL_PRINT.height * tallest && width > SMALL_PRINT.length * height;

const inReadingOrder = (one, other) => one.y - other.y || one.x - other.x;

/** Reads each line once, and again if it may matter. */
function readLines(engine, found, isGuide, tallest) {
  const lines = found.map((line) => ({ ...line, readings: [engine.read(line, SOFTNESS[0])] })).sort(inReadingOrder);
  for (const line of lines) readAgain(engine, line, lines, isGuide, tallest);
  return lines;
}

/** Reads a line until two readings agree on it, at most once for each softness. */
function readAgain(engine, line, lines, isGuide, tallest) {
  line.isValue = isBesideLabel(line, lines);
  if (!isGuide && !isDecisive(line, tallest)) return;
  for (const softness of SOFTNESS.slice(1)) {
    if (!isAgreed(line)) line.readings.push(engine.read(line, softness));
  }
}

/** Returns whether one reading of a line is not enough. */
function isDecisive(line, tallest) {
  const [{ text }] = line.readings;
  if (isLabelAlone(line) || licenceIn(text) !== undefined) return false;
  if (line.isValue || isFieldText(text)) return true;
  return isOfPack(text) && mayHaveNameOrStrength(text, line.height / tallest, line.readings);
}

const isAgreed = ({ readings }) => agreedValue(readings, (text) => text.replace(/\W/g, "").toUpperCase()) !== undefined;

const isFieldText = (text) => EXPIRY_LABEL.test(text) || BATCH_LABEL.test(text) || /\d{2}\W\d{2,4}|PL\W*\d/.test(text);

/** Returns whether a line is to the right of a label that is alone on its line. */
const isBesideLabel = (line, lines) => lines.some((other) => other !== line && isLabelAlone(other) && isRightOf(line, other));

const LABEL_ALONE = new RegExp(`^\\W*(?:${EXPIRY_LABEL.source}|${BATCH_LABEL.source})\\W*$`, "i");

const isLabelAlone = ({ readings: [{ text }] }) => LABEL_ALONE.test(text);

/** Returns whether `line` follows `label` on the same row. */
function isRightOf(line, label) {
  const [dx, dy] = [line.x - label.x, line.y - label.y];
  const along = dx * label.dx + dy * label.dy;
  const across = Math.abs(dy * label.dx - dx * label.dy);
  return along > 0 && across < label.height * 0.6 && along < (line.width + label.width) / 2 + 4 * label.height;
}

function fieldsOf(lines, today) {
  const expiry = (line) => agreedValue(line.readings, (text) => labelledExpiry(text, today)) ?? besideLabel(line, lines, EXPIRY_LABEL, (text) => bareExpiry(text, today));
  const batch = (line) => agreedValue(line.readings, batchIn) ?? besideLabel(line, lines, BATCH_LABEL, bareBatch);
  return { expiry: only(lines.map(expiry)), batch: only(lines.map(batch)), licence: only(lines.map((line) => licenceIn(sureText(line.readings) ?? ""))) };
}

/** Returns the value of a line beside a label that is alone on its line. */
function besideLabel(line, lines, label, parse) {
  const has = lines.some((other) => other !== line && isLabelAlone(other) && label.test(other.readings[0].text) && isRightOf(line, other));
  return has ? agreedValue(line.readings, parse) : undefined;
}

/** Returns the only value. Two boxes in view may have different ones; then there is none. */
function only(values) {
  const found = new Set(values.filter((value) => value !== undefined));
  return found.size === 1 ? [...found][0] : undefined;
}
