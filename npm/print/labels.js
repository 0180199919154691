// Parses the batch and the product licence number in a line of print, and what is before them.
import { EXPIRY_LABEL, MONTH_AND_YEAR } from "./expiry.js";

/**
 * The label of a batch. `B` is not one: `B6` and `BP` begin with it. A lotion is a form. Glare
 * may widen a gap: `LO T`. A T may be read as an I.
 */
export const BATCH_LABEL =
  /(?:\bL[O0]T(?!IONS?\b)|\bL ?[O0] ?T(?![A-Z])|\bL[O0][I1](?=\W+[A-Z]{0,2}\d)|BAT[A-Z]{1,2}H|\bB\W{0,3}N[O0]?\b|\bBN)(?:\W{0,2}(?:(?:N[O0]|NUMBER|NR|CODE)\b|N[°º]))?/i;
const BATCH = /^[\s.:;#-]*([A-Z0-9][A-Z0-9/-]{2,19})/i;
/** A batch directly before another label: the network may omit the space. */
const NEXT_LABEL = /(?:EXP|MFD|MAN|GTIN|PL\b|SN\b).*$/i;

/** Finds the batch after its label, or `undefined`. A batch has a digit. */
export function batchIn(text) {
  const label = BATCH_LABEL.exec(text);
  if (!label) return undefined;
  const after = text.slice(label.index + label[0].length).replace(NEXT_LABEL, "");
  const batch = BATCH.exec(after)?.[1].toUpperCase();
  // What ends with a mark lacks its last character.
  return batch !== undefined && /\d/.test(batch) && /[A-Z\d]$/.test(batch) ? batch : undefined;
}

/**
 * Finds the batch in a text that has no label, if it is nothing but a batch. Its label is on
 * another line.
 */
export function bareBatch(text) {
  return /^[A-Z0-9][A-Z0-9-]{3,13}$/i.test(text.trim()) && /\d/.test(text)
    ? text.trim().toUpperCase()
    : undefined;
}

/** Reads the number of a product licence as `PL 12345/0678`, or `undefined`. */
export function licenceIn(text) {
  const found = /\b(PL(?:GB|NI)?)[\s.:]*(\d{5})\s*\/\s*(\d{4})(?!\d)/i.exec(text);
  return found ? `${found[1].toUpperCase()} ${found[2]}/${found[3]}` : undefined;
}

/** Reports whether a reading of a line has the number of a product licence. */
export function hasLicence({ readings }) {
  return readings.some(({ text }) => licenceIn(text) !== undefined);
}

/** A licence whose first letter is hidden. */
const REST_OF_LICENCE = String.raw`\bP?L\W{0,2}\d{5}\/\d`;
/** The number of a barcode. */
const CODE = String.raw`\d{12,}`;
/** A number behind its label, whose first letters are apart: `B` and `.No.: 8899619`. */
const NUMBERED = String.raw`(?<![A-Z])N[O0]\W{0,3}\d{4}`;
const FIELDS = [
  EXPIRY_LABEL.source,
  BATCH_LABEL.source,
  REST_OF_LICENCE,
  CODE,
  NUMBERED,
  MONTH_AND_YEAR.source,
];
const FROM_FIELD = new RegExp(String.raw`\W*(?:${FIELDS.join("|")}).*$`, "i");

/**
 * Says what is before the expiry date, the batch, the licence or the barcode: two texts on one
 * row may be one line.
 */
export function beforeFields(text) {
  return text.replace(FROM_FIELD, "");
}

/** Reports whether a text is only a date, digits or marks. */
export function isNumberAlone(text) {
  return /^[\d\s./:-]*$/.test(text);
}
