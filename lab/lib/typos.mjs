// A weighted model of typing errors. A seed always draws the same errors.
//
// After Damerau (1964) and later counts: four in five misspelt words are one edit away from the intended word, and the first letter is seldom
// wrong. A letter is replaced by a neighbour on the keyboard, or by one that sounds or looks alike. It is omitted, inserted (doubled, or a
// neighbour pressed too), or transposed with the next.
import { fold } from "./words.mjs";

const EDITS = { replace: 35, omit: 30, insert: 20, swap: 15 };
const FIRST_LETTER = 0.05;
const TWO_EDITS_FROM = 8;
const TWO_EDITS = 0.2;

const KEYBOARD = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
const ALIKE = { a: "eo", c: "ks", e: "ia", f: "pv", g: "j", i: "ey", j: "g", k: "c", m: "n", n: "m", o: "ua", p: "b", s: "cz", t: "d", u: "o", v: "f", y: "i", z: "s" };

/** Returns the adjacent letters: on the same row, and where the rows above and below touch it. */
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

const splice = (word, at, removed, added = "") => word.slice(0, at) + added + word.slice(at + removed);

const edit = {
  replace: (random, word, at) => splice(word, at, 1, random.pick(wrongFor(random, word[at]))),
  omit: (_random, word, at) => splice(word, at, 1),
  insert: (random, word, at) => splice(word, at, 0, random.chance(0.5) ? word[at] : random.pick(neighbours(word[at]))),
  swap: (_random, word, at) => splice(word, at, 2, word[at + 1] + word[at]),
};

const wrongFor = (random, letter) => (random.chance(0.4) && ALIKE[letter] ? [...ALIKE[letter]] : neighbours(letter));

function misspellOnce(random, word) {
  const kind = random.weighted(EDITS);
  const last = word.length - (kind === "swap" ? 2 : 1);
  const at = random.chance(FIRST_LETTER) ? 0 : random.from(1, last);
  return edit[kind](random, word, at);
}

/** Returns a word as a person might mistype it. The result differs from the word and from every `known` word. */
export function misspell(random, word, known) {
  for (;;) {
    const edits = word.length >= TWO_EDITS_FROM && random.chance(TWO_EDITS) ? 2 : 1;
    let misspelt = word;
    for (let i = 0; i < edits; i++) misspelt = misspellOnce(random, misspelt);
    if (misspelt !== word && !known.has(misspelt)) return misspelt;
  }
}

export const canBeMisspelt = (word) => /^[a-z]{5,}$/.test(fold(word));
