// The fields of a box: its expiry date, batch and product licence, in the lines that were read.
import { likelyDate, sureText, valueOfTwoFrames } from "./agreement.js";
import { bareDates, endsWithYear, EXPIRY_LABEL, labelledDates, MISREAD_LABEL } from "./expiry.js";
import { bareBatch, BATCH_LABEL, batchIn, licenceIn } from "./labels.js";

/**
 * Reads the fields of lines. A line that is cut has none, but may be a label. One that may lack
 * its end has only a whole date.
 */
export function fieldsOf(all, today) {
  const [expiries, batches, licences] = [[], [], []];
  for (const line of all) {
    if (line.isCut) continue;
    expiries.push(expiryOf(line, all, today));
    if (line.mayLackEnd) continue;
    batches.push(batchOf(line, all));
    licences.push(licenceIn(sureText(line.readings) ?? ""));
  }
  return { expiry: only(expiries), batch: only(batches), licence: only(licences) };
}

/** Finds the only value. Two boxes in view may have different ones; then there is none. */
function only(values) {
  const found = new Set(values);
  found.delete(undefined);
  return found.size === 1 ? [...found][0] : undefined;
}

function expiryOf(line, all, today) {
  let date = dateIn(line, labelledDates, today);
  if (date === undefined && isBesideLabel(line, all, EXPIRY_LABEL))
    date = dateIn(line, bareDates, today);
  const mayBeCut = date !== undefined && line.mayLackEnd && !isWholeDate(line, date);
  return mayBeCut ? undefined : date;
}

/** Finds the date on which two readings of a line agree. `parse` returns the dates in a text. */
function dateIn({ readings }, parse, today) {
  return likelyDate(readings, (text, options) => parse(text, today, options));
}

/** Reports whether two readings agree on a date that exists. */
export function hasDate(line, today) {
  return dateIn(line, anyDates, today) !== undefined;
}

function anyDates(text, today, options) {
  const labelled = labelledDates(text, today, options);
  return labelled.length > 0 ? labelled : bareDates(text, today, options);
}

/**
 * Reports whether two readings of a line end with the year of a date, in four digits. Nothing of a
 * date follows it.
 */
function isWholeDate({ readings }, date) {
  return readings.filter(({ text }) => endsWithYear(text, date)).length > 1;
}

function batchOf(line, all) {
  const batch = valueOfTwoFrames(line.readings, ({ text }) => batchIn(text));
  if (batch !== undefined || !isBesideLabel(line, all, BATCH_LABEL)) return batch;
  return valueOfTwoFrames(line.readings, ({ text }) => bareBatch(text));
}

/** Reports whether a line is next to a label without a value on its line. */
function isBesideLabel(line, lines, label) {
  for (const other of lines) if (isLabelAlone(other, label) && isRightOf(line, other)) return true;
  return false;
}

const ANY_LABEL = new RegExp(`${EXPIRY_LABEL.source}|${BATCH_LABEL.source}`, "i");

/**
 * A label without a value. The end of another word may be before it, and an edge next to it may be
 * read as one character.
 */
const LABEL_ALONE = new RegExp(
  String.raw`^\W*(?:\w{1,3}\s+)?(?:${ANY_LABEL.source})\W*\w?\W*$`,
  "i",
);

/** Reports whether a line is only a label: `label`, or any one. */
export function isLabelAlone({ readings: [{ text }] }, label = ANY_LABEL) {
  return LABEL_ALONE.test(text) && label.test(text);
}

/**
 * Reports whether `line` follows `label` on the same row. The row has the direction of the longer
 * one: the angle of a short one is less exact.
 */
export function isRightOf(line, label) {
  const [dx, dy] = [line.x - label.x, line.y - label.y];
  const row = line.width > label.width ? line : label;
  const along = dx * row.dx + dy * row.dy;
  const across = Math.abs(dy * row.dx - dx * row.dy);
  return (
    along > 0 &&
    across < label.height * 0.6 &&
    along < (line.width + label.width) / 2 + 4 * label.height
  );
}

/** Marks a line that has a value: its label is next to it. */
export function markField(line, lines) {
  const label = lines.find(
    (other) => other !== line && isLabelAlone(other) && isRightOf(line, other),
  );
  line.isValue = label !== undefined;
  line.isDate = isDateText((label ?? line).readings[0].text) && !isLabelAlone(line);
}

function isDateText(text) {
  return EXPIRY_LABEL.test(text) || MISREAD_LABEL.test(text);
}

/** Reports whether a text may have a field. */
export function isFieldText(text) {
  return ANY_LABEL.test(text) || /\d{2}\W\d{2,4}|PL\W*\d/.test(text);
}
