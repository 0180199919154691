// Explains digits with a wrong check digit. It never proposes a code: only the box has the right one.

/** Returns a sentence on digits as typed or scanned. A symbology identifier such as `]I1` may precede them. */
export function mistakes(typed: string): string {
  const digits = typed.replace(/^\s*\]../, "").replace(/\D/g, "");
  const what = [...missing(typed), ...swapped(digits), "one digit may be wrong"];
  return `The digits don't add up: ${listed(what)}. Read the number again`;
}

/** Returns whether a digit may be missing. Most boxes have 13 digits, so 12 are more likely a truncated EAN-13 than a UPC-A. */
export function isShortened(typed: string): boolean {
  return /^\d{12}$/.test(typed.replace(/[\s-]/g, ""));
}

function missing(typed: string): string[] {
  return isShortened(typed) ? ["a digit may be missing"] : [];
}

function swapped(digits: string): string[] {
  return neighbours(digits).some(addsUp) ? ["two neighbours may have changed places"] : [];
}

/** Returns the digits with each pair of neighbours swapped. Swapping equal digits changes nothing, and the check digit stays wrong. */
function neighbours(digits: string): string[] {
  const exchanged = (at: number) => digits.slice(0, at) + digits[at + 1] + digits[at] + digits.slice(at + 2);
  return [...digits].slice(1).map((_, at) => exchanged(at));
}

/** Returns whether the GS1 check digit is right: weighted 1 and 3 from the right, the sum is a multiple of ten. */
function addsUp(digits: string): boolean {
  const sum = [...digits].reverse().reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

function listed(parts: string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")}, or ${parts.at(-1)}`;
}
