// Where an expiry date may be that was not found: in the parts of a picture around the labels that were.
import { EXPIRY_LABEL } from "./expiry.js";
import { BATCH_LABEL } from "./labels.js";
import { directionOf } from "./layout.js";

/** The size of a part, in heights of its label: the expiry date and the batch are beside each other, or one below the other. */
const PART = { width: 13, height: 5.5, before: 1 };
/** The longer side of a part for the network, in pixels: a line is then about 36 pixels high, as large as the network reads best. */
export const LONGEST_OF_PART = 480;
/** At most so many parts are searched. */
const MOST_PARTS = 2;

/** Returns the parts of the picture around the labels of an expiry date, and then of a batch. A part is a rectangle, as a line is. */
export function partsAroundLabels(lines) {
  const { dx, dy } = directionOf(lines);
  const labels = [EXPIRY_LABEL, BATCH_LABEL].flatMap((label) => lines.filter(({ readings: [{ text }] }) => label.test(text)));
  const parts = [];
  for (const label of labels) {
    if (parts.length < MOST_PARTS && !parts.some((part) => isWithin(label, part))) parts.push(partAround(label, dx, dy));
  }
  return parts;
}

/** Returns the part in which a label is at the left. */
function partAround({ x, y, width, height }, dx, dy) {
  const toCentre = (PART.width / 2 - PART.before) * height - width / 2;
  return { x: x + toCentre * dx, y: y + toCentre * dy, dx, dy, width: PART.width * height, height: PART.height * height };
}

/** Returns whether the centre of a line is in a part. */
const isWithin = ({ x, y }, part) => {
  const { along, across } = placeIn(part, x, y);
  return Math.abs(along) < part.width / 2 && Math.abs(across) < part.height / 2;
};

/** The distance of a whole line from the edge of a part, in heights of the line. The next characters could be behind a gap. */
const FROM_EDGE = 0.6;

/** Returns whether a line is cut by the edge of a part, or may be. What is left of a date may be another one. */
export function isCutByPart({ x, y, dx, dy, width, height }, part) {
  const ends = [-width / 2, width / 2].map((away) => placeIn(part, x + away * dx, y + away * dy));
  return ends.some(({ along, across }) => Math.abs(along) > part.width / 2 - FROM_EDGE * height || Math.abs(across) > (part.height - height) / 2);
}

/** Returns the place of a point, from the centre of a rectangle: along its direction, and across. */
function placeIn({ x, y, dx, dy }, pointX, pointY) {
  const [right, down] = [pointX - x, pointY - y];
  return { along: right * dx + down * dy, across: down * dx - right * dy };
}

/** Returns whether a line is as long as another one, in the same place. Places differ by a part of the height. */
export function isSamePlace(line, other) {
  const { along, across } = placeIn(other, line.x, line.y);
  return Math.abs(across) < 0.5 * other.height && Math.abs(along) + Math.abs(line.width - other.width) / 2 < 0.7 * other.height;
}
