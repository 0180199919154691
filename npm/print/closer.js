// Where an expiry date may be that was not found: in the parts of a picture around its label,
// around a batch, or around numbers that look like a date.
import { EXPIRY_LABEL } from "./expiry.js";
import { BATCH_LABEL } from "./labels.js";
import { directionOf, placeIn } from "./layout.js";

/**
 * The size of a part, in heights of its label: the expiry date and the batch are next to each
 * other, or one below the other.
 */
const PART = { width: 13, height: 5.5 };
/** The shortest distance from a line to the right of a part. */
const AFTER = 1;
/** What looks like a date, though its label was not found. Numbers of licences do not. */
const LIKE_DATE = /^(?!\W*PL).*(?:\d{2}[\W7]{1,2}\d{2,4}|[A-Z]{3}\W{0,2}20\d{2})\W*$/i;
/**
 * What a part is around, in this order. `before` is the distance from its left to the label, or to
 * a date whose label was not found.
 */
const SEARCHED = [
  { pattern: EXPIRY_LABEL, before: 1 },
  { pattern: BATCH_LABEL, before: 1 },
  { pattern: LIKE_DATE, before: 6 },
];
/**
 * The longer side of a part for the network, in pixels: a line is then about 36 pixels high, as
 * large as the network reads best.
 */
export const LONGEST_OF_PART = 480;
/** The largest number of parts that are searched. */
const MOST_PARTS = 2;

/**
 * Finds the parts of the picture around the labels of an expiry date, then of a batch, then
 * around dates. A part is a rectangle, as a line is.
 */
export function partsToSearch(lines) {
  const parts = [];
  for (const { pattern, before } of SEARCHED) {
    for (const line of lines) {
      if (parts.length === MOST_PARTS) return parts;
      const isFound = parts.some((part) => isWithin(line, part));
      if (pattern.test(line.readings[0].text) && !isFound)
        parts.push(partAround(line, before, directionOf(lines, line)));
    }
  }
  return parts;
}

/**
 * Finds the part around a line, with all of it. `before` is the distance from its left to the
 * line, in heights of the line.
 */
function partAround({ x, y, width, height }, before, { dx, dy }) {
  const length = Math.max(PART.width, before + width / height + AFTER);
  const toCentre = (length / 2 - before) * height - width / 2;
  return {
    x: x + toCentre * dx,
    y: y + toCentre * dy,
    dx,
    dy,
    width: length * height,
    height: PART.height * height,
  };
}

/** Reports whether the centre of a line is in a part. */
function isWithin({ x, y }, part) {
  const { along, across } = placeIn(part, x, y);
  return Math.abs(along) < part.width / 2 && Math.abs(across) < part.height / 2;
}

/**
 * The distance of a whole line from the edge of a part, in heights of the line. The next characters
 * could be behind a gap.
 */
const FROM_EDGE = 0.6;

/**
 * Reports whether a line is cut by the edge of a part, or may be. What is left of a date may be
 * another one.
 */
export function isCutByPart({ x, y, dx, dy, width, height }, part) {
  for (const away of [-width / 2, width / 2]) {
    const { along, across } = placeIn(part, x + away * dx, y + away * dy);
    if (Math.abs(along) > part.width / 2 - FROM_EDGE * height) return true;
    if (Math.abs(across) > (part.height - height) / 2) return true;
  }
  return false;
}

/**
 * How far the row next to a label is read, in heights of the label: most dates, and the gap before
 * them.
 */
const BESIDE = 6;

/**
 * Finds the row next to a label, as a line that may lack its end. Noise hides parts of embossed
 * print, so what is found of it may be too low, or turned: its label shows where it is. `found` is
 * the line that was found there, if any.
 */
export function rowBeside({ x, y, width, height, score }, { dx, dy }, found) {
  const beside = { along: (width + BESIDE * height) / 2, width: BESIDE * height };
  const row = found
    ? { along: placeIn({ x, y, dx, dy }, found.x, found.y).along, width: found.width }
    : beside;
  return {
    x: x + row.along * dx,
    y: y + row.along * dy,
    dx,
    dy,
    width: row.width,
    height,
    score,
    mayLackEnd: true,
  };
}

/**
 * Reports whether a line is as long as another one, in the same place. Places differ by a part of
 * the height.
 */
export function isSamePlace(line, other) {
  const { along, across } = placeIn(other, line.x, line.y);
  return (
    Math.abs(across) < 0.5 * other.height &&
    Math.abs(along) + Math.abs(line.width - other.width) / 2 < 0.7 * other.height
  );
}
