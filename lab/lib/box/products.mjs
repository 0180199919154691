// The parts of a pack's record that are printed on its box: medicine, strength, form, brand, maker and size.
import { createHash } from "node:crypto";
import { fold, wordsOf } from "../words.mjs";

const STRENGTH = String.raw`\d[\d,.]*(?:mg|micrograms?|g|%|units?|mmol)(?:/[\d,.]*(?:mg|g|ml|dose|hours?))?`;
const GENERIC = new RegExp(`^(?<medicine>[A-Z][A-Za-z' -]+?) (?<strength>${STRENGTH}) (?<form>[a-z].*)$`);
const SIZE = /^(?<count>\d[\d,.]*) (?<unit>[a-z-]+)/;

/// `{ name, product, generic, medicine, strength, form, brand, supplier, count, unit }`; null when it isn't one medicine
/// in one strength: only such names can be taken apart without guessing.
export function productOf({ name, generic_product_name: generic, generic_pack_name: pack }) {
  const parts = GENERIC.exec(generic)?.groups;
  const size = pack?.startsWith(`${generic} `) && pack.slice(generic.length + 1);
  const { product, supplier } = (size && apart(name, size)) || {};
  if (!parts || !supplier || parts.medicine.startsWith("Generic ")) return null;
  return { name, product, generic, ...parts, brand: brandOf(product, parts.medicine), supplier, ...SIZE.exec(size)?.groups };
}

/// The name ends with supplier and size: `Product (Supplier) 28 tablet …`.
function apart(name, size) {
  const end = name.lastIndexOf(`) ${size}`);
  const begin = openingOf(name, end);
  return begin > 0 ? { product: name.slice(0, begin - 1), supplier: name.slice(begin + 1, end) } : null;
}

/// Returns where the bracket opens that closes at `end`; suppliers have brackets of their own.
export function openingOf(name, end) {
  let depth = 1;
  let at = end;
  while (depth > 0 && --at >= 0) depth += name[at] === ")" ? 1 : name[at] === "(" ? -1 : 0;
  return at;
}

/// The one or two words before the first figure, unless the medicine is among them.
function brandOf(product, medicine) {
  if (fold(product).includes(fold(medicine).slice(0, 5))) return null;
  return /^([A-Z][A-Za-z-]{2,}(?: [A-Z][A-Za-z-]+)?) \d/.exec(product)?.[1] ?? null;
}

// The medicine of a pack: the words before each strength of its generic name, without salts.

const SALTS = / (?:hydrochloride|hydrobromide|besilate|maleate|mesilate|fumarate|tartrate|acetate|phosphate|sulfate|citrate|succinate|erbumine|arginine|cilexetil|medoxomil|diethylammonium|epolamine|lysine|dipropionate|valerate|propionate|butyrate|bromide|nitrate|benzoate|xinafoate|trometamol|disodium|sodium|potassium|calcium|magnesium|monohydrate|dihydrate)$/;
/// Here the second word is no salt's but the medicine's.
const ELEMENTS = /^(?:sodium|potassium|calcium|magnesium|zinc|ferrous|aluminium|copper|lithium|iron) /;

export const medicineOf = ({ generic_product_name: generic }) => fold(generic ?? "").split(" / ").map(substance).sort().join(" / ");

const substance = (part) => withoutSalts(part.replace(/\s+\d.*$/, ""));

function withoutSalts(text) {
  const shorter = ELEMENTS.test(text) ? text : text.replace(SALTS, "");
  return shorter === text ? text : withoutSalts(shorter);
}

// The two halves of the queries from boxes: the search is tuned on one, and the report shows the other.

export const HALVES = ["tune", "report"];

/// Returns the first word that identifies a name: `codamol` of `Co-codamol`, and all of `A A H`, which has no such word.
export const keyOf = (name) => wordsOf(name).find((word) => word.length >= 3 && !SAYS_NOTHING.has(word)) ?? name;

const SAYS_NOTHING = new Set(["the", "generic"]);

const half = (name) => HALVES[createHash("sha256").update(keyOf(name)).digest()[0] >> 7];

/// The half of a query about a medicine, from a maker where it names one: null when the two are in different halves,
/// because such a query would show each half something of the other.
export function halfOf(medicine, maker) {
  const own = half(medicine);
  return !maker || half(maker) === own ? own : null;
}
