// What may be wrong with digits that don't add up. No code is made up: only the box knows the right one.

/** A sentence for digits as they were typed or read: a scanner may name the symbol before them, as in `]I1`. */
export function mistakes(typed: string): string {
  const digits = typed.replace(/^\s*\]../, "").replace(/\D/g, "");
  const what = [...missing(typed), ...swapped(digits), "one digit may be wrong"];
  return `The digits don't add up: ${listed(what)}. Read the number again`;
}

/** Boxes carry 13 digits, mostly: whoever has 12 lost one more likely than they hold an American box. */
export function isShortened(typed: string): boolean {
  return /^\d{12}$/.test(typed.replace(/[\s-]/g, ""));
}

function missing(typed: string): string[] {
  return isShortened(typed) ? ["a digit may be missing"] : [];
}

function swapped(digits: string): string[] {
  return neighbours(digits).some(addsUp) ? ["two neighbours may have changed places"] : [];
}

/** The digits with two neighbours exchanged, for each pair of them. Equal ones change nothing, and don't add up either. */
function neighbours(digits: string): string[] {
  const exchanged = (at: number) => digits.slice(0, at) + digits[at + 1] + digits[at] + digits.slice(at + 2);
  return [...digits].slice(1).map((_, at) => exchanged(at));
}

/** GS1's check: digits weigh 1 and 3 in turn from the right, and sum up to a multiple of ten. */
function addsUp(digits: string): boolean {
  const sum = [...digits].reverse().reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

function listed(parts: string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")}, or ${parts.at(-1)}`;
}
