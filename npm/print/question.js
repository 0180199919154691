// Makes a question for the search from the lines of a box: name, strength, form, size and maker.
import { agreedText, sureText } from "./agreement.js";
import { EXPIRY_LABEL } from "./expiry.js";
import { BATCH_LABEL, licenceIn } from "./labels.js";

/** A number with a unit of strengths. */
const AMOUNT = String.raw`\d[\d,.·]*\s*(?:mg|mcg|micrograms?|μg|nanograms?|g|%|units?|iu|mmol|ml)(?![a-z])`;
const STRENGTH = new RegExp(String.raw`${AMOUNT}(?:\s*(?:\/|per|\+)\s*(?:${AMOUNT}|ml|g|doses?|hours?))*`, "i");
const PACK_SIZE = /^\W*\d[\d.,]*\s*(?:ml|g)\W*$/i;
/** The number of tablets or the like in a pack. Two boxes in view have two. */
const COUNT = /\d+\s*(?:tablets?|capsules?|patch(?:es)?|ampoules?|vials?|sachets?|suppositories|pessaries)/i;
/** Two letters alone are the rest of a line that is cut, unless they state a release. */
const FRAGMENT = /^(?!(?:xl|sr|mr|la|cr|er|pr|ec|pa|sf|cd|bd|bp|xr)$)\W*[a-z']{0,2}\W*$/i;
/** The characters that the search accepts. */
const LONGEST = 200;
/** A line that is lower than this part of the largest one is small print. */
const SMALL_PRINT = 0.28;
/** A line of at least this part of the largest one must be read without doubt: it may have a strength, a route or a release. */
const PROMINENT = 0.6;
/** The name of a medicine is in a line of at least this part of the largest one. */
const OF_NAME = 0.8;

/** Text of boxes that says nothing of the pack. Spaces may be missing. */
const NOISE = /keep\s*(?:all|out)|reach\s*of|leaflet|read\s*the|store\s*(?:in|below)|not\s*store|below\s*\d|original\s*pack|package|doctor|pharmacist|directed|contains|lactose|excipients|MA\s*holder|manufactured|distributed|www\.|GTIN|\bSN\b|^POM$|^P$|Ph\.?\s*Eur/i;

/**
 * Returns `{ text, name, strength, doubts }` of lines with their `readings`. `name` and `strength` are absent unless two readings agree.
 * `doubts` lists why the question may be wrong.
 */
export function questionOf(lines) {
  const tallest = Math.max(0, ...lines.filter(hasLetters).map(({ height }) => height));
  const read = lines.map((line) => withText({ line, share: line.height / tallest }));
  const useful = read.filter(({ line, share, text }) => share >= SMALL_PRINT && text !== undefined && !line.isValue && isOfPack(text));
  const strengths = useful.filter(({ text }) => !PACK_SIZE.test(text)).flatMap(({ text }) => STRENGTH.exec(separated(text))?.[0] ?? []);
  const names = useful.filter(({ text, share }) => share >= OF_NAME && /[a-z]{4}/i.test(withoutStrength(text)));
  const doubts = [
    ...(read.some(({ line, text, share }) => share >= PROMINENT && text === undefined && isWorthReading(line)) ? ["unsure_line"] : []),
    ...(differ(strengths) ? ["several_strengths"] : []),
    ...(differ(useful.flatMap(({ text }) => COUNT.exec(text)?.[0] ?? [])) ? ["several_sizes"] : []),
  ];
  return { text: joined(useful), name: names[0]?.text, strength: strengths[0], doubts };
}

/** A line that may have the name or the strength is believed if two readings agree. For the rest of the box one sure reading is enough. */
const withText = ({ line, share }) => ({ line, share, text: mayHaveNameOrStrength(line.readings[0].text, share, line.readings) ? agreedText(line.readings) : sureText(line.readings) });

/** Returns whether one reading of a line is not enough. `share` is its height as a part of the largest one's. */
export const mayHaveNameOrStrength = (text, share, readings) => share >= OF_NAME || STRENGTH.test(separated(text)) || sureText(readings) === undefined;

const hasLetters = ({ readings }) => readings.some(({ text }) => /[a-z]{3}/i.test(text));

/** Returns whether a line that is not sure may have a part of the name. */
const isWorthReading = ({ readings, isValue }) => !isValue && readings.length > 1 && readings.every(({ text }) => isOfPack(text) && text.replace(/\W/g, "").length >= 2);

/** A date alone, or digits alone. */
const NUMBER_ALONE = /^[\d\s./:-]+$/;

/** Returns whether a line may say which pack it is. */
export const isOfPack = (text) => !NUMBER_ALONE.test(text) && !FRAGMENT.test(text) && !NOISE.test(text) && !EXPIRY_LABEL.test(text) && !BATCH_LABEL.test(text) && licenceIn(text) === undefined && words(text).length > 0;

const withoutStrength = (text) => text.replace(STRENGTH, "");

const differ = (strengths) => new Set(strengths.map((strength) => strength.replace(/\s/g, "").toLowerCase())).size > 1;

/** Letters with four digits or more are a code, unless they are a strength. */
const isCode = (word) => /[a-z]/i.test(word) && word.replace(/\D/g, "").length >= 4 && !STRENGTH.test(word);

const words = (text) => separated(text).split(/\s+/).filter((word) => /[a-z\d]/i.test(word) && !isCode(word));

/** Places where the network omits a space: each pattern matches the empty text there. */
const OMITTED_SPACES = [
  /(?<=[a-z]{3})(?=\d)/gi,
  /(?<=[a-z],)(?=[a-z])/gi,
  /(?<=(?:\d\s?|\/)(?:mg|mcg|micrograms?|ml|g|%|units?))(?=[A-Z][a-z]{2}|per|\d)/g,
  /(?<=per)(?=\d|ml\b|g\b|dose)/gi,
  /(?<=[a-z]{3})(?=(?:BP|XL|SR|MR|LA|CR|ER|PR|EC|UK)\b)/g,
  /(?<=[a-z-]{3})(?=(?:tablets?|capsules?|solution|suspension|drops|cream|ointment|injection|inhaler|spray|patch(?:es)?|ampoules?|vials?|sachets?)(?![a-z]))/gi,
  /(?<=solution|suspension|injection|infusion|syringe)(?=(?:for|or|in)(?![a-z]))/gi,
  /(?<=for|oral)(?=oral|use)/gi,
];

const separated = (text) => OMITTED_SPACES.reduce((spaced, place) => spaced.replace(place, " "), text);

/** A blister strip repeats its text on each pocket. */
const withoutRepeats = (text) => text.replace(/^(.{6,}?)(?:\s+\1)+$/i, "$1");

function joined(useful) {
  const text = [...new Set(useful.map(({ text }) => withoutRepeats(words(text).join(" "))))].join(" ");
  return text.length <= LONGEST ? text : text.slice(0, text.lastIndexOf(" ", LONGEST));
}
