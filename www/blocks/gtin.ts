// GTINs as people, scanners and tables write them. The core validates every code that is looked up;
// this is for texts before that.

/**
 * Checks the GS1 check digit: weighted 1 and 3 from the last digit on, the sum is a multiple of
 * ten.
 */
export function hasValidCheckDigit(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** The form in which GTINs are compared: 14 digits. */
export const toGtin14 = (gtin: string): string => gtin.padStart(14, "0");

/** Makes a code without the spaces and hyphens that people write in it. */
export const withoutSeparators = (code: string): string => code.replace(/[\s-]/g, "");
