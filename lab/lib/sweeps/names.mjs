// Parses the names of products and generic products. It shares no code with the search.
import { fold } from "../words.mjs";
import { findRatios, findStrengths } from "./strengths.mjs";

/** Separates the components of a mixture, and a medicine from its base. `and` separates where a strength follows. */
const SEPARATOR = / \/ |(?<!\b1) in | with | \+ | and (?=[a-z -]+ \d[\d.,]*(?:mg|micrograms?|g|%))/;
/** Diluents of infusions, which are not components. */
const DILUENT = / in (?:sodium chloride|glucose|water for injections?)\b/;

/**
 * Parses a name: `{ text, parts: [{ words, substance, strengths, ratios }], tail, isDiluted }`. `tail` is the text after the strength: the form,
 * mostly.
 */
export function parseName(name) {
  const text = fold(name);
  const raw = text.split(SEPARATOR).map(parsePart);
  const parts = raw.flatMap((part) => withComponents(shareDenominator(part, raw)));
  return { text, parts, tail: tailOf(text), isDiluted: DILUENT.test(text) };
}

function parsePart(text) {
  const found = findStrengths(text);
  const before = found.length > 0 ? text.slice(0, found[0].index) : text;
  const words = [...wordsOf(before), ...wordsInBrackets(text)];
  return { text, words, substance: substanceOf(before), strengths: found.flatMap(({ all }) => all), ratios: findRatios(text) };
}

/** Returns the words of a text, with hyphenated ones in parts and as a whole. */
export function wordsOf(text) {
  const words = [];
  for (const [whole] of fold(text).replace(/['’]/g, "").matchAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu)) {
    words.push(...whole.split("-"));
    if (whole.includes("-")) words.push(whole.replaceAll("-", ""));
  }
  return words;
}

const wordsInBrackets = (text) => [...text.matchAll(/\(([^()]*)/g)].flatMap((match) => wordsOf(match[1]));

/** Returns the substance without text in brackets: `adrenaline` for `adrenaline (base)`. */
const substanceOf = (text) => text.replace(/\([^)]*(?:\)|$)/g, " ").replace(/\s+/g, " ").trim();

/** Adds a denominator that the name states once, for all parts: `Clobetasol 500microgram / Nystatin 100,000units/g`. */
function shareDenominator(part, parts) {
  const shared = parts.at(-1).strengths.at(-1)?.per;
  if (!shared || parts.length === 1 || ["dose", "time"].includes(shared.dimension)) return part;
  const strengths = part.strengths.map((strength) => (strength.per || strength.dimension === "percent" ? strength : { ...strength, per: shared }));
  return { ...part, strengths };
}

/** Splits a `co-` name in its components: `Co-codamol 30mg/500mg` is codeine 30 mg and paracetamol 500 mg. */
function withComponents(part) {
  const components = componentsOf(part.text);
  const isListed = components?.length === part.strengths.length;
  return components?.map((name, i) => ({ ...part, words: [...part.words, ...name.split(" ")], strengths: isListed ? [part.strengths[i]] : part.strengths, isComponent: true })) ?? [part];
}

/** Returns the text after the strength of the last component that has one, without brackets, or the whole text if no component has one. */
function tailOf(text) {
  const found = findStrengths(text);
  if (found.length === 0) return text;
  const separators = [...text.matchAll(new RegExp(SEPARATOR, "g"))].map(({ index }) => index);
  const last = separators.filter((index) => index < found.at(-1).index).at(-1) ?? -1;
  const begin = found.find(({ index }) => index > last).end;
  return text.slice(begin).replace(/\([^()]*\)|\([^()]*\([^()]*\)\)/g, " ").replace(/^[^\p{L}\p{N}]+|\)/gu, "").replace(/\s+/g, " ").trim();
}

/** Returns whether a name has several components with strengths, not counting diluents. */
export function isMixture({ parts, isDiluted }) {
  const substances = new Set(parts.filter(({ strengths }) => strengths.length > 0).map((part) => (part.isComponent ? part.words.join() : part.substance)));
  return substances.size > (isDiluted ? 2 : 1);
}

/** Returns the parts that have all of some words. */
export const partsWith = ({ parts }, words) => parts.filter((part) => words.every((word) => part.words.includes(word) || part.words.includes(`${word}s`)));

/** The components of `co-` names, in the order in which their strengths are stated (British Approved Names of combinations). */
const COMPONENTS = {
  amilofruse: ["amiloride", "furosemide"],
  amilozide: ["amiloride", "hydrochlorothiazide"],
  amoxiclav: ["amoxicillin", "clavulanic acid"],
  beneldopa: ["benserazide", "levodopa"],
  careldopa: ["carbidopa", "levodopa"],
  codamol: ["codeine", "paracetamol"],
  codaprin: ["codeine", "aspirin"],
  cyprindiol: ["cyproterone", "ethinylestradiol"],
  danthramer: ["dantron", "poloxamer"],
  danthrusate: ["dantron", "docusate"],
  dydramol: ["dihydrocodeine", "paracetamol"],
  fluampicil: ["flucloxacillin", "ampicillin"],
  flumactone: ["hydroflumethiazide", "spironolactone"],
  magaldrox: ["magnesium hydroxide", "aluminium hydroxide"],
  phenotrope: ["diphenoxylate", "atropine"],
  prenozide: ["oxprenolol", "cyclopenthiazide"],
  proxamol: ["dextropropoxyphene", "paracetamol"],
  simalcite: ["simeticone", "hydrotalcite"],
  tenidone: ["atenolol", "chlortalidone"],
  triamterzide: ["triamterene", "hydrochlorothiazide"],
  trimoxazole: ["trimethoprim", "sulfamethoxazole"],
  zidocapt: ["hydrochlorothiazide", "captopril"],
};

/** Returns the components of a text with a `co-` name, or `undefined`. */
const componentsOf = (text) => COMPONENTS[/\bco-([a-z]+)/.exec(text)?.[1]];
