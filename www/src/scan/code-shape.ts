// The shape of codes, to distinguish whole codes from parts. The core decides whether a code is valid.

const IDENTIFIER = /^\][0-9a-z]{2}/i;
const LEADING_SEPARATORS = /^(?:[\x1d␝]|[{[<](?:GS|FNC1)[}\]>]|\^FNC1|\^\]|\\x1d|\\u001d)+/i;
const ADDRESS = /^https?:\/\/[^\s"\\|^`{}<>]+$/i;
const GS1_DATA = /^\(?\d[\x1d␝\s!-~]*$/;
/** Characters that are neither in a value nor in a notation of the separator. */
const NEVER_IN_DATA = /[@$`|~]|\\(?!x1d|u001d|\()/i;

/** Returns whether the core may find a GTIN in the text. A coarse check that accepts every text with one. */
export function isCodeLike(text: string): boolean {
  const data = text.trim().replace(IDENTIFIER, "").replace(LEADING_SEPARATORS, "");
  return ADDRESS.test(data) || (GS1_DATA.test(data) && !NEVER_IN_DATA.test(data));
}

const PLAIN_LENGTHS = [8, 12, 13, 14];

/** Returns whether a text is two scans, because the Enter between them was lost. */
export function areTwoCodes(text: string, stalls: readonly number[]): boolean {
  const isSeam = (at: number) => startsCode(text.slice(0, at)) && startsCode(text.slice(at));
  const seams = /^\d+$/.test(text) && !startsCode(text) ? PLAIN_LENGTHS : [];
  return /[\w)]\][a-z]\d/i.test(text) || [...stalls, ...seams].some(isSeam);
}

/** Returns whether a scan could start with this text. A plain number counts only if it is complete. */
export function startsCode(text: string, { plain = true } = {}): boolean {
  if (/^(\][a-z]\d|https?:\/\/)/i.test(text)) return true;
  const gtin = /^\x1d*\(?01\)?(\d{14})/.exec(text)?.[1];
  return gtin !== undefined ? hasRightCheckDigit(gtin) : plain && isPlain(text);
}

/** Returns whether a text is an optional symbology identifier and a number with the length and check digit of a code. */
export function isPlain(text: string): boolean {
  const digits = text.replace(/^\][a-z]\d/i, "");
  return /^\d+$/.test(digits) && PLAIN_LENGTHS.includes(digits.length) && hasRightCheckDigit(digits);
}

function hasRightCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
