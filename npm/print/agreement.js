// Believes only what two readings of the same line agree on. Each reading is of another softness, so they rarely share an error.

/** Returns the text without spaces and case: the network omits most spaces, so they are no difference. */
const keyOf = (text) => text.replace(/\s/g, "").toLowerCase();

/** Returns the text that at least two readings agree on, with the spaces of the surer one, or `undefined`. */
export function agreedText(readings) {
  const ordered = [...readings].sort((one, other) => other.mean - one.mean);
  return ordered.find(({ text }) => text.trim() !== "" && countOf(readings.map(({ text }) => keyOf(text)), keyOf(text)) >= 2)?.text.trim();
}

/** A reading is sure if each of its characters is. */
const SURE = 0.9;

/** Returns the text of a reading that is sure, or `undefined`. */
export const sureText = (readings) => readings.find(({ lowest }) => lowest >= SURE)?.text.trim();

/** Returns the value that `parse` finds in at least two readings, or `undefined`. */
export function agreedValue(readings, parse) {
  const values = readings.map(({ text }) => parse(text)).filter((value) => value !== undefined);
  return values.find((value) => countOf(values, value) >= 2);
}

const countOf = (values, wanted) => values.filter((value) => value === wanted).length;
