// Parses the names of products and generic products, and the strengths in them. It shares no code
// with the search.
import { fold } from "../words.mjs";

/**
 * Separates the components of a mixture, and a medicine from its base. `and` separates where a
 * strength follows.
 */
const SEPARATOR = / \/ |(?<!\b1) in | with | \+ | and (?=[a-z -]+ \d[\d.,]*(?:mg|micrograms?|g|%))/;
/** Diluents of infusions, which are not components. */
const DILUENT = / in (?:sodium chloride|glucose|water for injections?)\b/;

/**
 * Parses a name: `{ text, parts: [{ words, substance, strengths, ratios }], tail, isDiluted }`.
 * `tail` is the text after the strength: the form, mostly.
 */
export function parseName(name) {
  const text = fold(name);
  const raw = text.split(SEPARATOR).map(parsePart);
  const parts = raw.flatMap((part) => withComponents(shareDenominator(part, raw)));
  return { text, parts, tail: tailOf(text), isDiluted: DILUENT.test(text) };
}

function parsePart(text) {
  const found = findStrengths(text);
  const before = found.length > 0 ? text.slice(0, found[0].index) : text;
  const words = [...wordsOf(before), ...wordsInBrackets(text)];
  return {
    text,
    words,
    substance: substanceOf(before),
    strengths: found.flatMap(({ all }) => all),
    ratios: findRatios(text),
  };
}

/** Returns the words of a text, with hyphenated ones in parts and as a whole. */
export function wordsOf(text) {
  const words = [];
  for (const [whole] of fold(text)
    .replace(/['’]/g, "")
    .matchAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu)) {
    words.push(...whole.split("-"));
    if (whole.includes("-")) words.push(whole.replaceAll("-", ""));
  }
  return words;
}

const wordsInBrackets = (text) =>
  [...text.matchAll(/\(([^()]*)/g)].flatMap((match) => wordsOf(match[1]));

/** Returns the substance without text in brackets: `adrenaline` for `adrenaline (base)`. */
const substanceOf = (text) =>
  text
    .replace(/\([^)]*(?:\)|$)/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/**
 * Adds a denominator that the name states once, for all parts: `Clobetasol 500microgram / Nystatin
 * 100,000units/g`.
 */
function shareDenominator(part, parts) {
  const shared = parts.at(-1).strengths.at(-1)?.per;
  if (!shared || parts.length === 1 || ["dose", "time"].includes(shared.dimension)) return part;
  const strengths = part.strengths.map((strength) =>
    strength.per || strength.dimension === "percent" ? strength : { ...strength, per: shared },
  );
  return { ...part, strengths };
}

/**
 * Splits a `co-` name in its components: `Co-codamol 30mg/500mg` is codeine 30 mg and paracetamol
 * 500 mg.
 */
function withComponents(part) {
  const components = componentsOf(part.text);
  const isListed = components?.length === part.strengths.length;
  return (
    components?.map((name, i) => ({
      ...part,
      words: [...part.words, ...name.split(" ")],
      strengths: isListed ? [part.strengths[i]] : part.strengths,
      isComponent: true,
    })) ?? [part]
  );
}

/**
 * Returns the text after the strength of the last component that has one, without brackets, or the
 * whole text if no component has one.
 */
function tailOf(text) {
  const found = findStrengths(text);
  if (found.length === 0) return text;
  const separators = [...text.matchAll(new RegExp(SEPARATOR, "g"))].map(({ index }) => index);
  const last = separators.filter((index) => index < found.at(-1).index).at(-1) ?? -1;
  const begin = found.find(({ index }) => index > last).end;
  return text
    .slice(begin)
    .replace(/\([^()]*\)|\([^()]*\([^()]*\)\)/g, " ")
    .replace(/^[^\p{L}\p{N}]+|\)/gu, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Returns whether a name has several components with strengths, not counting diluents. */
export function isMixture({ parts, isDiluted }) {
  const substances = new Set(
    parts
      .filter(({ strengths }) => strengths.length > 0)
      .map((part) => (part.isComponent ? part.words.join() : part.substance)),
  );
  return substances.size > (isDiluted ? 2 : 1);
}

/** Returns the parts that have all of some words. */
export const partsWith = ({ parts }, words) =>
  parts.filter((part) =>
    words.every((word) => part.words.includes(word) || part.words.includes(`${word}s`)),
  );

/**
 * The components of `co-` names, in the order in which their strengths are stated (British Approved
 * Names of combinations).
 */
const COMPONENTS = {
  amilofruse: ["amiloride", "furosemide"],
  amilozide: ["amiloride", "hydrochlorothiazide"],
  amoxiclav: ["amoxicillin", "clavulanic acid"],
  beneldopa: ["benserazide", "levodopa"],
  careldopa: ["carbidopa", "levodopa"],
  codamol: ["codeine", "paracetamol"],
  codaprin: ["codeine", "aspirin"],
  cyprindiol: ["cyproterone", "ethinylestradiol"],
  danthramer: ["dantron", "poloxamer"],
  danthrusate: ["dantron", "docusate"],
  dydramol: ["dihydrocodeine", "paracetamol"],
  fluampicil: ["flucloxacillin", "ampicillin"],
  flumactone: ["hydroflumethiazide", "spironolactone"],
  magaldrox: ["magnesium hydroxide", "aluminium hydroxide"],
  phenotrope: ["diphenoxylate", "atropine"],
  prenozide: ["oxprenolol", "cyclopenthiazide"],
  proxamol: ["dextropropoxyphene", "paracetamol"],
  simalcite: ["simeticone", "hydrotalcite"],
  tenidone: ["atenolol", "chlortalidone"],
  triamterzide: ["triamterene", "hydrochlorothiazide"],
  trimoxazole: ["trimethoprim", "sulfamethoxazole"],
  zidocapt: ["hydrochlorothiazide", "captopril"],
};

/** Returns the components of a text with a `co-` name, or `undefined`. */
const componentsOf = (text) => COMPONENTS[/\bco-([a-z]+)/.exec(text)?.[1]];

// Strengths as names write them: parsing, conversion to one unit of each dimension, and comparison.

/**
 * Spellings of each unit, with its dimension and its factor to the base unit (ng, unit, micromol,
 * kBq, %, microlitre).
 */
const UNITS = [
  ["mass", 1, "nanograms nanogram"],
  ["mass", 1e3, "micrograms microgram micograms mcg"],
  ["mass", 1e6, "mg"],
  ["mass", 1e9, "g"],
  ["unit", 1, "units unit iu"],
  ["amount of substance", 1, "micromol"],
  ["amount of substance", 1e3, "mmol"],
  ["activity", 1, "kbq"],
  ["activity", 1e3, "mbq"],
  ["activity", 1e6, "gbq"],
  ["percent", 1, "%"],
  ["volume", 1, "microlitres microlitre"],
  ["volume", 1e3, "ml"],
  ["volume", 1e6, "litres litre"],
  ["time", 1, "hours hour"],
  ["dose", 1, "dose|unit dose|actuation|application|drop"],
  ["area", 1, "square cm"],
];
const MULTIPLES = { million: 1e6, mega: 1e6 };

const unitSpellings = (text) => (/\||square/.test(text) ? text.split("|") : text.split(" "));
const UNIT_OF = new Map(
  UNITS.flatMap(([dimension, factor, text]) =>
    unitSpellings(text).map((spelling) => [spelling, { dimension, factor }]),
  ),
);

const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?: ?(?:million|mega))?`;
const UNIT = [...UNIT_OF.keys()].sort((a, b) => b.length - a.length).join("|");
const STRENGTH = new RegExp(
  String.raw`(?<![\w.,/])${NUMBER} ?(?:${UNIT})(?:/(?:${NUMBER} ?)?(?:${UNIT}))*(?![a-z\d])`,
  "g",
);
const PIECE = new RegExp(`^(?:(?<number>${NUMBER}) ?)?(?<unit>${UNIT})$`);
const RATIO = /\b1 in (\d[\d,]*)/g;

/**
 * Returns the strengths of a folded text with their places: `[{ index, end, all: [strength] }]`.
 * `30mg/500mg` is two strengths.
 */
export function findStrengths(text) {
  const found = [];
  for (const { 0: written, index } of text.matchAll(STRENGTH)) {
    const all = readStrengths(written);
    if (all.length > 0) found.push({ index, end: index + written.length, all });
  }
  return found;
}

/** Returns the ratios of a folded text: 10000 for `1 in 10,000`. */
export const findRatios = (text) => [...text.matchAll(RATIO)].map((match) => numberOf(match[1]));

/**
 * Returns the strengths that one text states, all with its denominator. A volume, a time or a dose
 * is not a strength.
 */
export function readStrengths(text) {
  const pieces = text.split("/").map(readPiece);
  const per = pieces.length > 1 && isDenominator(pieces) ? pieces.pop() : null;
  if (!pieces.every((piece) => piece && isAmount(piece, per))) return [];
  return pieces.map((piece) => ({ ...piece, per, text }));
}

function readPiece(text) {
  const { number, unit } = PIECE.exec(text)?.groups ?? {};
  if (!unit) return null;
  const { dimension, factor } = UNIT_OF.get(unit);
  const value = number === undefined ? 1 : numberOf(number);
  return {
    dimension,
    amount: value * factor,
    number: value,
    unit,
    isCounted: number !== undefined,
  };
}

/** Parses a number with separators of thousands, and `million`. */
export function numberOf(text) {
  const [, digits, multiple] = /^([\d,.]+) ?(\w*)$/.exec(text);
  return Number(digits.replaceAll(",", "")) * (MULTIPLES[multiple] ?? 1);
}

const AMOUNTS = new Set(["mass", "unit", "amount of substance", "activity", "percent"]);
const isAmount = ({ dimension, isCounted }, per) =>
  isCounted && (AMOUNTS.has(dimension) || (dimension === "volume" && per?.dimension === "volume"));

/**
 * Returns whether the last piece is a denominator: `5ml`, `dose` and `g` are; `500mg` is the
 * strength of a second component, `10g` a denominator of less than 10 g.
 */
function isDenominator(pieces) {
  const last = pieces.at(-1);
  if (!last || !AMOUNTS.has(last.dimension)) return Boolean(last);
  if (!last.isCounted) return true;
  const first = pieces[0];
  return (
    pieces.length === 2 &&
    last.unit === "g" &&
    first?.dimension === "mass" &&
    first.amount < last.amount / 5
  );
}

const isSame = (a, b) => Math.abs(a - b) <= 1e-6 * Math.max(Math.abs(a), Math.abs(b));

/**
 * The two kinds of equality: exact, or as a concentration that is stated for another volume of a
 * container.
 */
export const SAME = "same";
export const OTHER_VOLUME = "other volume";

/**
 * Compares the strength `requested` with one that a name states: `SAME`, `OTHER_VOLUME`, or `null`
 * if they differ. The state of matter (`liquid`, `semi-solid` or `null`) decides what `%` means.
 */
export function compareStrengths(requested, stated, state) {
  if (
    requested.dimension === stated.dimension &&
    isSame(requested.amount, stated.amount) &&
    agreesWithout(requested, stated)
  )
    return SAME;
  for (const one of concentrationsOf(requested, null)) {
    for (const other of concentrationsOf(stated, state))
      if (isSameConcentration(one, other)) return volumeOf(requested, stated);
  }
  return null;
}

/**
 * Returns whether the denominators agree. An amount alone agrees with that amount in any volume,
 * and `50 micrograms` with `50 micrograms/dose`.
 */
function agreesWithout(requested, stated) {
  if (!requested.per) return true;
  if (!stated.per) return ["dose", "time"].includes(requested.per.dimension);
  return (
    requested.per.dimension === stated.per.dimension &&
    isSame(requested.per.amount, stated.per.amount)
  );
}

const isSameConcentration = (a, b) =>
  a.dimension === b.dimension && a.per === b.per && isSame(a.value, b.value);

/**
 * Returns the readings of a strength as a concentration. 1 % is 10 mg in 1 ml of a liquid or in 1 g
 * of a semi-solid.
 */
function concentrationsOf({ dimension, amount, per }, state) {
  if (dimension === "percent" && !per) return percentages(amount, state);
  if (!per) return [];
  return [{ dimension, per: per.dimension, value: amount / per.amount }];
}

function percentages(amount, state) {
  const inVolume = { dimension: "mass", per: "volume", value: amount * 1e4 };
  const inMass = { dimension: "mass", per: "mass", value: amount / 100 };
  if (state === null) return [inVolume, inMass];
  return state === "liquid" ? [inVolume] : [inMass];
}

const COMMON_VOLUMES = new Set([1e3, 5e3]);

function volumeOf(requested, stated) {
  if (stated.per?.dimension !== "volume" || COMMON_VOLUMES.has(stated.per.amount)) return SAME;
  return isSame(requested.per?.amount ?? 0, stated.per.amount) ? SAME : OTHER_VOLUME;
}

// Other spellings of a strength with a volume that mean the same concentration.

/** Returns the spellings of a strength per volume: `[{ way, text, strength }]`. */
export function spellingsOf(strength) {
  const written = [
    ["as in the name", strength.text],
    ...volumes(strength),
    ...units(strength),
    ...spaces(strength),
  ];
  const spellings = written.map(([way, text]) => ({
    way,
    text,
    strength: readStrengths(text.replaceAll(" ", ""))[0],
  }));
  return spellings.filter(({ strength }) => strength);
}

/** Writes a number with at most four decimals, or returns `null` where it has more. */
export function plainNumber(value) {
  const rounded = Number(value.toFixed(4));
  return Math.abs(rounded - value) > 1e-9 * Math.max(1, value) || rounded < 0.001
    ? null
    : String(rounded);
}

const unitWord = (unit) =>
  ({ microgram: "micrograms", nanogram: "nanograms", unit: "units" })[unit] ?? unit;
const millilitres = ({ per }) => per.amount / 1e3;
const perText = (ml) => (ml === 1 ? "/ml" : `/${ml}ml`);

function volumes(strength) {
  const written = [];
  for (const ml of [1, 5, 10]) {
    const number = plainNumber((strength.number / millilitres(strength)) * ml);
    if (number !== null && ml !== millilitres(strength))
      written.push([`per ${ml} ml`, `${number}${unitWord(strength.unit)}${perText(ml)}`]);
  }
  return written;
}

/**
 * The units beside each unit, with the factor and the least and greatest number that people write
 * in them.
 */
const OTHER_UNITS = {
  mg: [
    ["micrograms", 1e3, 1, 9999],
    ["g", 1e-3, 0.1, 999],
  ],
  microgram: [["mg", 1e-3, 0.05, 999]],
  micrograms: [["mg", 1e-3, 0.05, 999]],
  g: [["mg", 1e3, 1, 99_999]],
};

function units(strength) {
  const written = [];
  for (const [unit, factor, least, greatest] of OTHER_UNITS[strength.unit] ?? []) {
    const value = strength.number * factor;
    if (value >= least && value <= greatest && plainNumber(value))
      written.push([
        "in other units",
        `${plainNumber(value)}${unit}${perText(millilitres(strength))}`,
      ]);
  }
  return written;
}

const spaces = ({ number, unit, per }) => [
  ["with spaces", `${number} ${unitWord(unit)}/${per.amount / 1e3} ml`],
  ["with spaces", `${number} ${unitWord(unit)} / ${per.amount / 1e3} ml`],
];
