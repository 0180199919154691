// What codes look like, as far as it takes to tell a whole one from a part. Whether one is right is for the core to say.

const IDENTIFIER = /^\][0-9a-z]{2}/i;
const LEADING_SEPARATORS = /^(?:[\x1d␝]|[{[<](?:GS|FNC1)[}\]>]|\^FNC1|\^\]|\\x1d|\\u001d)+/i;
const ADDRESS = /^https?:\/\/[^\s"\\|^`{}<>]+$/i;
const GS1_DATA = /^\(?\d[\x1d␝\s!-~]*$/;
/** In no value and in nothing that stands for a separator. */
const NEVER_IN_DATA = /[@$`|~]|\\(?!x1d|u001d|\()/i;

/** Whether the core may find a GTIN in the text: a coarse sieve, through which goes all that does. */
export function isCodeLike(text: string): boolean {
  const data = text.trim().replace(IDENTIFIER, "").replace(LEADING_SEPARATORS, "");
  return ADDRESS.test(data) || (GS1_DATA.test(data) && !NEVER_IN_DATA.test(data));
}

const PLAIN_LENGTHS = [8, 12, 13, 14];

/** Whether the Enter between two scans was lost. */
export function areTwoCodes(text: string, stalls: readonly number[]): boolean {
  const isSeam = (at: number) => beginsCode(text.slice(0, at)) && beginsCode(text.slice(at));
  const seams = /^\d+$/.test(text) && !beginsCode(text) ? PLAIN_LENGTHS : [];
  return /[\w)]\][a-z]\d/i.test(text) || [...stalls, ...seams].some(isSeam);
}

/** Whether a scan could begin with this. Plain numbers have no beginning but themselves. */
export function beginsCode(text: string, { plain = true } = {}): boolean {
  if (/^(\][a-z]\d|https?:\/\/)/i.test(text)) return true;
  const gtin = /^\x1d*\(?01\)?(\d{14})/.exec(text)?.[1];
  return gtin !== undefined ? hasRightCheckDigit(gtin) : plain && isPlain(text);
}

/** An identifier or none, and a number of a length and with a check digit that codes have. */
export function isPlain(text: string): boolean {
  const digits = text.replace(/^\][a-z]\d/i, "");
  return /^\d+$/.test(digits) && PLAIN_LENGTHS.includes(digits.length) && hasRightCheckDigit(digits);
}

function hasRightCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
