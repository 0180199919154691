// The names of companies in lines of print.
import { agreedText } from "./agreement.js";
import { STRENGTH } from "./amounts.js";
import { MONTH_AND_YEAR } from "./expiry.js";

const COMPANY_WORDS = "ltd|limited|plc|gmbh|pharma(?:ceuticals?)?|laboratories|healthcare";
/** A text that ends with a word that only companies have. */
export const COMPANY = new RegExp(`(?:${COMPANY_WORDS})\\W*$`, "i");
/**
 * What is before the rest of a line: the name of a company ends with its legal form. The text
 * beside it on the same row may be read with it.
 */
const COMPANY_BEFORE_REST = /^(.*(?:ltd|limited|plc|gmbh)\b)\s*(.*)$/i;
/** The name of a company up to the first word that only companies have. */
const START_OF_COMPANY = new RegExp(`^.*?[a-z].*?(?:${COMPANY_WORDS})`, "i");

/**
 * Returns a line without what follows the name of a company, unless that has a word or an amount.
 */
export function withoutRest(text) {
  const [, company, rest] = COMPANY_BEFORE_REST.exec(text) ?? [];
  const isStated = /[a-z]{3}/i.test(rest) && !MONTH_AND_YEAR.test(rest);
  return company === undefined || isStated || STRENGTH.test(rest) ? text : company;
}

/**
 * Returns the start of the name of a company on which two readings agree, if text beside it was
 * read with it.
 */
export const companyIn = (readings) =>
  agreedText(
    readings.flatMap(({ text, ...reading }) =>
      (START_OF_COMPANY.exec(text) ?? []).map((text) => ({ ...reading, text })),
    ),
  );

/** The legal form of a company that the search does not know. */
const LEGAL_FORM = /\s+(?:[BN]\.\s?V|S\.\s?A)\.?$/;

/** A letter after the name of a company is the rest of a word. */
const LETTER_AFTER_COMPANY = new RegExp(`(?<=(?:${COMPANY_WORDS})) [A-Z]$`, "i");

/** Returns a text without the letter that is left after the name of a company. */
export const withoutLastLetter = (text) => text.replace(LETTER_AFTER_COMPANY, "");

/** Returns a text without the legal form of a company that the search does not know. */
export const withoutLegalForm = (text) => text.replace(LEGAL_FORM, "");
