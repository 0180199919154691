// The records of a dataset as `pack-lookup export` writes them, one JSON object per line in name
// order, and the words of their names. Nothing here is shared with the product.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** Parses a record with pack ids as texts, because `JSON.parse` would round 16 to 18 digits. */
const parseRecord = (line) => JSON.parse(line.replaceAll(/"pack_id":(\d+)/g, '"pack_id":"$1"'));

/** Reads all records of an export. */
export async function readRecords(file) {
  const records = [];
  for await (const line of createInterface({ input: createReadStream(file) }))
    records.push(parseRecord(line));
  return records;
}

/** Pads a GTIN to 14 digits: both forms of a number are one GTIN. */
export const gtin14 = (digits) => digits.padStart(14, "0");

/** Groups a list by key, like `Map.groupBy`, which Node 20 lacks. */
export function groupBy(list, key) {
  const groups = new Map();
  for (const one of list) {
    const group = groups.get(key(one));
    if (group) group.push(one);
    else groups.set(key(one), [one]);
  }
  return groups;
}

// Words of names and of queries, by the documented rules.

/** The spellings of each unit, its name first. A strength is often in one of the first eight. */
const UNITS = `
nanogram nanograms ng|microgram micrograms mcg mcgs ug μg microg|mg mgs milligram milligrams
g gm gms gram grams|kg kilogram kilograms|microlitre microlitres μl ul|ml mls millilitre millilitres
litre litres l|unit units iu u|% percent|mm millimetre millimetres|cm centimetre centimetres
m metre metres|mmol mmols millimol|micromol micromols|mmhg|kbq|mbq|gbq|kcal|ppm|gauge
`;

const UNIT_OF = new Map();
for (const [place, line] of UNITS.trim().split(/[|\n]/).entries()) {
  const spellings = line.split(" ");
  for (const spelling of spellings) UNIT_OF.set(spelling, { spellings, isAmount: place < 8 });
}
const unitOf = (text) => UNIT_OF.get(text);

/** Folds a text: lower case, without accents. */
export const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const NUMBER = String.raw`(?<number>(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?|\.\d+)(?: ?(?<unit>\p{L}+|%)(?![\p{L}\p{N}]))?`;
const DENOMINATOR = /\/(\p{L}+)(?![\p{L}\p{N}])/uy;
const WORD = String.raw`(?<word>\p{L}[\p{L}\p{N}'’]*(?:-\p{L}[\p{L}\p{N}'’]*)*)`;
const TOKEN = new RegExp(`${NUMBER}|${WORD}`, "gu");

/**
 * The tokens of a folded text: `{ kind: 'word' | 'also' | 'number' | 'quantity', text,
 * number?, unit? }`.
 */
export function tokens(folded) {
  const found = [];
  TOKEN.lastIndex = 0;
  for (let match; (match = TOKEN.exec(folded)); ) {
    const { number, unit, word } = match.groups;
    if (word) found.push(...hyphenated(word));
    else found.push(numeric(number, unit, match));
    if (found.at(-1).kind === "quantity") found.push(...denominator(folded));
  }
  return found;
}

/** Reads the `/ml` of `10mg/ml` as `/1ml`; it is a word, too. */
function denominator(folded) {
  DENOMINATOR.lastIndex = TOKEN.lastIndex;
  const [all, written] = DENOMINATOR.exec(folded) ?? [];
  const unit = unitOf(written);
  if (!unit?.isAmount) return [];
  TOKEN.lastIndex += all.length;
  return [
    { kind: "quantity", text: `1${unit.spellings[0]}`, number: "1", unit },
    { kind: "also", text: written },
  ];
}

function hyphenated(word) {
  const parts = word.replace(/['’]/g, "").split("-").filter(Boolean);
  const words = parts.map((text) => ({ kind: "word", text }));
  return parts.length > 1 ? [...words, { kind: "also", text: parts.join("") }] : words;
}

/**
 * Reads a number with an optional unit. Other letters after a number are a separate word: the scan
 * returns to them.
 */
function numeric(written, letters, match) {
  const number = plainNumber(written);
  const unit = letters && unitOf(letters);
  if (unit) return { kind: "quantity", text: number + unit.spellings[0], number, unit };
  TOKEN.lastIndex = match.index + written.length;
  return { kind: "number", text: number, number };
}

/**
 * Removes thousands separators and redundant zeros. Whole numbers keep leading zeros, because they
 * may be codes.
 */
function plainNumber(written) {
  const digits = written.replaceAll(",", "");
  if (!digits.includes(".")) return digits;
  const [whole, fraction] = digits.split(".");
  const kept = fraction.replace(/0+$/, "");
  return (whole.replace(/^0+/, "") || "0") + (kept && `.${kept}`);
}

/** The words of a text for a search engine. */
export const words = (text) => tokens(fold(text)).map((token) => token.text);

/** The words of a query, without the words of kind `also`, which only names have. */
export function queryWords(text) {
  return tokens(fold(text))
    .filter((token) => token.kind !== "also")
    .map((token) => token.text);
}

/** Returns runs of letters and digits, with inner points and % signs. */
export function wordsOf(name) {
  return fold(name).match(/[\p{L}\p{N}]+(?:\.\p{N}+)*[\p{L}\p{N}]*%?/gu) ?? [];
}
