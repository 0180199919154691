// Reads a picture: finds its lines, reads each of them, and looks closer for the expiry date.
import { isCutByPart, isSamePlace, LONGEST_OF_PART, partsToSearch, rowBeside } from "./closer.js";
import { cutsOf } from "./edges.js";
import { EXPIRY_LABEL } from "./expiry.js";
import { fieldsOf, isLabelAlone, isRightOf } from "./fields.js";
import { directionOf, inReadingOrder, reversed } from "./layout.js";
import { upright } from "./orientation.js";
import { readInRelief, readLines } from "./readings.js";

/**
 * The longer side of the picture for the network, in pixels: a whole box, or a guide that shows the
 * expiry date.
 */
const LONGEST = { box: 704, guide: 384 };
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
 * lines, expiry, batch, licence }`. Small print may have the name of the company. If the fields are
 * in the rest, it is read once, or twice if its letters are narrow.
 */
export async function readPicture(engine, picture, { today, isGuide = false }) {
  const lines = await findLines(engine, picture, isGuide ? LONGEST.guide : LONGEST.box);
  const tallest = lines[0]?.height ?? 0;
  const { small, large } = divided(lines, tallest);
  const options = { today, isGuide, tallest, picture };
  const read = await readLines(engine, large, options);
  const fields = fieldsOf(read, today);
  const isOnce = fields.expiry !== undefined && fields.batch !== undefined;
  const readSmall = await readLines(engine, small, { ...options, isOnce });
  const all = inReadingOrder([...read, ...readSmall]);
  if (isOnce) return { lines: all, ...fields };
  const seen = fieldsOf(all, today);
  if (seen.expiry !== undefined) return { lines: all, ...seen };
  return lookCloser(engine, picture, all, seen, { today, isGuide, tallest });
}

/** Finds the lines in a picture, the tallest first. */
async function findLines(engine, picture, longest) {
  const found = [];
  for (const line of await upright(engine.lines(picture, longest), engine.read))
    found.push({ ...line, ...cutsOf(line, picture) });
  found.sort((one, other) => other.height - one.height);
  return found.slice(0, MOST_LINES);
}

/** Divides lines, the tallest first, into small print and the others. */
function divided(lines, tallest) {
  // A quarter of all lines is lower than the usual small line.
  const usual = lines.at(Math.floor(-lines.length / 4))?.height;
  const [small, large] = [[], []];
  for (const line of lines) {
    if (isSmallPrint(line, tallest, usual)) small.push(line);
    else large.push(line);
  }
  return { small, large };
}

function isSmallPrint({ width, height }, tallest, usual) {
  const limit = Math.min(SMALL_PRINT.height * tallest, SMALL_PRINT.usual * usual);
  return height < limit && width > SMALL_PRINT.length * height;
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
    if (fields().expiry) break;
    closer.push(...(await readPart(engine, picture, part, { ...options, known })));
  }
  for (const line of misreadDates(lines, closer)) {
    if (fields().expiry) break;
    await readInRelief(engine, line, options.today);
  }
  if (!fields().expiry)
    closer.push(...(await readRows(engine, picture, [...lines, ...closer], options)));
  const { expiry, batch } = fields();
  return { lines: [...lines, ...closer], ...seen, expiry, batch: seen.batch ?? batch };
}

/** Finds the dates that a closer look did not find. */
function misreadDates(lines, closer) {
  const dates = lines.filter(({ isDate }) => isDate);
  return dates.filter((line) => !closer.some((other) => isSamePlace(line, other)));
}

/** Reads the lines in a part of the picture that are not known. */
function readPart(engine, picture, part, options) {
  const lines = [];
  for (const found of engine.linesIn(part, LONGEST_OF_PART)) {
    const line = inDirectionOf(found, part);
    const isKnown = options.known.some((other) => isSamePlace(line, other));
    if (!isKnown) lines.push(withCuts(line, picture, part));
  }
  return readLines(engine, lines, { ...options, isCloser: true });
}

/** Makes a line of a part in the direction of the part, which is the direction of its label. */
function inDirectionOf(line, part) {
  return line.dx * part.dx + line.dy * part.dy < 0 ? reversed(line) : line;
}

function withCuts(line, picture, part) {
  const { isCut, mayLackEnd } = cutsOf(line, picture);
  return { ...line, isCut: isCut || isCutByPart(line, part), mayLackEnd };
}

/**
 * Reads the row next to each label of an expiry date without a date, also if no line was found
 * there. A row that an edge cuts is not read.
 */
function readRows(engine, picture, lines, options) {
  const rows = [];
  for (const label of lines) {
    if (!isLabelAlone(label, EXPIRY_LABEL)) continue;
    const date = lines.find((line) => line.isDate && isRightOf(line, label));
    const row = rowBeside(label, directionOf(lines, label), date);
    if (!cutsOf(row, picture).isCut) rows.push(row);
  }
  return readLines(engine, rows, { ...options, known: lines, isCloser: true });
}
