// Questions about quantities: concentrations, decimals, per cent, bare numbers and ratios, in
// several spellings.
import { halfOf } from "../boxes/products.mjs";
import { drawQuestions, plainOf, sampleQuestions } from "./release.mjs";
import { plainNumber, readStrengths, spellingsOf, wordsOf } from "./names.mjs";

export const concentration = {
  name: "concentration",
  size: 3000,
  make: (release, random, size) =>
    sampleQuestions(size, random, release.generics.flatMap(concentrationsOf)),
};

function concentrationsOf({ parts }) {
  const questions = [];
  for (const { substance, strengths, isComponent } of parts) {
    for (const strength of isComponent
      ? []
      : strengths.filter(({ per }) => per?.dimension === "volume"))
      questions.push(...questionConcentration(substance, strength));
  }
  return questions;
}

const questionConcentration = (substance, strength) =>
  spellingsOf(strength).map(({ way, text, strength: requested }) => ({
    class: "concentration",
    way,
    text: `${substance} ${text}`,
    half: halfOf(substance),
    wants: { medicines: [wordsOf(substance)], strengths: [requested] },
  }));

// Strengths with a fraction, in other decimal signs, with spaces around the sign, and in full-width
// digits.

const SIGNS = ["·", "‧", "•", "∙", "⋅", ",", "٫", "．", "'"];
const SPACED = [". ", " .", " . ", ", ", " ,", "· ", " ·"];
const UNKNOWN = ["*", "_", ";", "~", "^", "="];

const toFullWidth = (text) =>
  text.replace(/[!-~]/g, (sign) => String.fromCodePoint(sign.codePointAt(0) + 0xfee0));

/** Ways to write `2.5`, each with its name. */
const WAYS = [
  ...SIGNS.map((sign) => [`sign ${sign}`, (text) => text.replace(".", sign)]),
  ...SPACED.map((sign) => [`spaced ${sign}`, (text) => text.replace(".", sign)]),
  ["full width", toFullWidth],
  ["space before the unit", (text) => text.replace(/(?<=\d)\.(\d+)/, "·$1 ")],
];

const UNKNOWN_WAYS = UNKNOWN.map((sign) => [sign, (text) => text.replace(".", sign)]);

export const decimal = {
  name: "decimal",
  size: 900,
  make: (release, random, size) => drawDecimals("decimal", WAYS, undefined)(release, random, size),
};
/** A number joined by an unknown sign: its strength, or nothing. */
export const joiner = {
  name: "decimal, unknown sign",
  size: 400,
  make: (release, random, size) =>
    drawDecimals("decimal, unknown sign", UNKNOWN_WAYS, false)(release, random, size),
};

function drawDecimals(name, ways, exists) {
  return (release, random, size) => {
    const strengths = release.generics.flatMap((medicine) => medicine.parts).flatMap(fractionsOf);
    const pools = [
      strengths.filter(({ strength }) => strength.per),
      strengths.filter(({ strength }) => !strength.per),
    ];
    return drawQuestions(size, () =>
      questionDecimal(name, random.pick(random.pick(pools)), random.pick(ways), exists),
    );
  };
}

/** `1,125` may be a thousand: only short fractions are drawn. */
const isFraction = ({ text }) => /^\d+\.\d{1,2}(?!\d)[^.]*$/.test(text);
const fractionsOf = ({ substance, strengths, isComponent }) =>
  isComponent ? [] : strengths.filter(isFraction).map((strength) => ({ substance, strength }));

function questionDecimal(name, { substance, strength }, [way, write], exists) {
  return {
    class: name,
    way,
    text: `${substance} ${write(strength.text)}`,
    half: halfOf(substance),
    exists,
    wants: { medicines: [wordsOf(substance)], strengths: [strength] },
  };
}

// Per cent for strengths in mg/ml or mg/g, and the reverse.

export const percent = {
  name: "percent",
  size: 700,
  make: (release, random, size) => {
    const medicines = plainOf(release).filter(
      (medicine) => medicine.state && converted(medicine).length > 0,
    );
    return drawQuestions(size, () => questionPercent(random.pick(medicines), random));
  },
};

function questionPercent(medicine, random) {
  const text = random.pick(converted(medicine));
  return {
    class: percent.name,
    text: `${medicine.substance} ${text}`,
    half: medicine.half,
    wants: { medicines: [medicine.words], strengths: readStrengths(text.replaceAll(" ", "")) },
  };
}

/** Returns the same strength in per cent, or in mg where the name has per cent. */
function converted({ parts, state }) {
  if (parts[0].isComponent) return [];
  const [strength] = parts[0].strengths;
  const unit = state === "liquid" ? "ml" : "g";
  if (strength.dimension === "percent" && !strength.per)
    return writeAmounts(strength.amount * 10, unit);
  const share = shareOf(strength, unit);
  const number = share === null ? null : plainNumber(share);
  return number === null ? [] : [`${number}%`, `${number} %`];
}

const writeAmounts = (mg, unit) =>
  plainNumber(mg) === null ? [] : [`${plainNumber(mg)}mg/${unit}`, `${plainNumber(mg)} mg/${unit}`];

/** Returns a strength per volume or per mass in per cent, or `null`. */
function shareOf({ dimension, amount, per }, unit) {
  if (dimension !== "mass" || per?.dimension !== (unit === "ml" ? "volume" : "mass")) return null;
  return unit === "ml" ? amount / per.amount / 1e4 : (amount / per.amount) * 100;
}

// A bare number beside a substance: the digits of a strength, also without last zeros, and ratios
// such as 1 in 10,000.

export const bareNumber = {
  name: "bare number",
  size: 700,
  make: (release, random, size) => {
    const medicines = plainOf(release).filter(
      ({ parts }) =>
        Number.isInteger(parts[0].strengths[0].number) && parts[0].strengths[0].number >= 10,
    );
    return drawQuestions(size, () => questionNumber(random.pick(medicines), random));
  },
};

function questionNumber(medicine, random) {
  const number = random.pick(cutsOf(medicine.parts[0].strengths[0].number));
  return {
    class: bareNumber.name,
    text: `${medicine.substance} ${number}`,
    half: medicine.half,
    wants: { medicines: [medicine.words], number },
  };
}

/** Returns a number, and the numbers without one or more of its last zeros: 1000, 100, 10. */
function cutsOf(number) {
  const cuts = [number];
  while (cuts.at(-1) % 10 === 0 && cuts.at(-1) >= 100) cuts.push(cuts.at(-1) / 10);
  return cuts;
}

export const ratio = {
  name: "ratio",
  size: 200,
  make: (release, random, size) =>
    sampleQuestions(size, random, release.generics.flatMap(ratiosOf)),
};

const RATIO_SPELLINGS = [
  (number) => `1:${number}`,
  (number) => `1 in ${number}`,
  (number) => `1/${number}`,
  (number) => `1 in ${number.toLocaleString("en")}`,
  (number) => `1:${number.toLocaleString("en")}`,
];

function ratiosOf({ parts, half }) {
  const questions = [];
  for (const { substance, ratios } of parts) {
    for (const number of ratios.flatMap((stated) => [stated, stated / 10, stated * 10])) {
      for (const write of RATIO_SPELLINGS)
        questions.push({
          class: ratio.name,
          text: `${substance} ${write(number)}`,
          half,
          wants: { medicines: [substance.split(" ")], ratio: number },
        });
    }
  }
  return questions;
}
