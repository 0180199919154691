// Finds which way up the text of a picture is. The network that finds lines sees only their axis:
// a box may be turned, and the text of its side may run from bottom to top.
import { axisOf, directionOf, reversed, withJoinedCharacters } from "./layout.js";

/** The way in which a line is read to see whether it is upside down. */
const PLAIN = { softness: 0, frame: 1 };
/** The lines of each axis that are read both ways. */
const SAMPLES = 3;
/** Text that is read as surely as this is not upside down. */
const SURE = 0.93;
/** A line that is shorter than this, in heights, may run along either side. */
const LONG = 2;

/**
 * Gives lines the direction in which their text is read. Each axis is judged by its largest
 * lines. `read` belongs to an engine.
 */
export async function upright(lines, read) {
  const oriented = [];
  for (const group of byAxis(lines).map(withJoinedCharacters)) {
    const isTurned = await isUpsideDown(group, read);
    oriented.push(...(isTurned ? group.map(reversed) : group));
  }
  return oriented;
}

/** Finds the lines of each axis. Short ones belong to the axis that most of the text has. */
function byAxis(lines) {
  const main = directionOf(lines);
  const axis = axisOf(main);
  const groups = { row: [], column: [] };
  for (const line of lines) {
    const isShort = line.width < LONG * line.height && axisOf(line) !== axis;
    groups[isShort ? axis : axisOf(line)].push(isShort ? alongSide(line, main) : line);
  }
  return Object.values(groups);
}

/** Makes a line along its other side. */
function alongSide(line, { dx, dy }) {
  return { ...line, dx, dy, width: line.height, height: line.width };
}

async function isUpsideDown(lines, read) {
  const largest = [...lines].sort((one, other) => area(other) - area(one)).slice(0, SAMPLES);
  const plain = await readPlain(largest, read);
  if (plain.every(({ mean }) => mean >= SURE)) return false;
  const turned = await readPlain(largest.map(reversed), read);
  return surenessOf(turned) > surenessOf(plain);
}

function area({ width, height }) {
  return width * height;
}

function readPlain(lines, read) {
  return Promise.all(lines.map((line) => read(line, PLAIN)));
}

function surenessOf(readings) {
  let sureness = 0;
  for (const { mean } of readings) sureness += mean;
  return sureness;
}
