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

/** Returns whether the centre of a line is within a rectangle. */
function isWithin(line, { x, y, dx, dy, width, height }) {
  const [right, down] = [line.x - x, line.y - y];
  return Math.abs(right * dx + down * dy) < width / 2 && Math.abs(down * dx - right * dy) < height / 2;
}

/** Returns whether a line is as long as another one, in the same place. Places differ by a part of the height. */
export function isSamePlace(line, other) {
  const [right, down] = [line.x - other.x, line.y - other.y];
  const along = Math.abs(right * other.dx + down * other.dy) + Math.abs(line.width - other.width) / 2;
  return Math.abs(down * other.dx - right * other.dy) < 0.5 * other.height && along < 0.7 * other.height;
}
