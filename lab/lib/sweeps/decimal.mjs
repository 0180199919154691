// Strengths with a fraction, in other decimal signs, with spaces around the sign, and in full-width digits.
import { halfOf } from "../box/halves.mjs";
import { drawQuestions } from "./draw.mjs";
import { wordsOf } from "./names.mjs";

const SIGNS = ["·", "‧", "•", "∙", "⋅", ",", "٫", "．", "'"];
const SPACED = [". ", " .", " . ", ", ", " ,", "· ", " ·"];
const UNKNOWN = ["*", "_", ";", "~", "^", "="];

const toFullWidth = (text) => text.replace(/[!-~]/g, (sign) => String.fromCodePoint(sign.codePointAt(0) + 0xfee0));

/// Ways to write `2.5`, each with its name.
const WAYS = [
  ...SIGNS.map((sign) => [`sign ${sign}`, (text) => text.replace(".", sign)]),
  ...SPACED.map((sign) => [`spaced ${sign}`, (text) => text.replace(".", sign)]),
  ["full width", toFullWidth],
  ["space before the unit", (text) => text.replace(/(?<=\d)\.(\d+)/, "·$1 ")],
];

const UNKNOWN_WAYS = UNKNOWN.map((sign) => [sign, (text) => text.replace(".", sign)]);

export const decimal = { name: "decimal", size: 900, make: (release, random, size) => draw("decimal", WAYS, undefined)(release, random, size) };
/// A number joined by an unknown sign: its strength, or nothing.
export const joiner = { name: "decimal, unknown sign", size: 400, make: (release, random, size) => draw("decimal, unknown sign", UNKNOWN_WAYS, false)(release, random, size) };

function draw(name, ways, exists) {
  return (release, random, size) => {
    const strengths = release.generics.flatMap((medicine) => medicine.parts).flatMap(fractionsOf);
    const pools = [strengths.filter(({ strength }) => strength.per), strengths.filter(({ strength }) => !strength.per)];
    return drawQuestions(size, () => ask(name, random.pick(random.pick(pools)), random.pick(ways), exists));
  };
}

/// `1,125` may be a thousand: only short fractions are drawn.
const isFraction = ({ text }) => /^\d+\.\d{1,2}(?!\d)[^.]*$/.test(text);
const fractionsOf = ({ substance, strengths, isComponent }) => (isComponent ? [] : strengths.filter(isFraction).map((strength) => ({ substance, strength })));

function ask(name, { substance, strength }, [way, write], exists) {
  return { class: name, way, text: `${substance} ${write(strength.text)}`, half: halfOf(substance), exists, wants: { medicines: [wordsOf(substance)], strengths: [strength] } };
}
