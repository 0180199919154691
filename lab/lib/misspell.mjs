// Models of errors in typed and recognised text: typing errors, shapes that look alike in print,
// and words spelt by ear. Each draws from weighted confusions, so a seed always draws the same
// errors.
import { isWeighed, unitWord } from "./boxes/products.mjs";
import { fold } from "./records.mjs";

// Typing errors. After Damerau (1964) and later counts: four in five misspelt words are one edit
// away from the intended word, and the first letter is seldom wrong. A letter is replaced by a
// neighbour on the keyboard, or by one that sounds or looks alike. It is omitted, inserted
// (doubled, or a neighbour pressed too), or transposed with the next.

const EDITS = { replace: 35, omit: 30, insert: 20, swap: 15 };
const FIRST_LETTER = 0.05;
const TWO_EDITS_FROM = 8;
const TWO_EDITS = 0.2;

const KEYBOARD = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
const ALIKE = Object.fromEntries(
  "a:eo c:ks e:ia f:pv g:j i:ey j:g k:c m:n n:m o:ua p:b s:cz t:d u:o v:f y:i z:s"
    .split(" ")
    .map((pair) => pair.split(":")),
);

/** The adjacent letters: on the same row, and where the rows above and below touch it. */
function neighbours(letter) {
  const row = KEYBOARD.findIndex((keys) => keys.includes(letter));
  const at = KEYBOARD[row]?.indexOf(letter);
  const beside = (keys, ...places) => places.map((place) => keys?.[place]);
  const all = [
    ...beside(KEYBOARD[row], at - 1, at + 1),
    ...beside(KEYBOARD[row - 1], at, at + 1),
    ...beside(KEYBOARD[row + 1], at - 1, at),
  ];
  return all.filter(Boolean);
}

function splice(word, at, removed, added = "") {
  return word.slice(0, at) + added + word.slice(at + removed);
}

const edit = {
  replace: (random, word, at) => splice(word, at, 1, random.pick(wrongFor(random, word[at]))),
  omit: (_random, word, at) => splice(word, at, 1),
  insert: (random, word, at) =>
    splice(word, at, 0, random.chance(0.5) ? word[at] : random.pick(neighbours(word[at]))),
  swap: (_random, word, at) => splice(word, at, 2, word[at + 1] + word[at]),
};

function wrongFor(random, letter) {
  return random.chance(0.4) && ALIKE[letter] ? [...ALIKE[letter]] : neighbours(letter);
}

function misspellOnce(random, word) {
  const kind = random.weighted(EDITS);
  const last = word.length - (kind === "swap" ? 2 : 1);
  const at = random.chance(FIRST_LETTER) ? 0 : random.from(1, last);
  return edit[kind](random, word, at);
}

/**
 * A word as a person might mistype it. The result differs from the word and from every
 * `known` word.
 */
export function misspell(random, word, known) {
  for (;;) {
    const edits = word.length >= TWO_EDITS_FROM && random.chance(TWO_EDITS) ? 2 : 1;
    let misspelt = word;
    for (let i = 0; i < edits; i++) misspelt = misspellOnce(random, misspelt);
    if (misspelt !== word && !known.has(misspelt)) return misspelt;
  }
}

export const canBeMisspelt = (word) => /^[a-z]{5,}$/.test(fold(word));

// Words that text recognition misreads, and words spelt by ear. An error that results in a known
// word is drawn again.

/** Returns confusions: what is written, what is read instead, and a weight. */
function confusions(text) {
  return text.split(" ").map((one) => {
    const [from, to, weight] = one.split(">");
    return [from, to, Number(weight)];
  });
}
const SHAPES = confusions(
  "m>rn>5 rn>m>5 l>1>4 l>i>3 i>l>3 i>1>3 o>0>5 cl>d>3 d>cl>3 s>5>4 e>c>2 h>b>1 vv>w>1 b>8>1 z>2>2 " +
    "g>9>1",
);
/** Confusions of digits in print. */
const DIGITS = confusions("0>O>6 5>S>4 1>l>4 1>I>4 8>B>1 2>Z>1");
/** Confusions of letters with the same sound. */
const SOUNDS = confusions(
  "ph>f>4 f>ph>2 x>ks>3 ce>se>3 ci>si>3 cy>si>2 y>i>4 i>y>2 ca>ka>3 co>ko>3 cl>kl>2 th>t>2 z>s>3 " +
    "qu>kw>2 ine>een>3 ae>e>1 ll>l>2 pp>p>2 tt>t>1 ss>s>1 mm>m>1 o>a>1 a>o>1 e(?=.)>i>2 " +
    "i(?=.)>e>2 u>oo>1",
);

/**
 * A word as text recognition may misread it, or `null` if no part of it looks like another
 * one.
 */
export function misreadWord(random, word, known) {
  return confused(random, word, SHAPES, random.chance(0.3) ? 2 : 1, known);
}
/** A strength as text recognition may misread it, or `null`. */
export function misreadStrength(random, strength) {
  return confused(random, strength, DIGITS, strength.includes("00") ? 2 : 1, new Set());
}
/** A word as a person may spell it by ear, or `null`. */
export function phoneticWord(random, word, known) {
  return confused(random, word, SOUNDS, random.chance(0.6) ? 2 : 1, known);
}

function confused(random, word, pairs, times, known) {
  for (let draw = 0; draw < 20; draw++) {
    let text = word;
    for (let i = 0; i < times; i++) text = confuseOnce(random, text, pairs);
    if (text !== word && !known.has(text)) return text;
  }
  return null;
}

function confuseOnce(random, word, pairs) {
  const places = pairs.flatMap(([from, to, weight]) =>
    [...word.matchAll(new RegExp(from, "g"))].map(({ 0: found, index }) => ({
      found,
      to,
      weight,
      index,
    })),
  );
  if (places.length === 0) return word;
  const { found, to, index } = places[random.weighted(places.map(({ weight }) => weight))];
  return word.slice(0, index) + to + word.slice(index + found.length);
}

// Other spellings of strengths and sizes.

const STRENGTH = /^(?<number>[\d,.]+)(?<unit>mg|micrograms?|g|%|units?)(?<per>\/.*)?$/;

/** A strength as boxes print it: `5 mg`, or unchanged. */
export function printed(random, strength) {
  return random.chance(0.6)
    ? strength.replaceAll(/(?<=\d)(?=[a-z])/g, " ").replace("/", random.pick(["/", "/", " per "]))
    : strength;
}

const written = (number) => String(Number(number.toPrecision(6)));

/** The same strength in other units, or `null` if people use no other unit. */
export function inOtherUnits(random, strength, form) {
  const { number, unit, per = "" } = STRENGTH.exec(strength)?.groups ?? {};
  const spellings = (OTHER_UNITS[unit] ?? (() => []))({
    amount: Number(number?.replaceAll(",", "")),
    per,
    form,
    random,
  });
  return spellings.length > 0 ? random.pick(spellings) : null;
}

function micrograms({ amount, per }) {
  return [
    `${written(amount)}mcg${per}`,
    `${written(amount)} mcg${per}`,
    `${written(amount)}ug${per}`,
    ...(amount >= 25 ? [`${written(amount / 1000)}mg${per}`] : []),
  ];
}
function units({ amount, per }) {
  return [
    `${written(amount)}iu${per}`,
    `${written(amount)} IU${per}`,
    `${written(amount)} units${per}`,
    `${written(amount)} international units${per}`,
  ];
}

const OTHER_UNITS = {
  mg: ({ amount, per, random }) => [
    ...(amount >= 100
      ? [`${written(amount / 1000)}g${per}`, `${written(amount / 1000)} g${per}`]
      : []),
    ...(amount < 1
      ? [`${written(amount * 1000)}mcg${per}`, `${written(amount * 1000)} micrograms${per}`]
      : []),
    ...(Number.isInteger(amount) && amount < 100 && random.chance(0.3)
      ? [`${amount}.0mg${per}`, `${amount}.0 mg${per}`]
      : []),
    ...(per === "/ml" ? [`${written(amount / 10)}%`] : []),
  ],
  microgram: micrograms,
  micrograms,
  g: ({ amount, per }) => [
    `${written(amount * 1000)}mg${per}`,
    `${written(amount * 1000)} mg${per}`,
  ],
  "%": ({ amount, form }) => [
    `${written(amount * 10)}mg/${/cream|ointment|gel/.test(form) ? "g" : "ml"}`,
  ],
  unit: units,
  units,
};

/** The size of a pack as people write it. */
export function sizeWritten(random, { count, unit }) {
  return random.pick(
    isWeighed(unit) ? weighed(count, unitWord(unit)) : counted(count, unitWord(unit)),
  );
}

function weighed(count, unit) {
  const container = unit === "g" ? "tube" : "bottle";
  const ways = "#@,# @,#@ %,(#@),x #@,1 x #@,#".replaceAll("%", container);
  return filled(ways, count, unit);
}
function counted(count, unit) {
  return filled("x#,x #,#s,#'s,(#),pack of #,# pack,box of #,# @,#x,# x,#", count, unit);
}

/** Returns ways to write a size: `#` is the number, and `@` the unit. */
function filled(ways, count, unit) {
  return ways.split(",").map((way) => way.replaceAll("#", count).replaceAll("@", unit));
}
