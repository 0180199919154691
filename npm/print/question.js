// Makes a question for the search from the lines of a box: name, strength, form, size and maker.
import { agreedText, sureText } from "./agreement.js";
import { hasSeveralStrengths, hasStrength, sizesOf, strengthsOf } from "./amounts.js";
import { cut } from "./candidates.js";
import { companyIn } from "./company.js";
import {
  hasName,
  isOfPack,
  isRestOfWord,
  isSentence,
  isWords,
  mayBeOmitted,
  ownPart,
  queryOf,
  states,
  withoutFragments,
} from "./content.js";
import { licenceIn } from "./labels.js";
import { keyOf, linesOfTwoBoxes, withoutRepeats } from "./layout.js";
import { separated } from "./spacing.js";

/** A line that is lower than this part of the largest one is small print. */
const SMALL_PRINT = 0.28;
/**
 * A line of at least this part of the largest one must be read without doubt: it may have a
 * strength, a route or a release.
 */
const PROMINENT = 0.6;
/** The name of a medicine is in a line of at least this part of the largest one. */
const OF_NAME = 0.8;

/**
 * Returns `{ text, parts, name, strength, doubts, alternatives }` of lines with their `readings`.
 * `parts` are the lines of `text`. `name` and `strength` are absent unless two readings agree.
 * `doubts` lists why the question may be wrong. Each of `alternatives` is a part of the question,
 * with the `doubt` that this adds.
 */
export function questionOf(lines) {
  const tallest = Math.max(0, ...lines.filter(hasLetters).map(({ height }) => height));
  const read = lines.map((line) => withText({ line, share: line.height / tallest }));
  const useful = read.filter(mayBeUseful).map(cleaned).filter(isUseful);
  const boxes = boxesOf(useful, lines);
  const own = ownLines(useful, boxes);
  const { text, parts, name, strength } = questionOfBox(own);
  const ofBoxes = boxes
    .map(questionOfBox)
    .filter((one) => one.name !== undefined && one.strength !== undefined);
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
    alternatives: [
      ...alternativesTo(text, ofBoxes),
      ...(boxes.length > 0 ? [] : withoutCutWords(text, own)),
    ].map(({ text, ...rest }) => ({ text: cut(text), ...rest })),
  };
}

/** Returns `{ text, parts, name, strength }` of the lines of one box. */
function questionOfBox(own) {
  const whole = own.filter(({ line }) => !hasCutEnd(line));
  const name = whole.find(isName);
  const optional = new Set(own.filter(isOptional).map(({ text }) => queryOf(text)));
  const parts = withoutRepeats(own.map(({ text }) => queryOf(text))).map((text) => ({
    text,
    optional: optional.has(text),
  }));
  return {
    text: parts.map(({ text }) => text).join(" "),
    parts,
    name: name && withoutRepeats([separated(name.text)])[0],
    strength: strengthsOf(whole)[0],
  };
}

/** Returns whether a search that finds nothing may omit a line. */
const isOptional = ({ share, text }) => share < OF_NAME && mayBeOmitted(text);

/**
 * Returns the question without the words of small lines that the edge of the picture cuts, if there
 * are any. Such words are rarely whole.
 */
function withoutCutWords(text, own) {
  const whole = questionOfBox(own.map(wholeWords).filter(isUseful)).text;
  return whole === text ? [] : [{ text: whole, doubt: "cut_words" }];
}

/**
 * Returns a line without the words that the edge of the picture cuts, if it is small and states
 * nothing of the medicine.
 */
function wholeWords({ line, share, text }) {
  if (share >= PROMINENT || states(text) || !hasCutEnd(line)) return { line, share, text };
  const [isStartCut, isEndCut] = line.cutEnds;
  const start = isStartCut ? text.replace(/^\S+\s*/, "") : text;
  return { line, share, text: isEndCut ? start.replace(/\s*\S+$/, "") : start };
}

/** Returns the questions of boxes in view, and for each question of two routes those of one. */
function alternativesTo(text, ofBoxes) {
  return [
    ...withOneRoute(text),
    ...ofBoxes.flatMap(({ text, parts, name }) => [
      { text, parts, name, doubt: "one_box" },
      ...withOneRoute(text),
    ]),
  ];
}

/** A box may be for either route, and the register names one of them. The search wants both. */
const TWO_ROUTES = /\b(injection)\s+or\s+(infusion)\b/i;

function withOneRoute(text) {
  if (!TWO_ROUTES.test(text)) return [];
  return ["$1", "$2"].map((route) => ({
    text: text.replace(TWO_ROUTES, route),
    doubt: "one_route",
  }));
}

/** Returns a line without a label, and a small one without fragments of words. */
function cleaned({ line, share, text }) {
  const own = ownPart(text);
  return { line, share, text: share < PROMINENT ? withoutFragments(own) : own };
}

/** Returns whether a line that was read says something of the pack. */
function mayBeUseful({ line, share, text }) {
  if (text === undefined || line.isValue || share < SMALL_PRINT) return false;
  return isOfPack(text) && !(share < PROMINENT && isRestOfWord(text));
}

/** Returns whether a cleaned line says something of the pack, and is no sentence. */
const isUseful = ({ share, text }) => isWords(text) && !(share < OF_NAME && isSentence(text));

const hasCutEnd = ({ cutEnds = [] }) => cutEnds.includes(true);

/**
 * Returns whether the edge of the picture cuts a line that may have a part of the name or a
 * strength: `5 mg` may be the rest of `2.5 mg`.
 */
const isCutPart = ({ line, share, text }) =>
  hasCutEnd(line) && (share >= PROMINENT || hasStrength(text));

const isName = ({ text, share }) => share >= OF_NAME && hasName(text);

/** Returns whether a line may have a part of the name or a strength, but no two readings agree. */
const isUnsure = ({ line, share, isAgreed }) =>
  !isAgreed &&
  isWorthReading(line) &&
  (share >= PROMINENT || line.readings.some((reading) => hasStrength(reading.text)));

/** Returns the product licences, of which a box has one, as `{ line, value }`. */
const licencesOf = (lines) =>
  lines.flatMap((line) => {
    const value = line.readings
      .map(({ text }) => licenceIn(text))
      .find((licence) => licence !== undefined);
    return value === undefined ? [] : [{ line, value }];
  });

/**
 * Returns the useful lines of two boxes in view, that with the largest name first. Only two
 * licences are evidence enough.
 */
function boxesOf(useful, lines) {
  const seeds = new Map(licencesOf(lines).map(({ line, value }) => [value, line]));
  const boxes = seeds.size === 2 ? linesOfTwoBoxes(lines, [...seeds.values()]) : undefined;
  if (!boxes) return [];
  const parts = boxes.map((box) => sharedWithin(useful.filter(({ line }) => box.includes(line))));
  return parts.sort((one, other) => largestName(other) - largestName(one));
}

/**
 * Returns the lines of one box, with their heights as parts of its largest one: the other box may
 * have larger ones.
 */
function sharedWithin(some) {
  const tallest = Math.max(0, ...some.map(({ line }) => line.height));
  return some.map((one) => ({ ...one, share: one.line.height / tallest }));
}

const largestName = (some) => Math.max(0, ...some.filter(isName).map(({ line }) => line.height));

/**
 * Omits the lines of another box, unless its name or its strength is in view too: then nobody knows
 * which box is meant.
 */
function ownLines(useful, boxes) {
  const [own, other] = boxes;
  if (!other || largestName(own) === 0) return useful;
  return other.some(isName) || strengthsOf(other).length > 0
    ? useful
    : useful.filter(({ line }) => !other.some((one) => one.line === line));
}

/**
 * A line that may have the name or the strength is believed if two readings agree. For the rest of
 * the box one sure reading is enough.
 */
function withText({ line, share }) {
  const { readings, isRepeat } = line;
  const isOneEnough = !mayHaveNameOrStrength(readings[0].text, share, readings);
  if (isRepeat) return { line, share, isAgreed: true, text: readings[0].text };
  const text = isOneEnough ? sureText(readings) : agreedText(readings);
  return { line, share, isAgreed: text !== undefined, text: text ?? companyIn(readings) };
}

/**
 * Returns whether one reading of a line is not enough. `share` is its height as a part of the
 * largest one's.
 */
export const mayHaveNameOrStrength = (text, share, readings) =>
  share >= OF_NAME || hasStrength(text) || sureText(readings) === undefined;

const hasLetters = ({ readings }) => readings.some(({ text }) => /[a-z]{3}/i.test(text));

/** Returns whether a line that is not sure may have a part of the name. */
const isWorthReading = ({ readings, isValue }) =>
  !isValue &&
  readings.length > 1 &&
  readings.every(({ text }) => isOfPack(text) && text.replace(/\W/g, "").length >= 2);

const differ = (values) => new Set(values.map(keyOf)).size > 1;
