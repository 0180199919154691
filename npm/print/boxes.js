// Which lines are of one box: not those of another box in view, nor of the label of a pharmacy.
import { hasLicence } from "./labels.js";
import { isAlike, placeIn } from "./layout.js";

/** The rounds of 2-means: two boxes are far apart, so it settles in a few. */
const ROUNDS = 8;

/**
 * Returns the lines of two boxes, each with one of two `seeds`, which are lines of different boxes.
 * A straight edge separates the boxes, as 2-means does. Returns `undefined` if both seeds come to
 * lie on one side.
 */
export function linesOfTwoBoxes(lines, seeds) {
  // Seeds are at the edge of their boxes. Both are moved by the same distance, so that they start
  // in the middle.
  const [middle, edge] = [centerOf(lines), centerOf(seeds)];
  let centers = seeds.map(({ x, y }) => ({ x: x + middle.x - edge.x, y: y + middle.y - edge.y }));
  let boxes;
  for (let round = 0; round < ROUNDS; round += 1) {
    boxes = centers.map((center) => lines.filter((line) => nearestOf(centers, line) === center));
    if (!seeds.every((seed, index) => boxes[index].includes(seed))) return undefined;
    centers = boxes.map(centerOf);
  }
  return boxes;
}

const nearestOf = ([one, other], line) =>
  distance(one, line) <= distance(other, line) ? one : other;

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

const distance = (one, other) => Math.hypot(ALONG_ROW * (one.x - other.x), one.y - other.y);

/**
 * What the label of a pharmacy says, and a box does not: to whom it was given, where, and how much
 * to take. A box says some of it, so a label has two of them.
 */
const ON_LABEL = [
  /^\W*(?:mr|mrs|miss|ms|master)\b\.?\s*\p{L}/iu,
  /(?:\b|,)[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b|\b0\d{3,4}\s?\d{3}\s?\d{3,4}\b/,
  /\b(?:pharmacy|chemists?)\b/i,
  /\b(?:take|taken|apply|use|insert|inhale|instil|inject|suck|dissolve)\b.*(?:\b(?:ONE|TWO|THREE|FOUR|HALF)\b|\b(?:daily|a day|each day|every|at night|morning|directed$))|\b(?:one|two|three|four|half)\b.*\bto be (?:taken|used|applied|inhaled|instilled|inserted|sucked|dissolved|given)\b/i,
];
const FEWEST_ON_LABEL = 2;
/**
 * The distance from a row of a label to the next one, in heights of the lower one: some rows are not
 * found. What is further above an instruction is the box.
 */
const NEXT = { below: 3.2, above: 1.8 };
/** The same between an instruction, a person and a pharmacy: a label may have room between them. */
const APART = { below: 6, above: 6 };
/** How far the start of a row may be from that of its neighbour, in heights. */
const OUT_OF_LINE = 0.8;
/** A row of the label is not higher than this many others. */
const TALLEST = 1.3;

/**
 * Returns the lines without those of a pharmacy's label. Its rows begin at the same place, one
 * below the other. What else is between its edges is on it, too. Rows with a product
 * licence are the small print of the box, and show no label.
 */
export function withoutPharmacyLabel(lines) {
  const large = lines.filter(({ isSmallPrint }) => !isSmallPrint);
  const anchors = large.filter((line) => kindsOf([line]).size > 0);
  for (const anchor of anchors) {
    const rows = rowsWith(anchor, large);
    if (kindsOf(rows).size >= FEWEST_ON_LABEL && !rows.some(hasLicence)) {
      const isOnLabel = within(rows, anchor);
      return withoutPharmacyLabel(lines.filter((line) => !isOnLabel(line)));
    }
  }
  return lines;
}

const kindsOf = (lines) =>
  new Set(ON_LABEL.filter((kind) => lines.some((line) => hasReading(line, kind))));

const hasReading = ({ readings }, kind) => readings.some(({ text }) => kind.test(text));

/** Returns the rows above and below a line that are in line with it. */
function rowsWith(anchor, lines) {
  const rows = [anchor];
  for (const row of rows)
    rows.push(...lines.filter((line) => !rows.includes(line) && isNextRow(line, row)));
  return rows;
}

function isNextRow(line, row) {
  const { along, across } = placeIn(row, line.x, line.y);
  const start = along - line.width / 2 + row.width / 2;
  const [lower, higher] = [line.height, row.height].sort((one, other) => one - other);
  const next = [line, row].every((one) => kindsOf([one]).size > 0) ? APART : NEXT;
  return (
    isAlike(line, row) &&
    higher < TALLEST * lower &&
    across < next.below * lower &&
    across > -next.above * lower &&
    Math.abs(start) < OUT_OF_LINE * higher
  );
}

/** Returns a function that returns whether the middle of a line is between the ends of some rows. */
function within(rows, anchor) {
  const places = rows.map((row) => ({ ...row, ...placeIn(anchor, row.x, row.y) }));
  const ends = (from, to) => [Math.min(...places.map(from)), Math.max(...places.map(to))];
  const [left, right] = ends(
    ({ along, width }) => along - width / 2,
    ({ along, width }) => along + width / 2,
  );
  const [top, bottom] = ends(
    ({ across, height }) => across - height / 2,
    ({ across, height }) => across + height / 2,
  );
  return (line) => {
    const { along, across } = placeIn(anchor, line.x, line.y);
    return along > left && along < right && across > top && across < bottom;
  };
}
