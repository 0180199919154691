// The queries of the benchmark, drawn from the release by a seed: the same release always gives the same queries.
import { Random } from "../../tests/common/random.mjs";
import { canBeMisspelt, misspell } from "./typos.mjs";
import { fold, tokens } from "./words.mjs";
import { gtin14 } from "./records.mjs";

const SEED = 20251121;
const COUNTS = { word: 40, words: 60, typed: 25, strength: 40, supplier: 40, name: 20, nothing: 20, typo: 100, code: 1000 };
const HITS = 0.8;

export const CLASSES = {
  word: "one common word",
  words: "2-3 words, some unfinished",
  typing: "names typed letter by letter",
  strength: "product and strength",
  supplier: "product and supplier",
  name: "whole names",
  nothing: "nothing to find",
  typo: "one word misspelt",
};

/** Returns `{ names: [{ class, text, meant? }], gtins: [text], ids: [text] }`. */
export function makeQueries(records) {
  const random = new Random(SEED);
  const draw = (count, query) => Array.from({ length: count }, () => query(random, records));
  const known = new Set(records.flatMap(({ name }) => wordsOf(name)));
  const names = {
    word: draw(COUNTS.word, commonWord),
    words: draw(COUNTS.words, someWords),
    typing: draw(COUNTS.typed, productName).flatMap(everyPrefix),
    strength: draw(COUNTS.strength, withStrength),
    supplier: draw(COUNTS.supplier, withSupplier),
    name: draw(COUNTS.name, (random, records) => random.pick(records).name.toLowerCase()),
    nothing: draw(COUNTS.nothing, nonsense),
  };
  const plain = Object.entries(names).flatMap(([kind, texts]) => texts.map((text) => ({ class: kind, text })));
  const typos = draw(COUNTS.typo, (random, records) => ({ class: "typo", ...typo(random, records, known) }));
  return { names: [...plain, ...typos], gtins: gtins(random, records), ids: ids(random, records) };
}

const wordsOf = (text) => tokens(fold(text)).filter(({ kind }) => kind === "word").map(({ text }) => text);
const longWordsOf = (text) => wordsOf(text).filter((word) => word.length >= 4);

/** Returns the product: the name up to the supplier in parentheses. */
export const productOf = (name) => name.slice(0, Math.max(name.lastIndexOf(" ("), 0)) || name;
const supplierOf = (name) => name.slice(productOf(name).length);

/** Draws packs until `make` returns a value. */
function drawn(random, records, make) {
  for (;;) {
    const made = make(random.pick(records));
    if (made) return made;
  }
}

const commonWord = (random, records) =>
  drawn(random, records, ({ name }) => random.sample(longWordsOf(name), 1)[0]);

const someWords = (random, records) =>
  drawn(random, records, ({ name }) => {
    const words = random.sample([...new Set(longWordsOf(name))], random.from(2, 3));
    return words.length > 1 && words.map((word) => unfinished(random, word)).join(" ");
  });

const unfinished = (random, word) => (random.chance(0.3) ? word.slice(0, random.from(3, word.length)) : word);

const productName = (random, records) => productOf(random.pick(records).name).slice(0, random.from(12, 24)).toLowerCase();

const everyPrefix = (text) =>
  Array.from(text, (_, i) => text.slice(0, i + 1)).filter((prefix) => prefix.trim() === prefix);

const withStrength = (random, records) =>
  drawn(random, records, ({ name }) => {
    const strength = tokens(fold(productOf(name))).find(({ kind }) => kind === "quantity");
    const [word] = longWordsOf(productOf(name));
    return strength && word && `${word} ${written(random, strength)}`;
  });

const written = (random, { number, unit }) => random.pick([`${number}${unit.spellings[0]}`, `${number} ${unit.spellings[0]}`, number]);

const withSupplier = (random, records) =>
  drawn(random, records, ({ name }) => {
    const [supplier] = longWordsOf(supplierOf(name));
    const [product] = longWordsOf(productOf(name));
    return supplier && product && random.pick([supplier, `${product} ${supplier}`]);
  });

const nonsense = (random) => Array.from({ length: random.from(9, 12) }, () => random.pick([..."qxzjvkw"])).join("");

function typo(random, records, known) {
  return drawn(random, records, ({ name }) => {
    const word = wordsOf(productOf(name)).find(canBeMisspelt);
    return word && { text: misspell(random, word, known), meant: word };
  });
}

function gtins(random, records) {
  const all = records.flatMap(({ gtin_codes }) => gtin_codes.map(({ gtin }) => gtin));
  const known = new Set(all.map(gtin14));
  const miss = () => String(random.from(1e12, 9.9e12)).padStart(13, "0");
  return codes(random, all, miss, (code) => known.has(gtin14(code)));
}

function ids(random, records) {
  const all = records.map(({ pack_id }) => pack_id);
  const known = new Set(all);
  const miss = () => String(random.from(1e8, 9e8)) + "001001" + String(random.below(100)).padStart(2, "0");
  return codes(random, all, miss, (code) => known.has(code));
}

function codes(random, all, miss, isKnown) {
  const hits = random.sample(all, COUNTS.code * HITS);
  const misses = Array.from({ length: COUNTS.code - hits.length }, miss).filter((code) => !isKnown(code));
  return random.sample([...hits, ...misses], COUNTS.code);
}
