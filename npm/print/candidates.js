// Asks the search for the packs that print may mean.
import { isForm, wordsIn } from "./spacing.js";

/** The characters that the search accepts. */
const LONGEST = 200;

/** Returns the words of a text that the search accepts. */
export const cut = (text) =>
  text.length <= LONGEST ? text : text.slice(0, text.lastIndexOf(" ", LONGEST));

/**
 * Asks `search` for the packs of a question. `search` returns the packs of a text, or a promise of
 * them. Returns `[{ text, doubt, packs }]`: the packs of the whole question, or of its alternatives
 * if it finds none, or else of its matched parts. If two boxes are in view, each of them is asked
 * for alone. An answer with a pack whose medicine lacks the name is omitted. Without a name and a
 * strength nothing is asked.
 */
export async function packsOf(question, search) {
  if (!isRead(question)) return [];
  const { alternatives } = question;
  const ways = [
    () => (boxesOf(question).length > 0 ? [] : [question]),
    () => alternatives,
    () => matchedParts(question, search),
  ];
  for (const way of ways) {
    const answers = await found(await way(), question.name, search);
    if (answers.length > 0) return answers;
  }
  return [];
}

/** A box in view has its own `name`. */
async function found(questions, name, search) {
  const answers = await Promise.all(
    questions.map(async ({ text, doubt, name: own = name }) => ({
      text,
      own,
      ...(doubt && { doubt }),
      packs: await search(text),
    })),
  );
  return answers
    .filter(({ packs, own }) => packs.length > 0 && packs.every(isNamed(own)))
    .map(({ own, ...answer }) => answer);
}

/**
 * Returns the question without its name, and with the doubt `company_name` instead, if a pack that
 * it finds lacks the name in its medicine. The name of the medicine may be outside of the picture:
 * `Accord 30 mg tablets` would find any of them. Boxes with such a name are omitted.
 */
export async function checkedQuestion(question, search) {
  const { name, doubts, alternatives, ...rest } = question;
  const isOfMedicine = async ({ text, name }) =>
    name === undefined || (await search(text)).every(isNamed(name));
  const kept = [];
  for (const one of alternatives) if (await isOfMedicine(one)) kept.push(one);
  const isChecked = await isOfMedicine(question);
  return {
    ...rest,
    ...(isChecked && { name }),
    doubts: isChecked ? doubts : [...doubts, "company_name"],
    alternatives: kept,
  };
}

/**
 * Returns a function that returns whether the medicine of a pack has a word of a name, or one that
 * begins like it: the search corrects others.
 */
function isNamed(name) {
  const starts = startsOf(name);
  const medicineOf = ({ name, generic_product_name: product }) =>
    `${name.replace(SUPPLIER, "")} ${product}`;
  return (pack) => startsOf(medicineOf(pack)).some((start) => starts.includes(start));
}

/** The supplier in the name of a pack. Brackets may be in it. */
const SUPPLIER = /\([^()]*(?:\([^()]*\)[^()]*)*\)(?= \d)/;

/** The first letters of a word that must be right. */
const START = 3;

/**
 * Returns the first letters of the words of a text, without those of forms. An `I` is often read as
 * an `l`.
 */
function startsOf(text) {
  const words = wordsIn(text).filter((word) => !isForm(word));
  return words.map((word) => word.toLowerCase().replaceAll("i", "l").slice(0, START));
}

/**
 * Returns the question without the small lines that no pack has, as `[{ text, doubt }]`, if the
 * whole question finds nothing. If two boxes are in view, each of them is a question of its own.
 */
export async function matchedParts(question, search) {
  if (!isRead(question)) return [];
  const boxes = boxesOf(question);
  const matched = [];
  for (const one of boxes.length > 0 ? boxes : [question]) {
    const text = (await search(one.text)).length > 0 ? undefined : await matchedText(one, search);
    if (text !== undefined) matched.push({ text, doubt: "unmatched_words" });
  }
  return matched;
}

/**
 * Returns the lines without the small ones that find nothing by themselves, or `undefined` if
 * nothing has the others. A line that is known stays: a generic name that contradicts a misread
 * brand must not be lost.
 */
async function matchedText({ parts, name }, search) {
  const matched = [];
  for (const part of parts)
    if (!part.optional || (await search(part.text)).length > 0) matched.push(part);
  if (matched.length === parts.length) return undefined;
  const text = cut(matched.map((part) => part.text).join(" "));
  const packs = await search(text);
  return packs.length > 0 && packs.every(isNamed(name)) ? text : undefined;
}

const isRead = ({ name, strength }) => name !== undefined && strength !== undefined;
const boxesOf = ({ alternatives }) => alternatives.filter(({ doubt }) => doubt === "one_box");

/**
 * Returns `[{ product, packs }]`: each product of a supplier once, with its sizes, in the order of
 * its first pack. A blister strip shows no size, so other sizes of one product would fill a list.
 */
export function productsOf(packs) {
  const products = new Map();
  for (const pack of packs) {
    const product = productAndSupplier(pack);
    products.set(product, [...(products.get(product) ?? []), pack]);
  }
  return [...products].map(([product, packs]) => ({ product, packs }));
}

/** Returns the name of a pack without its size, which is the end of its generic name. */
function productAndSupplier({ name, generic_pack_name: generic, generic_product_name: product }) {
  const end = name.lastIndexOf(`) ${generic.slice(product.length + 1)}`);
  return generic.startsWith(`${product} `) && end > 0 ? name.slice(0, end + 1) : name;
}
