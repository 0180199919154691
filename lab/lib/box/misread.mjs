// How a picture's text recognition misreads print, and how a word is written by somebody who only heard it. Both are
// lists of what is taken for what, each with its weight; an error that makes a known word is drawn again.

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

/// Null when nothing in the word can be taken for something else.
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
