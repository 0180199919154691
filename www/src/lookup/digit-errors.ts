// Explains digits with a wrong check digit. It never proposes a code: only the box has the right one.

/** Returns a sentence on digits as typed or scanned. A symbology identifier such as `]I1` may precede them. */
export function explainDigits(typed: string): string {
  const digits = typed.replace(/^\s*\]../, "").replace(/\D/g, "");
  const causes = [...missing(typed), ...swapped(digits), "one digit may be wrong"];
  return `The check digit is wrong: ${asList(causes)}. Read the number again`;
}

/** Returns whether a digit may be missing. Most boxes have 13 digits, so 12 are more likely a truncated EAN-13 than a UPC-A. */
export function mayLackDigit(typed: string): boolean {
  return /^\d{12}$/.test(typed.replace(/[\s-]/g, ""));
}

function missing(typed: string): string[] {
  return mayLackDigit(typed) ? ["a digit may be missing"] : [];
}

function swapped(digits: string): string[] {
  return withSwaps(digits).some(hasValidCheckDigit) ? ["two digits may be swapped"] : [];
}

/** Returns the digits with each pair of adjacent digits swapped. Swapping equal digits changes nothing, and the check digit stays wrong. */
function withSwaps(digits: string): string[] {
  const swap = (at: number) => digits.slice(0, at) + digits[at + 1] + digits[at] + digits.slice(at + 2);
  return [...digits].slice(1).map((_, at) => swap(at));
}

/** Returns whether the GS1 check digit is right: weighted 1 and 3 from the right, the sum is a multiple of ten. */
function hasValidCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

function asList(parts: string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")}, or ${parts.at(-1)}`;
}
