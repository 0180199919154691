// Makes a question for the search from the lines of a box: name, strength, form, size and maker.
import { agreedText, sureText } from "./agreement.js";
import { cut } from "./candidates.js";
import { EXPIRY_LABEL, MONTH } from "./expiry.js";
import { BATCH_LABEL, licenceIn } from "./labels.js";
import { keyOf, linesOfTwoBoxes, withoutRepeats } from "./layout.js";
import { FORM, separated } from "./spacing.js";

/** Units of strengths. */
const UNIT = "mg|mcg|micrograms?|μg|nanograms?|g|%|units?|iu|mmol|ml";
/** A number with a unit of strengths. Zeros alone are the rest of a number that a gap or a faint point divides. */
const AMOUNT = String.raw`(?!0+\s*(?:${UNIT})(?![a-z]))\d[\d,.·]*\s*(?:${UNIT})(?![a-z])`;
const STRENGTH = new RegExp(String.raw`${AMOUNT}(?:\s*(?:\/|per|\+)\s*(?:${AMOUNT}|ml|g|doses?|hours?))*`, "i");
const STRENGTHS = new RegExp(STRENGTH.source, "gi");
const PACK_SIZE = /^\W*\d[\d.,]*\s*(?:ml|g)\W*$/i;
/** The number of tablets or the like in a pack. Two boxes in view have two. */
const COUNT = /\d+\s*(?:tablets?|capsules?|patch(?:es)?|ampoules?|vials?|sachets?|suppositories|pessaries)/i;
/** Two letters alone are the rest of a line that is cut, unless they state a release. */
const FRAGMENT = /^(?!(?:xl|sr|mr|la|cr|er|pr|ec|pa|sf|cd|bd|bp|xr)$)\W*[a-z']{0,2}\W*$/i;
const COMPANY_WORDS = "ltd|limited|plc|gmbh|pharma(?:ceuticals?)?|laboratories|healthcare";
const COMPANY = new RegExp(`(?:${COMPANY_WORDS})\\W*$`, "i");
/** What is before the rest of a line: the name of a company ends with its legal form. The text beside it on the same row may be read with it. */
const COMPANY_BEFORE_REST = new RegExp(String.raw`^(.*(?:ltd|limited|plc|gmbh)\b)\s*(.*)$`, "i");
/** The name of a company up to the first word that only companies have. */
const START_OF_COMPANY = new RegExp(String.raw`^.*?[a-z].*?(?:${COMPANY_WORDS})`, "i");
const FORM_WORDS = new RegExp(`(?:${FORM}|oral|sugar|free|film|coated|\\bfor|release|resistant)`, "gi");
/** A line that is lower than this part of the largest one is small print. */
const SMALL_PRINT = 0.28;
/** A line of at least this part of the largest one must be read without doubt: it may have a strength, a route or a release. */
const PROMINENT = 0.6;
/** The name of a medicine is in a line of at least this part of the largest one. */
const OF_NAME = 0.8;

/** The legal form of a company that the search does not know. */
const LEGAL_FORM = /\s+(?:[BN]\.\s?V|S\.\s?A)\.?$/;

/** Text of boxes that says nothing of the pack. Spaces may be missing. */
const NOISE = /keep\s*(?:all|out)|reach\s*of|of\s*children|ch\s*of\s*chil|leaflet|read\s*the|store\s*(?:in|below)|not\s*store|below\s*\d|original\s*pack|package|doctor|pharmacist|directed|contains|also\s*cont|each\s*[a-z]+\s*cont|lactose|excipients|MA\s*holder|manufactured|distributed|www\.|GTIN|\bSN\b|^POM$|^P$|Ph\.?\s*Eur/i;

/** Words of sentences, which no name of a pack has. Glare may hide the rest of the sentence. */
const SENTENCE = /\b(?:the|be|each|your|as|further|before)\b/i;
/** What a sentence may state of a medicine: a strength, a route, a release or an exclusion. */
const STATED = /\d|\bno[tn]?\b|oral|mouth|inject|infus|intra|cutan|rect|vagin|\beye|\bear|nas|nose|topic|extern|inhal|releas|resist|free/i;

/** Words that are a part of a name, or that state for whom a medicine is. */
const PART_OF_NAME = /\b(?:xl|sr|mr|la|cr|er|pr|ec|sf|cd|xr|retard|forte|plus|extra|max|maximum|strength|junior|infant|child(?:ren)?|paediatric|adults?)\b/i;

/**
 * Returns `{ text, parts, name, strength, doubts, alternatives }` of lines with their `readings`. `parts` are the lines of `text`. `name` and
 * `strength` are absent unless two readings agree. `doubts` lists why the question may be wrong. Each of `alternatives` is a part of the question,
 * with the `doubt` that this adds.
 */
export function questionOf(lines) {
  const tallest = Math.max(0, ...lines.filter(hasLetters).map(({ height }) => height));
  const read = lines.map((line) => withText({ line, share: line.height / tallest }));
  const useful = read.filter(mayBeUseful).map(cleaned).filter(isUseful);
  const boxes = boxesOf(useful, lines);
  const own = ownLines(useful, boxes);
  const { text, parts, name, strength } = questionOfBox(own);
  const ofBoxes = boxes.map(questionOfBox).filter((one) => one.name !== undefined && one.strength !== undefined);
  const doubts = Object.entries({
    unsure_line: read.some(isUnsure),
    cut_line: useful.some(isCutPart),
    several_strengths: differ(strengthsOf(own)) || own.some(hasSeveralStrengths),
    several_sizes: differ(sizesOf(own)),
    several_boxes: differ(licencesOf(lines).map(({ value }) => value)),
    cut_question: cut(text) !== text,
  });
  return {
    text: cut(text),
    parts,
    name: name ?? ofBoxes[0]?.name,
    strength: strength ?? ofBoxes[0]?.strength,
    doubts: doubts.flatMap(([doubt, applies]) => (applies ? [doubt] : [])),
    alternatives: [...alternativesTo(text, ofBoxes), ...(boxes.length > 0 ? [] : withoutCutWords(text, own))].map(({ text, ...rest }) => ({ text: cut(text), ...rest })),
  };
}

/** Returns `{ text, parts, name, strength }` of the lines of one box. */
function questionOfBox(own) {
  const whole = own.filter(({ line }) => !hasCutEnd(line));
  const name = whole.find(isName);
  const optional = new Set(own.filter(isOptional).map(queryOf));
  const parts = withoutRepeats(own.map(queryOf)).map((text) => ({ text, optional: optional.has(text) }));
  return { text: parts.map(({ text }) => text).join(" "), parts, name: name && withoutRepeats([separated(name.text)])[0], strength: strengthsOf(whole)[0] };
}

const queryOf = ({ text }) => words(text).join(" ");


/** Returns whether a search that finds nothing may omit a line: it is no part of the name, and states no form. */
const isOptional = ({ share, text }) => share < OF_NAME && !STATED.test(text) && !PART_OF_NAME.test(text) && separated(text).replace(FORM_WORDS, "") === separated(text);

/** Returns the question without the words of small lines that the edge of the picture cuts, if there are any. Such words are rarely whole. */
function withoutCutWords(text, own) {
  const whole = questionOfBox(own.map(wholeWords).filter(isUseful)).text;
  return whole === text ? [] : [{ text: whole, doubt: "cut_words" }];
}

/** Returns a line without the words that the edge of the picture cuts, if it is small and states nothing of the medicine. */
function wholeWords({ line, share, text }) {
  if (share >= PROMINENT || STATED.test(text) || !hasCutEnd(line)) return { line, share, text };
  const [isStartCut, isEndCut] = line.cutEnds;
  const start = isStartCut ? text.replace(/^\S+\s*/, "") : text;
  return { line, share, text: isEndCut ? start.replace(/\s*\S+$/, "") : start };
}

/** Returns the questions of boxes in view, and for each question of two routes those of one. */
function alternativesTo(text, ofBoxes) {
  return [...withOneRoute(text), ...ofBoxes.flatMap(({ text, parts, name }) => [{ text, parts, name, doubt: "one_box" }, ...withOneRoute(text)])];
}

/** A box may be for either route, and the register names one of them. The search wants both. */
const TWO_ROUTES = /\b(injection)\s+or\s+(infusion)\b/i;

function withOneRoute(text) {
  if (!TWO_ROUTES.test(text)) return [];
  return ["$1", "$2"].map((route) => ({ text: text.replace(TWO_ROUTES, route), doubt: "one_route" }));
}

/** Returns a line without a label, and a small one without fragments of words. */
function cleaned({ line, share, text }) {
  const own = ownPart(text).replace(START_OF_FORM, "");
  return { line, share, text: share < PROMINENT ? withoutFragments(own) : own };
}

/** A letter alone before a word, but for those that name vitamins and the like. */
const FIRST_LETTER = /^\W*[a-zF-Z] (?=[a-z])/;
const LETTER_AFTER_COMPANY = new RegExp(`(?<=(?:${COMPANY_WORDS})) [A-Z]$`, "i");
/** The first letters of a form, whose rest glare hides. */
const START_OF_FORM = /(?<=-(?:coated|resistant|release)) (?:T|Ta|Tab|Tabl|Table|C|Ca|Cap|Caps|Capsu|Capsul)$/i;

/** Returns a text without single letters that are the rest of words. */
const withoutFragments = (text) => text.replace(FIRST_LETTER, "").replace(LETTER_AFTER_COMPANY, "");

/** Returns a line without what follows the name of a company, unless that has a word or an amount. */
function withoutRest(text) {
  const [, company, rest] = COMPANY_BEFORE_REST.exec(text) ?? [];
  const isStated = /[a-z]{3}/i.test(rest) && !DATE.test(rest);
  return company === undefined || isStated || STRENGTH.test(rest) ? text : company;
}

/** What glare leaves of a word of small print, such as `k age` of `package`. */
const REST_OF_WORD = /^\W*[a-z] [a-z]{1,3}\W*$/i;

/** Returns whether a line that was read says something of the pack. */
function mayBeUseful({ line, share, text }) {
  if (text === undefined || line.isValue || share < SMALL_PRINT) return false;
  return isOfPack(text) && !(share < PROMINENT && REST_OF_WORD.test(text));
}

/** Returns whether a cleaned line says something of the pack, and is no sentence. The name of a company may have a word of sentences. */
const isUseful = ({ share, text }) => isWords(text) && !(share < OF_NAME && SENTENCE.test(text) && !STATED.test(text) && !COMPANY.test(text));

const hasCutEnd = ({ cutEnds = [] }) => cutEnds.includes(true);

/** Returns whether the edge of the picture cuts a line that may have a part of the name or a strength: `5 mg` may be the rest of `2.5 mg`. */
const isCutPart = ({ line, share, text }) => hasCutEnd(line) && (share >= PROMINENT || STRENGTH.test(separated(text)));

/** A line of a form or of a company alone is no name. */
const isName = ({ text, share }) => share >= OF_NAME && !COMPANY.test(text) && /[a-z]{4}/i.test(separated(text).replace(STRENGTH, "").replace(FORM_WORDS, ""));

/** Returns whether a line may have a part of the name or a strength, but no two readings agree. */
const isUnsure = ({ line, share, isAgreed }) => !isAgreed && isWorthReading(line) && (share >= PROMINENT || line.readings.some((reading) => STRENGTH.test(separated(reading.text))));

/** Returns whether a line has two amounts of one unit: on a strip, the `8 mg` of one pocket may be the `88 mg` of another. */
function hasSeveralStrengths({ text }) {
  const amounts = new Set([...separated(text).matchAll(STRENGTHS)].map(([amount]) => keyOf(amount)));
  const units = new Set([...amounts].map((amount) => amount.replace(/[\d,.·]/g, "")));
  return units.size < amounts.size;
}

/** Returns the strengths. An amount alone is a size, unless the size is a number of tablets or the like. */
function strengthsOf(some) {
  const [alone, beside] = [true, false].map((wanted) => some.filter(({ text }) => PACK_SIZE.test(text) === wanted).flatMap(({ text }) => STRENGTH.exec(separated(text))?.[0] ?? []));
  return beside.length === 0 && countsOf(some).length > 0 ? alone : beside;
}

const countsOf = (some) => some.flatMap(({ text }) => COUNT.exec(text)?.[0] ?? []);

/** Returns the sizes: numbers of tablets or the like, or else amounts. Ten ampoules of 5 ml have both. */
function sizesOf(some) {
  const counts = countsOf(some);
  return counts.length > 0 ? counts : some.flatMap(({ text }) => (PACK_SIZE.test(text) ? [text] : []));
}

/** Returns the product licences, of which a box has one, as `{ line, value }`. */
const licencesOf = (lines) => lines.flatMap((line) => {
  const value = line.readings.map(({ text }) => licenceIn(text)).find((licence) => licence !== undefined);
  return value === undefined ? [] : [{ line, value }];
});

/** Returns the useful lines of two boxes in view, that with the largest name first. Only two licences are evidence enough. */
function boxesOf(useful, lines) {
  const seeds = new Map(licencesOf(lines).map(({ line, value }) => [value, line]));
  const boxes = seeds.size === 2 ? linesOfTwoBoxes(lines, [...seeds.values()]) : undefined;
  if (!boxes) return [];
  const parts = boxes.map((box) => sharedWithin(useful.filter(({ line }) => box.includes(line))));
  return parts.sort((one, other) => largestName(other) - largestName(one));
}

/** Returns the lines of one box, with their heights as parts of its largest one: the other box may have larger ones. */
function sharedWithin(some) {
  const tallest = Math.max(0, ...some.map(({ line }) => line.height));
  return some.map((one) => ({ ...one, share: one.line.height / tallest }));
}

const largestName = (some) => Math.max(0, ...some.filter(isName).map(({ line }) => line.height));

/** Omits the lines of another box, unless its name or its strength is in view too: then nobody knows which box is meant. */
function ownLines(useful, boxes) {
  const [own, other] = boxes;
  if (!other || largestName(own) === 0) return useful;
  return other.some(isName) || strengthsOf(other).length > 0 ? useful : useful.filter(({ line }) => !other.some((one) => one.line === line));
}

/** A line that may have the name or the strength is believed if two readings agree. For the rest of the box one sure reading is enough. */
function withText({ line, share }) {
  const { readings, isRepeat } = line;
  const isOneEnough = !mayHaveNameOrStrength(readings[0].text, share, readings);
  if (isRepeat) return { line, share, isAgreed: true, text: readings[0].text };
  const text = isOneEnough ? sureText(readings) : agreedText(readings);
  return { line, share, isAgreed: text !== undefined, text: text ?? companyIn(readings) };
}

/** Returns the start of the name of a company on which two readings agree, if text beside it was read with it. */
const companyIn = (readings) => agreedText(readings.flatMap(({ text, ...reading }) => (START_OF_COMPANY.exec(text) ?? []).map((text) => ({ ...reading, text }))));

/** Returns whether one reading of a line is not enough. `share` is its height as a part of the largest one's. */
export const mayHaveNameOrStrength = (text, share, readings) => share >= OF_NAME || STRENGTH.test(separated(text)) || sureText(readings) === undefined;

const hasLetters = ({ readings }) => readings.some(({ text }) => /[a-z]{3}/i.test(text));

/** Returns whether a line that is not sure may have a part of the name. */
const isWorthReading = ({ readings, isValue }) => !isValue && readings.length > 1 && readings.every(({ text }) => isOfPack(text) && text.replace(/\W/g, "").length >= 2);

const FROM_LABEL = new RegExp(`\\W*(?:${EXPIRY_LABEL.source}|${BATCH_LABEL.source}).*$`, "i");

/** A month and a year: the label before them may be misread. */
const DATE = new RegExp(String.raw`(?<!\d)(?:(?:0[1-9]|1[0-2])[./ -]|(?:${MONTH})\s?)20\d\d(?!\d)`);

/** A date alone, or digits alone. */
const NUMBER_ALONE = /^[\d\s./:-]+$/;

/** A batch whose label is misread, such as `BH 177492`, or partly hidden, such as `s o h 177492`. */
const MISREAD_BATCH = /^\W*(?:[A-Z]\W*){1,4}\d{5,}\W*$/i;

/** Returns whether a line may say which pack it is. */
export const isOfPack = (text) => !NOISE.test(text) && licenceIn(text) === undefined && isWords(ownPart(text));

const isWords = (text) => !NUMBER_ALONE.test(text) && !DATE.test(text) && !MISREAD_BATCH.test(text) && !FRAGMENT.test(text) && words(text).length > 0;

/** Returns what is before the expiry date or the batch, or ends with the name of a company: two texts on one row may be one line. */
const ownPart = (text) => withoutRest(text.replace(FROM_LABEL, ""));

const differ = (values) => new Set(values.map(keyOf)).size > 1;

/** Letters with four digits or more are a code, unless they are a strength. */
const isCode = (word) => /[a-z]/i.test(word) && word.replace(/\D/g, "").length >= 4 && !STRENGTH.test(word);

/**
 * A hyphen before a word excludes the word in a search, and in print it joins two. Of the first, glare may leave two letters at the start of a line:
 * `lm -coated`.
 */
const HYPHEN_BEFORE_WORD = /^(?:[a-z]{1,2} )?-+|(?<=\s)-+/g;

const words = (text) => separated(text).replace(LEGAL_FORM, "").replace(HYPHEN_BEFORE_WORD, "").split(/\s+/).filter((word) => /[a-z\d]/i.test(word) && !isCode(word));
