// The code of a row of a list: a GTIN or an AMPP code, whatever a spreadsheet did to it.
import { toGtin14, hasValidCheckDigit } from "blocks/gtin.js";

/** A code in digits, or why a text is none. */
export type ListedCode = { code: string } | { reason: string };

/** The lengths of the codes of dm+d concepts. */
const CONCEPT = { from: 15, to: 18 };

/**
 * Returns the code of a text. A GTIN without its leading zeros has them again: 12 digits or fewer
 * count only with a right check digit.
 */
export function listedCode(text: string): ListedCode {
  const plain = text.normalize("NFKC").trim();
  const shown = `“${plain}”`;
  if (plain === "") return { reason: "the code is missing" };
  if (/\d\s*e\s*\+?\d/i.test(plain)) return { reason: `${shown} is a rounded number. ${AS_TEXT}` };
  const digits = plain.replace(/\.0+$/, "").replace(/[\s'\u2019-]/g, "");
  if (!/^\d+$/.test(digits)) return { reason: `${shown} is not a GTIN or an AMPP code` };
  if (digits.length >= CONCEPT.from) return concept(digits, shown);
  if (digits.length < 8) return { reason: `${shown} ${TOO_SHORT}` };
  if (!hasValidCheckDigit(digits.length > 8 ? toGtin14(digits) : digits))
    return { reason: `${shown} has a wrong check digit: a digit is missing or wrong` };
  return { code: digits.length < 13 ? toGtin14(digits) : digits };
}

const AS_TEXT = "Format the column as text and enter the codes again";
const TOO_SHORT =
  "is too short for a GTIN. A PIP code is not one: the GTIN is below the barcode of the pack, and in the files of wholesalers";

function concept(digits: string, shown: string): ListedCode {
  if (digits.length > CONCEPT.to) return { reason: `${shown} is too long for a code` };
  if (!isConceptId(digits))
    return {
      reason: `${shown} has a wrong check digit: a spreadsheet may have rounded it. ${AS_TEXT}`,
    };
  return { code: digits };
}

/** The multiplication of the dihedral group of order 10, by which dm+d codes are checked. */
const TIMES = [
  "0123456789",
  "1234067895",
  "2340178956",
  "3401289567",
  "4012395678",
  "5987604321",
  "6598710432",
  "7659821043",
  "8765932104",
  "9876543210",
];
const PERMUTATION = "1576283094";

/**
 * Returns whether the last digit is the check digit of Verhoeff, as SNOMED International defines it
 * for its codes.
 */
export function isConceptId(digits: string): boolean {
  let check = 0;
  for (const [place, digit] of [...digits].reverse().entries()) {
    let permuted = Number(digit);
    for (let times = 0; times < place % 8; times++) permuted = Number(PERMUTATION[permuted]);
    check = Number(TIMES[check]![permuted]);
  }
  return check === 0;
}
