// Finds the label of a pharmacy on a box, whose lines say nothing of the pack.
import { hasLicence } from "./labels.js";
import { isAlike, placeIn } from "./layout.js";

const TAKE = "take|taken|apply|use|insert|inhale|instil|inject|suck|dissolve";
const TAKEN = "taken|used|applied|inhaled|instilled|inserted|sucked|dissolved|given";
const HOW_MANY = "one|two|three|four|half";
const HOW_OFTEN = "daily|a day|each day|every|at night|morning|directed$";
const INSTRUCTION = [
  String.raw`\b(?:${TAKE})\b.*\b(?:(?:${HOW_MANY})\b|(?:${HOW_OFTEN}))`,
  String.raw`\b(?:${HOW_MANY})\b.*\bto be (?:${TAKEN})\b`,
];
/**
 * What the label of a pharmacy says, and a box does not: to whom it was given, where, and how much
 * to take. A box says some of it, so a label has two of them.
 */
const ON_LABEL = [
  /^\W*(?:mr|mrs|miss|ms|master)\b\.?\s*\p{L}/iu,
  /(?:\b|,)[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b|\b0\d{3,4}\s?\d{3}\s?\d{3,4}\b/,
  /\b(?:pharmacy|chemists?)\b/i,
  new RegExp(INSTRUCTION.join("|"), "i"),
];
const FEWEST_ON_LABEL = 2;
/**
 * The distance from a row of a label to the next one, in heights of the lower one: some rows are
 * not found. What is further above an instruction is the box.
 */
const NEXT = { below: 3.2, above: 1.8 };
/** The same between an instruction, a person and a pharmacy: a label may have room between them. */
const APART = { below: 6, above: 6 };
/** How far the start of a row may be from the start of its neighbour, in heights. */
const OUT_OF_LINE = 0.8;
/** A row of the label is not higher than this many others. */
const TALLEST = 1.3;

/**
 * Removes the lines of a pharmacy's label. Its rows begin at the same place, one
 * below the other. What else is between its edges is on it, too. Rows with a product licence are
 * the small print of the box, and show no label.
 */
export function withoutPharmacyLabel(lines) {
  for (const anchor of lines) {
    if (anchor.isSmallPrint || !isOfLabel(anchor)) continue;
    const rows = rowsWith(anchor, lines);
    if (kindsOf(rows) < FEWEST_ON_LABEL || rows.some(hasLicence)) continue;
    const label = edgesOf(rows, anchor);
    return withoutPharmacyLabel(lines.filter((line) => !isWithin(line, label, anchor)));
  }
  return lines;
}

/** Counts how many of the kinds of text some lines have. */
function kindsOf(lines) {
  let count = 0;
  for (const kind of ON_LABEL) if (lines.some((line) => hasReading(line, kind))) count += 1;
  return count;
}

function isOfLabel(line) {
  return kindsOf([line]) > 0;
}

function hasReading({ readings }, kind) {
  return readings.some(({ text }) => kind.test(text));
}

/** Finds the rows above and below a line that are in line with it. */
function rowsWith(anchor, lines) {
  const rows = [anchor];
  for (const row of rows)
    for (const line of lines)
      if (!line.isSmallPrint && !rows.includes(line) && isNextRow(line, row)) rows.push(line);
  return rows;
}

function isNextRow(line, row) {
  const { along, across } = placeIn(row, line.x, line.y);
  const start = along - line.width / 2 + row.width / 2;
  const lower = Math.min(line.height, row.height);
  const higher = Math.max(line.height, row.height);
  const next = isOfLabel(line) && isOfLabel(row) ? APART : NEXT;
  return (
    isAlike(line, row) &&
    higher < TALLEST * lower &&
    across < next.below * lower &&
    across > -next.above * lower &&
    Math.abs(start) < OUT_OF_LINE * higher
  );
}

/** Finds the edges of a label: the outermost ends of its rows. */
function edgesOf(rows, anchor) {
  const edges = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const { x, y, width, height } of rows) {
    const { along, across } = placeIn(anchor, x, y);
    edges.left = Math.min(edges.left, along - width / 2);
    edges.right = Math.max(edges.right, along + width / 2);
    edges.top = Math.min(edges.top, across - height / 2);
    edges.bottom = Math.max(edges.bottom, across + height / 2);
  }
  return edges;
}

/** Reports whether the middle of a line is between the edges of a label. */
function isWithin({ x, y }, { left, right, top, bottom }, anchor) {
  const { along, across } = placeIn(anchor, x, y);
  return along > left && along < right && across > top && across < bottom;
}
