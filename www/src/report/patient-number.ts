// Finds numbers of patients in a text, so that no report contains one.

/**
 * Returns whether a text may contain an NHS number (in Scotland, a CHI number): ten digits, of
 * which the last is a check digit of modulus 11.
 */
export function mayHavePatientNumber(text: string): boolean {
  const numbers = text.matchAll(/(?:^|\D)(\d{3}[ -]?\d{3}[ -]?\d{4})(?!\d)/g);
  return [...numbers].some(([, number = ""]) => hasValidCheckDigit(number.replace(/\D/g, "")));
}

/** Returns whether the sum of the digits, weighted 10 to 1, is a multiple of 11. */
function hasValidCheckDigit(digits: string): boolean {
  const sum = [...digits].reduce((sum, digit, at) => sum + Number(digit) * (10 - at), 0);
  return sum % 11 === 0;
}
