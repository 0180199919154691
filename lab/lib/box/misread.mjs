// Two models of misread text: a word that text recognition misreads, and a word spelt by ear. Each is a list of confusions with weights. An error
// that makes a known word is drawn again. A third one writes strengths and sizes in other ways.
import { isWeighed, unitWord } from "./wording.mjs";

/// Shapes that look alike in print. Weights: those of the issue that are seen most, first.
const SHAPES = [
  ["m", "rn", 5], ["rn", "m", 5], ["l", "1", 4], ["l", "i", 3], ["i", "l", 3], ["i", "1", 3], ["o", "0", 5], ["cl", "d", 3],
  ["d", "cl", 3], ["s", "5", 4], ["e", "c", 2], ["h", "b", 1], ["vv", "w", 1], ["b", "8", 1], ["z", "2", 2], ["g", "9", 1],
];
const FIGURES = [["0", "O", 6], ["5", "S", 4], ["1", "l", 4], ["1", "I", 4], ["8", "B", 1], ["2", "Z", 1]];

/// Sounds that are written in two ways.
const SOUNDS = [
  ["ph", "f", 4], ["f", "ph", 2], ["x", "ks", 3], ["ce", "se", 3], ["ci", "si", 3], ["cy", "si", 2], ["y", "i", 4], ["i", "y", 2],
  ["ca", "ka", 3], ["co", "ko", 3], ["cl", "kl", 2], ["th", "t", 2], ["z", "s", 3], ["qu", "kw", 2], ["ine", "een", 3], ["ae", "e", 1],
  ["ll", "l", 2], ["pp", "p", 2], ["tt", "t", 1], ["ss", "s", 1], ["mm", "m", 1], ["o", "a", 1], ["a", "o", 1], ["e(?=.)", "i", 2], ["i(?=.)", "e", 2], ["u", "oo", 1],
];

export const misreadWord = (random, word, known) => changed(random, word, SHAPES, random.chance(0.3) ? 2 : 1, known);
export const misreadStrength = (random, strength) => changed(random, strength, FIGURES, strength.includes("00") ? 2 : 1, new Set());
export const heardWord = (random, word, known) => changed(random, word, SOUNDS, random.chance(0.6) ? 2 : 1, known);

/// Returns `null` if no part of the word looks like another one.
function changed(random, word, pairs, times, known) {
  for (let draw = 0; draw < 20; draw++) {
    let text = word;
    for (let i = 0; i < times; i++) text = changeOnce(random, text, pairs);
    if (text !== word && !known.has(text)) return text;
  }
  return null;
}

function changeOnce(random, word, pairs) {
  const places = pairs.flatMap(([from, to, weight]) => [...word.matchAll(new RegExp(from, "g"))].map(({ 0: found, index }) => ({ found, to, weight, index })));
  if (places.length === 0) return word;
  const { found, to, index } = places[random.weighted(places.map(({ weight }) => weight))];
  return word.slice(0, index) + to + word.slice(index + found.length);
}

// Strengths and sizes in other words that mean the same.

const STRENGTH = /^(?<number>[\d,.]+)(?<unit>mg|micrograms?|g|%|units?)(?<per>\/.*)?$/;

/// `5mg` as boxes print it: `5 mg`, or as it is.
export const printed = (random, strength) => (random.chance(0.6) ? strength.replaceAll(/(?<=\d)(?=[a-z])/g, " ").replace("/", random.pick(["/", "/", " per "])) : strength);

const written = (number) => String(Number(number.toPrecision(6)));

/// Returns the same strength in other units, or `null` if people use no other unit.
export function inOtherUnits(random, strength, form) {
  const { number, unit, per = "" } = STRENGTH.exec(strength)?.groups ?? {};
  const ways = (WAYS[unit] ?? (() => []))({ amount: Number(number?.replaceAll(",", "")), per, form, random });
  return ways.length > 0 ? random.pick(ways) : null;
}

const micrograms = ({ amount, per }) => [`${written(amount)}mcg${per}`, `${written(amount)} mcg${per}`, `${written(amount)}ug${per}`, ...(amount >= 25 ? [`${written(amount / 1000)}mg${per}`] : [])];
const units = ({ amount, per }) => [`${written(amount)}iu${per}`, `${written(amount)} IU${per}`, `${written(amount)} units${per}`, `${written(amount)} international units${per}`];

const WAYS = {
  mg: ({ amount, per, random }) => [
    ...(amount >= 100 ? [`${written(amount / 1000)}g${per}`, `${written(amount / 1000)} g${per}`] : []),
    ...(amount < 1 ? [`${written(amount * 1000)}mcg${per}`, `${written(amount * 1000)} micrograms${per}`] : []),
    ...(Number.isInteger(amount) && amount < 100 && random.chance(0.3) ? [`${amount}.0mg${per}`, `${amount}.0 mg${per}`] : []),
    ...(per === "/ml" ? [`${written(amount / 10)}%`] : []),
  ],
  microgram: micrograms,
  micrograms,
  g: ({ amount, per }) => [`${written(amount * 1000)}mg${per}`, `${written(amount * 1000)} mg${per}`],
  "%": ({ amount, form }) => [`${written(amount * 10)}mg/${/cream|ointment|gel/.test(form) ? "g" : "ml"}`],
  unit: units,
  units,
};

/// A pack's size as people write it, and whether it says what is counted.
export function sizeWritten(random, { count, unit }) {
  return random.pick(isWeighed(unit) ? weighed(count, unitWord(unit)) : counted(count, unitWord(unit)));
}

const weighed = (count, unit) => [`${count}${unit}`, `${count} ${unit}`, `${count}${unit} ${unit === "g" ? "tube" : "bottle"}`, `(${count}${unit})`, `x ${count}${unit}`, `1 x ${count}${unit}`, count];
const counted = (count, unit) => [`x${count}`, `x ${count}`, `${count}s`, `${count}'s`, `(${count})`, `pack of ${count}`, `${count} pack`, `box of ${count}`, `${count} ${unit}`, `${count}x`, `${count} x`, count];
