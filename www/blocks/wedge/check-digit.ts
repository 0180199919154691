// The check digit of GTINs. The core validates every code that is looked up; this is for texts
// before that.

/**
 * Returns whether the GS1 check digit is right: weighted 1 and 3 from the right, the sum is a
 * multiple of ten.
 */
export function hasValidCheckDigit(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
