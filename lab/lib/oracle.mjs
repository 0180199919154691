// Judges the answers to a name query. The specification requires 20 packs whose names match, in
// name order, and does not say which 20. So an answer is right if
//
// 1. every pack in it matches: each word of the query is the prefix of a word in the names of the
//    pack and of its generic product; numbers match as numbers
// (`500` finds 500mg, not 5000mg), quantities as quantities (`1g` finds 1000mg); abbreviations, a
// plural's singular and an unfinished unit may match by their meaning;
// 2. no pack is missing: there are 20, or all whose own names match word by word;
// 3. it is in the order of folded name, name, pack_id.
//
// It is slow and simple on purpose: posting lists of whole words, flags in arrays, and no code
// shared with the product.
import { readFileSync } from "node:fs";
import { compare } from "./records.mjs";
import { fold, tokens, unitOf, unitsWithPrefix } from "./words.mjs";

const PAGE = 20;

const SYNONYMS = readSynonyms(new URL("../../src/search/synonyms.tsv", import.meta.url));

/** Returns both names that a query may match. */
export const namesOf = ({ name, generic_product_name: generic }) => `${name} ${generic}`;

export class Oracle {
  /** The words of both names, and those of packs' own names. */
  #words = new Map();
  #ownWords = new Map();
  #places;
  #count;

  /** `records` may be in any order; answers are judged by pack_id. */
  constructor(records) {
    const ordered = [...records].sort(byName);
    this.#count = ordered.length;
    this.#places = new Map(ordered.map((record, place) => [record.pack_id, place]));
    ordered.forEach((record, place) => {
      addWords(this.#words, namesOf(record), place);
      addWords(this.#ownWords, record.name, place);
    });
  }

  /**
   * Returns whether an answer (pack ids) is right, or `null` if nothing matches, so that any
   * correction is acceptable.
   */
  judge(query, ids) {
    const { strict, lax } = this.matches(query);
    if (!lax.includes(1)) return null;
    const places = ids.map((id) => this.#places.get(id));
    const isOrdered = places.every((place, i) => i === 0 || places[i - 1] < place);
    const allMatch = places.every((place) => lax[place] === 1);
    return isOrdered && allMatch && (ids.length === PAGE || isComplete(strict, places));
  }

  /** Returns the matching packs, as flags by position in name order. */
  matches(query) {
    const terms = parse(query);
    const strict = this.#matchAll(
      terms.map(([literal]) => [literal]),
      this.#ownWords,
    );
    const lax = this.#matchAll(terms, this.#words);
    return { strict, lax };
  }

  /** Returns the packs that match each term by one of its alternatives. */
  #matchAll(terms, words) {
    return terms
      .map((alternatives) => this.#matchAny(alternatives, words))
      .reduce(intersection, this.#allPacks());
  }

  #matchAny(alternatives, words) {
    return alternatives
      .map((tests) => tests.map((test) => this.#packsWith(test, words)).reduce(intersection))
      .reduce(union);
  }

  #packsWith(test, words) {
    const marks = new Uint8Array(this.#count);
    for (const { token, places } of words.values())
      if (test(token)) for (const place of places) marks[place] = 1;
    return marks;
  }

  #allPacks() {
    return new Uint8Array(this.#count).fill(1);
  }
}

/** Adds a name to the words, each with the places of its packs. */
function addWords(words, name, place) {
  for (const token of tokens(fold(name))) {
    const key = `${token.kind} ${token.text}`;
    if (!words.has(key)) words.set(key, { token, places: [] });
    const { places } = words.get(key);
    if (places.at(-1) !== place) places.push(place);
  }
}

const isComplete = (strict, places) =>
  strict.reduce((sum, mark) => sum + mark, 0) === countMarked(strict, places);
const countMarked = (marks, places) => places.reduce((sum, place) => sum + marks[place], 0);
const intersection = (a, b) => a.map((mark, place) => mark & b[place]);
const union = (a, b) => a.map((mark, place) => mark | b[place]);

function byName(a, b) {
  return (
    compare(fold(a.name), fold(b.name)) ||
    compare(a.name, b.name) ||
    compare(BigInt(a.pack_id), BigInt(b.pack_id))
  );
}

// ---- queries ----

const isWord = ({ kind }) => kind === "word" || kind === "also";
const hasPrefix = (text) => (token) => isWord(token) && token.text.startsWith(text);
const isWholeWord = (text) => (token) => isWord(token) && token.text === text;
const hasNumber = (number) => (token) => token.number === number;
const hasCodePrefix = (number) => (token) =>
  !isWord(token) && number.length >= 5 && token.text.startsWith(number);
const hasUnit = (unit) => (token) => token.unit === unit;
const equals = (number, unit) => (token) =>
  token.unit?.kind === unit.kind && isClose(token.number * token.unit.factor, number * unit.factor);
const isClose = (a, b) => Math.abs(a - b) <= 1e-9 * Math.abs(b);

/**
 * Returns the terms of a query. Each is a list of alternatives, the literal one first; each
 * alternative is a list of tests.
 */
function parse(query) {
  const chunks = fold(query).split(/\s+/).filter(Boolean);
  const terms = [];
  let run = [];
  const endRun = () => (terms.push(...termsOf(run.join(" "))), (run = []));
  for (const chunk of chunks) {
    if (!SYNONYMS.has(chunk)) run.push(chunk);
    else endRun(), terms.push(abbreviation(chunk));
  }
  endRun();
  return terms.filter(([literal]) => literal.length > 0);
}

function abbreviation(chunk) {
  const literal = testsOf(chunk, hasPrefix);
  const meanings = SYNONYMS.get(chunk).map((text) => testsOf(text, isWholeWord));
  return [literal, ...meanings].filter((tests) => tests.length > 0);
}

const testsOf = (text, ofWord) => plainTokens(text).map((token) => testOf(token, ofWord));
const plainTokens = (text) => tokens(text).filter(({ kind }) => kind !== "also");

function testOf({ kind, text, number, unit }, ofWord) {
  if (kind === "word") return ofWord(text);
  return kind === "number" ? hasNumber(number) : equals(number, unit);
}

function termsOf(text) {
  const found = plainTokens(text);
  return found.map((token, i) => [
    [testOf(token, hasPrefix)],
    ...otherMeanings(token, found[i - 1], found[i + 1]),
  ]);
}

/** Returns the other meanings of a token. */
function otherMeanings(token, before, after) {
  if (token.kind === "word")
    return [...otherWords(token.text), ...unfinishedUnit(before, token.text)];
  if (token.kind === "number")
    return [[hasCodePrefix(token.number)], ...(after ? unfinishedUnit(token, after.text) : [])];
  return unfinishedUnit(token, token.unit.spellings[0]);
}

function otherWords(text) {
  const singular = /...s$/.test(text) ? [[isWholeWord(text.slice(0, -1))]] : [];
  const unit = unitOf(text);
  return unit ? [...singular, [hasUnit(unit)]] : singular;
}

/** Reads a number and the letters after it as a quantity with an unfinished unit. */
function unfinishedUnit(number, letters) {
  if (!number?.number) return [];
  return unitsWithPrefix(letters).map((unit) => [
    (token) => token.unit === unit && token.number === number.number,
  ]);
}

function readSynonyms(file) {
  const meanings = new Map();
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  for (const [written, meaning] of lines.map((line) => line.split("\t"))) {
    meanings.set(written, [...(meanings.get(written) ?? []), meaning]);
  }
  return meanings;
}
