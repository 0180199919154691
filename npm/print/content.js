// What a line of print says of the pack, and what of its text belongs into the question.
import { STRENGTH } from "./amounts.js";
import { COMPANY, withoutLastLetter, withoutLegalForm, withoutRest } from "./company.js";
import { EXPIRY_LABEL, MONTH_AND_YEAR } from "./expiry.js";
import { BATCH_LABEL, licenceIn } from "./labels.js";
import { isForm, RELEASE, separated, wordsIn } from "./spacing.js";

/** Text of boxes that says nothing of the pack. Spaces may be missing. */
const NOISE =
  /keep\s*(?:all|out)|reach\s*of|of\s*children|ch\s*of\s*chil|leaflet|read\s*the|store\s*(?:in|below)|not\s*store|below\s*\d|original\s*pack|package|doctor|pharmacist|directed|contains|also\s*cont|each\s*[a-z]+\s*cont|lactose|excipients|MA\s*holder|manufactured|distributed|www\.|GTIN|\bSN\b|^POM$|^P$|Ph\.?\s*Eur/i;

/** Returns whether a line may say which pack it is. */
export const isOfPack = (text) =>
  !NOISE.test(text) && licenceIn(text) === undefined && isWords(ownPart(text));

/** A date alone, or digits alone. */
const NUMBER_ALONE = /^[\d\s./:-]+$/;
/**
 * A batch whose label is misread, such as `BH 177492`, or partly hidden, such as `s o h 177492`.
 */
const MISREAD_BATCH = /^\W*(?:[A-Z]\W*){1,4}\d{5,}\W*$/i;
/** Two letters alone are the rest of a line that is cut, unless they state a release. */
const FRAGMENT = new RegExp(String.raw`^(?!(?:${RELEASE}|pa|bd|bp)$)\W*[a-z']{0,2}\W*$`, "i");

/**
 * Returns whether a text has words of a question: it is no number, no date, no batch and no rest of
 * a line.
 */
export const isWords = (text) =>
  [NUMBER_ALONE, MONTH_AND_YEAR, MISREAD_BATCH, FRAGMENT].every((other) => !other.test(text)) &&
  queryOf(text) !== "";

/** What a text may state of a medicine: a strength, a route, a release or an exclusion. */
const STATED =
  /\d|\bno[tn]?\b|oral|mouth|inject|infus|intra|cutan|rect|vagin|\beye|\bear|nas|nose|topic|extern|inhal|releas|resist|free/i;

export const states = (text) => STATED.test(text);

/** Words of sentences, which no name of a pack has. Glare may hide the rest of the sentence. */
const SENTENCE = /\b(?:the|be|each|your|as|further|before)\b/i;

/**
 * Returns whether a text is a part of a sentence that states nothing. The name of a company may
 * have a word of sentences.
 */
export const isSentence = (text) => SENTENCE.test(text) && !states(text) && !COMPANY.test(text);

/** Words that are a part of a name, or that state for whom a medicine is. */
const PART_OF_NAME = new RegExp(
  String.raw`\b(?:${RELEASE}|retard|forte|plus|extra|max|maximum|strength|junior|infant|child(?:ren)?|paediatric|adults?)\b`,
  "i",
);

/** Returns whether a text has a word beside forms and strengths, and is no company. */
export const hasName = (text) =>
  !COMPANY.test(text) &&
  wordsIn(separated(text).replace(STRENGTH, "")).some((word) => word.length > 3 && !isForm(word));

/**
 * Returns whether a text states nothing, and has neither a form nor a word that may be a part of a
 * name.
 */
export const mayBeOmitted = (text) =>
  !states(text) && !PART_OF_NAME.test(text) && !wordsIn(text).some(isForm);

/** A licence whose first letter is hidden. */
const REST_OF_LICENCE = String.raw`\bP?L\W{0,2}\d{5}\/\d`;
const FROM_LABEL = new RegExp(
  `\\W*(?:${EXPIRY_LABEL.source}|${BATCH_LABEL.source}|${REST_OF_LICENCE}).*$`,
  "i",
);
/** The first letters of a form, whose rest glare hides. */
const START_OF_FORM =
  /(?<=-(?:coated|resistant|release)|\b(?:hard|soft)) (?:T|Ta|Tab|Tabl|Table|C|Ca|Cap|Caps|Capsu|Capsul)$/i;

/**
 * Returns what is before the expiry date, the batch or the licence, or ends with the name of a
 * company: two texts on one row may be one line.
 */
export const ownPart = (text) =>
  withoutRest(text.replace(FROM_LABEL, "")).replace(START_OF_FORM, "");

/** What glare leaves of a word of small print, such as `k age` of `package`. */
const REST_OF_WORD = /^\W*[a-z] [a-z]{1,3}\W*$/i;

export const isRestOfWord = (text) => REST_OF_WORD.test(text);

/** A letter alone before a word, but for those that name vitamins and the like. */
const FIRST_LETTER = /^\W*[a-zF-Z] (?=[a-z])/;

/** Returns a text without single letters that are the rest of words. */
export const withoutFragments = (text) => withoutLastLetter(text.replace(FIRST_LETTER, ""));

/** Letters with four digits or more are a code, unless they are a strength. */
const isCode = (word) =>
  /[a-z]/i.test(word) && word.replace(/\D/g, "").length >= 4 && !STRENGTH.test(word);

/**
 * A hyphen before a word excludes the word in a search, and in print it joins two. Of the first,
 * glare may leave two letters at the start of a line: `lm -coated`.
 */
const HYPHEN_BEFORE_WORD = /^(?:[a-z]{1,2} )?-+|(?<=\s)-+/g;

/** Returns the words of a text for the search. */
export function queryOf(text) {
  const words = withoutLegalForm(separated(text)).replace(HYPHEN_BEFORE_WORD, "").split(/\s+/);
  return words.filter((word) => /[a-z\d]/i.test(word) && !isCode(word)).join(" ");
}
