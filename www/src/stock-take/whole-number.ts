// Whole numbers of a list.

/** Digits alone, or in groups of exactly three. */
const WHOLE = /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)$/;
/** The zeros that spreadsheets add to whole numbers. Three of them may be thousands. */
const ZEROS = /\.0{1,2}$/;

/**
 * Returns the whole number that a text is. `undefined` for anything that may be another number:
 * `1,5`, `2,00`, `1.000`, `2e1`.
 */
export function wholeNumber(text: string): number | undefined {
  const plain = text.normalize("NFKC").trim().replace(ZEROS, "");
  if (!WHOLE.test(plain)) return undefined;
  const number = Number(plain.replace(/[, ]/g, ""));
  return Number.isSafeInteger(number) ? number : undefined;
}
