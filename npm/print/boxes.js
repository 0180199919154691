// Which lines are of which box, if two boxes are in view.
import { licenceIn } from "./labels.js";
import { heightOf } from "./layout.js";
import { hasStrength, saysOfPack } from "./known.js";
import { namesOf } from "./names.js";

/** Finds the lines of the product licences, of which a box has one. */
export function licencesOf(lines) {
  const found = new Map();
  for (const line of lines) {
    const licence = line.readings.map(({ text }) => licenceIn(text)).find(Boolean);
    if (licence !== undefined) found.set(licence, line);
  }
  return [...found.values()];
}

/**
 * Finds the lines of two boxes in view, the box with the largest name first. `seeds` are lines of
 * which a box has one. Returns no box if only one is in view.
 */
export function boxesOf(known, lines, seeds) {
  const boxes = seeds.length === 2 ? linesOfTwoBoxes(lines, seeds) : undefined;
  if (!boxes) return [];
  const parts = [];
  for (const box of boxes) parts.push(sharedWithin(known.filter(({ line }) => box.includes(line))));
  return parts.sort((one, other) => largestName(other) - largestName(one));
}

/**
 * Finds the lines of one box, with their heights as parts of its largest one: the other box may
 * have larger ones.
 */
function sharedWithin(some) {
  const tallest = heightOf(some.map(({ line }) => line));
  return some.map((one) => ({ ...one, share: one.line.height / tallest }));
}

function largestName(some) {
  const names = namesOf(some.filter(saysOfPack));
  return heightOf(names.map(({ line }) => line));
}

/**
 * Omits the lines of another box, unless its name or its strength is in view too: then nobody knows
 * which box is meant.
 */
export function ownLines(known, [own, other]) {
  if (!other || largestName(own) === 0) return known;
  if (largestName(other) > 0 || other.some(hasStrength)) return known;
  const others = other.map(({ line }) => line);
  return known.filter(({ line }) => !others.includes(line));
}

/** The rounds of 2-means: two boxes are far apart, so it settles in a few. */
const ROUNDS = 8;

/**
 * Finds the lines of two boxes, each with one of two `seeds`, which are lines of different boxes.
 * A straight edge separates the boxes, as 2-means does. Returns `undefined` if both seeds come to
 * lie on one side.
 */
function linesOfTwoBoxes(lines, seeds) {
  // Seeds are at the edge of their boxes. Both are moved by the same distance, so that they start
  // in the middle.
  const [middle, edge] = [centerOf(lines), centerOf(seeds)];
  let centers = seeds.map(({ x, y }) => ({ x: x + middle.x - edge.x, y: y + middle.y - edge.y }));
  let boxes;
  for (let round = 0; round < ROUNDS; round += 1) {
    boxes = nearestTo(centers, lines);
    if (!boxes[0].includes(seeds[0]) || !boxes[1].includes(seeds[1])) return undefined;
    centers = boxes.map(centerOf);
  }
  return boxes;
}

/** Divides lines between two centers, each to the nearer one. */
function nearestTo([one, other], lines) {
  const boxes = [[], []];
  for (const line of lines) {
    const box = distance(one, line) <= distance(other, line) ? 0 : 1;
    boxes[box].push(line);
  }
  return boxes;
}

function centerOf(lines) {
  let [x, y] = [0, 0];
  for (const line of lines) {
    x += line.x;
    y += line.y;
  }
  return { x: x / lines.length, y: y / lines.length };
}

/** The lines of a box are spread along its rows, so a distance along them counts half. */
const ALONG_ROW = 0.5;

function distance(one, other) {
  return Math.hypot(ALONG_ROW * (one.x - other.x), one.y - other.y);
}
