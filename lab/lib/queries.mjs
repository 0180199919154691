// The queries of the measurements: drawn from a release by a seed, and written by hand in
// lab/queries.
import { readFileSync } from "node:fs";
import { Random } from "../../tests/common/random.mjs";
import { halfOf } from "./boxes/products.mjs";
import { canBeMisspelt, misspell } from "./misspell.mjs";
import { fold, gtin14, tokens } from "./records.mjs";

const SEED = 20251121;
const COUNTS = {
  word: 40,
  words: 60,
  typing: 25,
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

/** How each class of names is drawn. */
const DRAWERS = {
  word: commonWord,
  words: someWords,
  typing: productName,
  strength: withStrength,
  supplier: withSupplier,
  name: wholeName,
  nothing: nonsense,
};

/** Draws `{ names: [{ class, text }], gtins: [text], ids: [text] }`. */
export function makeQueries(records) {
  const random = new Random(SEED);
  const names = [];
  for (const [kind, draw] of Object.entries(DRAWERS))
    for (let number = 0; number < COUNTS[kind]; number += 1) {
      const text = draw(random, records);
      const texts = kind === "typing" ? prefixesOf(text) : [text];
      for (const text of texts) names.push({ class: kind, text });
    }
  names.push(...typos(random, records));
  return { names, gtins: gtins(random, records), ids: ids(random, records) };
}

function wordTokensOf(text) {
  const words = [];
  for (const { kind, text: word } of tokens(fold(text))) if (kind === "word") words.push(word);
  return words;
}

function longWordsOf(text) {
  return wordTokensOf(text).filter((word) => word.length >= 4);
}

/** The product: the name up to the supplier in parentheses. */
export function productOf(name) {
  return name.slice(0, Math.max(name.lastIndexOf(" ("), 0)) || name;
}

/** Draws packs until `make` returns a value for a name. */
function drawUntil(random, records, make) {
  for (;;) {
    const made = make(random.pick(records).name);
    if (made) return made;
  }
}

function commonWord(random, records) {
  return drawUntil(random, records, (name) => random.sample(longWordsOf(name), 1)[0]);
}

function someWords(random, records) {
  return drawUntil(random, records, (name) => {
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

function wholeName(random, records) {
  return random.pick(records).name.toLowerCase();
}

/** A text as it is typed, without the states that end with a space. */
function prefixesOf(text) {
  const prefixes = [];
  for (let end = 1; end <= text.length; end += 1) {
    const prefix = text.slice(0, end);
    if (prefix.trim() === prefix) prefixes.push(prefix);
  }
  return prefixes;
}

function withStrength(random, records) {
  return drawUntil(random, records, (name) => {
    const strength = tokens(fold(productOf(name))).find(({ kind }) => kind === "quantity");
    const [word] = longWordsOf(productOf(name));
    return strength && word && `${word} ${written(random, strength)}`;
  });
}

function written(random, { number, unit }) {
  const [name] = unit.spellings;
  return random.pick([`${number}${name}`, `${number} ${name}`, number]);
}

function withSupplier(random, records) {
  return drawUntil(random, records, (name) => {
    const [product] = longWordsOf(productOf(name));
    const [supplier] = longWordsOf(name.slice(productOf(name).length));
    return supplier && product && random.pick([supplier, `${product} ${supplier}`]);
  });
}

function nonsense(random) {
  let text = "";
  for (let left = random.from(9, 12); left > 0; left -= 1) text += random.pick([..."qxzjvkw"]);
  return text;
}

function typos(random, records) {
  const known = new Set();
  for (const { name } of records) for (const word of wordTokensOf(name)) known.add(word);
  const drawn = [];
  while (drawn.length < COUNTS.typo) {
    const word = drawUntil(random, records, (name) =>
      wordTokensOf(productOf(name)).find(canBeMisspelt),
    );
    drawn.push({ class: "typo", text: misspell(random, word, known) });
  }
  return drawn;
}

function gtins(random, records) {
  const all = [];
  for (const { gtin_codes } of records) for (const { gtin } of gtin_codes) all.push(gtin);
  const known = new Set(all.map(gtin14));
  const draw = () => String(random.from(1e12, 9.9e12)).padStart(13, "0");
  return codes(random, all, draw, (code) => known.has(gtin14(code)));
}

function ids(random, records) {
  const all = records.map(({ pack_id }) => pack_id);
  const known = new Set(all);
  const draw = () => `${random.from(1e8, 9e8)}001001${String(random.below(100)).padStart(2, "0")}`;
  return codes(random, all, draw, (code) => known.has(code));
}

function codes(random, all, draw, isKnown) {
  const chosen = random.sample(all, COUNTS.code * HITS);
  for (let left = COUNTS.code - chosen.length; left > 0; left -= 1) {
    const code = draw();
    if (!isKnown(code)) chosen.push(code);
  }
  return random.sample(chosen, COUNTS.code);
}

// Queries that were written by hand: the text, and which packs are right. The first lines of each
// file describe its format.

/**
 * Returns `[{ class, text, holds(words), isPartner(words)? }]`. A query without `holds` must find
 * nothing.
 */
export const readJudged = () => linesOf("judged.tsv").map(parseLine);
/** The pairs of look-alike medicines, in the same form. */
export const readLookAlikes = () => linesOf("look-alikes-box.tsv").map(parseLine);

/** Reads the cells of each line. `\n` in a cell is a line break. */
export function linesOf(file) {
  const text = readFileSync(new URL(`../queries/${file}`, import.meta.url), "utf8");
  const lines = [];
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    lines.push(line.split("\t").map((cell) => cell.replaceAll("\\n", "\n")));
  }
  return lines;
}

function parseLine([kind, text, right, partner]) {
  const holds = right ? rule(right) : null;
  return { class: kind, text, holds, isPartner: partner ? rule(partner) : null };
}

/**
 * A function that checks all conditions on the words of a name. `key` is a word that all
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
 * The queries of boxes-tune.tsv or boxes-report.tsv: `[{ class, text, half, holds(words),
 * isPartner: null }]`.
 */
export const readWritten = (half) => linesOf(`boxes-${half}.tsv`).map(parseBoxLine);

function parseBoxLine([kind, text, right, medicine]) {
  const maker = /@(\S+)/.exec(right)?.[1];
  const half = halfOf(medicine || right.split(/[ |]/)[0].replace("~", ""), maker);
  return { class: kind, text, half, holds: rule(right.replace("@", "")), isPartner: null };
}
