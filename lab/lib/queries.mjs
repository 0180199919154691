// The queries of the measurements: drawn from a release by a seed, and written by hand in
// lab/queries.
import { readFileSync } from "node:fs";
import { Random } from "../../tests/common/random.mjs";
import { halfOf } from "./boxes/products.mjs";
import { canBeMisspelt, misspell } from "./misspell.mjs";
import { gtin14 } from "./records.mjs";
import { fold, tokens } from "./words.mjs";

const SEED = 20251121;
const COUNTS = {
  word: 40,
  words: 60,
  typed: 25,
  strength: 40,
  supplier: 40,
  name: 20,
  nothing: 20,
  typo: 100,
  code: 1000,
};
/** The share of codes that exist. */
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

/** Returns `{ names: [{ class, text }], gtins: [text], ids: [text] }`. */
export function makeQueries(records) {
  const random = new Random(SEED);
  const draw = (count, query) => Array.from({ length: count }, () => query(random, records));
  const known = new Set(records.flatMap(({ name }) => wordTokensOf(name)));
  const names = {
    word: draw(COUNTS.word, commonWord),
    words: draw(COUNTS.words, someWords),
    typing: draw(COUNTS.typed, productName).flatMap(everyPrefix),
    strength: draw(COUNTS.strength, withStrength),
    supplier: draw(COUNTS.supplier, withSupplier),
    name: draw(COUNTS.name, (random, records) => random.pick(records).name.toLowerCase()),
    nothing: draw(COUNTS.nothing, nonsense),
  };
  const plain = Object.entries(names).flatMap(([kind, texts]) =>
    texts.map((text) => ({ class: kind, text })),
  );
  const typos = draw(COUNTS.typo, (random, records) => typo(random, records, known));
  return { names: [...plain, ...typos], gtins: gtins(random, records), ids: ids(random, records) };
}

function wordTokensOf(text) {
  return tokens(fold(text))
    .filter(({ kind }) => kind === "word")
    .map(({ text }) => text);
}
const longWordsOf = (text) => wordTokensOf(text).filter((word) => word.length >= 4);

/** Returns the product: the name up to the supplier in parentheses. */
export const productOf = (name) => name.slice(0, Math.max(name.lastIndexOf(" ("), 0)) || name;
const supplierOf = (name) => name.slice(productOf(name).length);

/** Draws packs until `make` returns a value. */
function drawUntil(random, records, make) {
  for (;;) {
    const made = make(random.pick(records));
    if (made) return made;
  }
}

function commonWord(random, records) {
  return drawUntil(random, records, ({ name }) => random.sample(longWordsOf(name), 1)[0]);
}

function someWords(random, records) {
  return drawUntil(random, records, ({ name }) => {
    const words = random.sample([...new Set(longWordsOf(name))], random.from(2, 3));
    return words.length > 1 && words.map((word) => unfinished(random, word)).join(" ");
  });
}

function unfinished(random, word) {
  return random.chance(0.3) ? word.slice(0, random.from(3, word.length)) : word;
}

function productName(random, records) {
  return productOf(random.pick(records).name).slice(0, random.from(12, 24)).toLowerCase();
}

function everyPrefix(text) {
  return Array.from(text, (_, i) => text.slice(0, i + 1)).filter(
    (prefix) => prefix.trim() === prefix,
  );
}

function withStrength(random, records) {
  return drawUntil(random, records, ({ name }) => {
    const strength = tokens(fold(productOf(name))).find(({ kind }) => kind === "quantity");
    const [word] = longWordsOf(productOf(name));
    return strength && word && `${word} ${written(random, strength)}`;
  });
}

function written(random, { number, unit }) {
  return random.pick([`${number}${unit.spellings[0]}`, `${number} ${unit.spellings[0]}`, number]);
}

function withSupplier(random, records) {
  return drawUntil(random, records, ({ name }) => {
    const [supplier] = longWordsOf(supplierOf(name));
    const [product] = longWordsOf(productOf(name));
    return supplier && product && random.pick([supplier, `${product} ${supplier}`]);
  });
}

function nonsense(random) {
  return Array.from({ length: random.from(9, 12) }, () => random.pick([..."qxzjvkw"])).join("");
}

function typo(random, records, known) {
  return drawUntil(random, records, ({ name }) => {
    const word = wordTokensOf(productOf(name)).find(canBeMisspelt);
    return word && { class: "typo", text: misspell(random, word, known) };
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
  const miss = () => `${random.from(1e8, 9e8)}001001${String(random.below(100)).padStart(2, "0")}`;
  return codes(random, all, miss, (code) => known.has(code));
}

function codes(random, all, miss, isKnown) {
  const hits = random.sample(all, COUNTS.code * HITS);
  const misses = Array.from({ length: COUNTS.code - hits.length }, miss).filter(
    (code) => !isKnown(code),
  );
  return random.sample([...hits, ...misses], COUNTS.code);
}

// Queries that were written by hand: the text, and which packs are right. The first lines of each
// file describe its format.

/**
 * Returns `[{ class, text, holds(words), isPartner(words)? }]`. A query without `holds` must find
 * nothing.
 */
export const readJudged = () => linesOf("judged.tsv").map(parseLine);
/** Returns the pairs of look-alike medicines, in the same form. */
export const readLookAlikes = () => linesOf("look-alikes-box.tsv").map(parseLine);

/** Returns the cells of each line. `\n` in a cell is a line break. */
export function linesOf(file) {
  const lines = readFileSync(new URL(`../queries/${file}`, import.meta.url), "utf8").split("\n");
  return lines
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => line.split("\t").map((cell) => cell.replaceAll("\\n", "\n")));
}

function parseLine([kind, text, right, partner]) {
  return {
    class: kind,
    text,
    holds: right ? rule(right) : null,
    isPartner: partner ? rule(partner) : null,
  };
}

/**
 * Returns a function that checks all conditions on the words of a name. `key` is a word that all
 * such names have, if there is one.
 */
function rule(text) {
  const parts = text.trim().split(/\s+/);
  const conditions = parts.map(condition);
  const key = parts.map(fold).find((part) => !/[!~|]/.test(part));
  return Object.assign((words) => conditions.every((holds) => holds(words)), { key });
}

function condition(text) {
  if (text.startsWith("!")) {
    const holds = condition(text.slice(1));
    return (words) => !holds(words);
  }
  const choices = text.split("|").map(fold);
  return (words) => choices.some((choice) => hasWord(words, choice));
}

function hasWord(words, choice) {
  return choice.startsWith("~")
    ? words.some((word) => word.startsWith(choice.slice(1)))
    : words.includes(choice);
}

/**
 * Returns the queries of boxes-tune.tsv or boxes-report.tsv: `[{ class, text, half, holds(words),
 * isPartner: null }]`.
 */
export const readWritten = (half) => linesOf(`boxes-${half}.tsv`).map(parseBoxLine);

function parseBoxLine([kind, text, right, medicine]) {
  const maker = /@(\S+)/.exec(right)?.[1];
  const half = halfOf(medicine || right.split(/[ |]/)[0].replace("~", ""), maker);
  return { class: kind, text, half, holds: rule(right.replace("@", "")), isPartner: null };
}
