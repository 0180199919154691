// A second, larger look at the small print of a picture: boxes print the name of the company there.
import { heightOf, lengthAlong, reversed } from "./layout.js";

/** The longer side of the picture for the network that finds lines, in pixels. */
const LONGEST = 1280;
/**
 * Small print is lower than this part of the tallest line, and longer than its height times the
 * second number.
 */
const SMALL = { height: 0.55, length: 6 };
/** The largest number of lines that are read, the longest first. */
const MOST_LINES = 12;
/** The readings of a line. A lower frame has larger letters. */
const READINGS = [
  { softness: 0, frame: 1 },
  { softness: 1.2, frame: 0.8 },
];

/**
 * Makes a box that was read, with the small print of its picture. `engine` is the one of
 * `readPicture`. Each line of it has `isSmallPrint`: only the name of a company counts there.
 */
export async function withSmallPrint(engine, picture, box) {
  const tallest = heightOf(box.lines);
  const found = engine.lines(picture, LONGEST).filter((line) => isSmall(line, tallest));
  const longest = found.sort((one, other) => other.width - one.width).slice(0, MOST_LINES);
  const lines = longest.map((line) => readLine(engine, alongText(line, box.lines)));
  return { ...box, lines: [...box.lines, ...(await Promise.all(lines))] };
}

function isSmall({ width, height }, tallest) {
  return height < SMALL.height * tallest && width > SMALL.length * height;
}

/** Makes a line in the direction of most text on its axis: the network sees only the axis. */
function alongText(line, lines) {
  const other = reversed(line);
  return lengthAlong(lines, other) > lengthAlong(lines, line) ? other : line;
}

async function readLine(engine, line) {
  const readings = await Promise.all(READINGS.map((way) => engine.read(line, way)));
  return { ...line, isSmallPrint: true, readings };
}
