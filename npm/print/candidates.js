// Asks the search for the packs that print may mean.

/** The characters that the search accepts. */
const LONGEST = 200;

/** Returns the words of a text that the search accepts. */
export const cut = (text) => (text.length <= LONGEST ? text : text.slice(0, text.lastIndexOf(" ", LONGEST)));

/**
 * Asks `search` for the packs of a question. `search` returns the packs of a text, or a promise of them. Returns `[{ text, doubt, packs }]`: the
 * packs of the whole question, or of its alternatives if it finds none, or else of its matched parts. If two boxes are in view, each of them is asked
 * for alone. Without a name and a strength nothing is asked.
 */
export async function packsOf(question, search) {
  const checked = await checkedQuestion(question, search);
  if (!isRead(checked)) return [];
  const { text, alternatives } = checked;
  const ways = [() => (boxesOf(checked).length > 0 ? [] : [{ text }]), () => alternatives, () => matchedParts(checked, search)];
  for (const way of ways) {
    const answers = await found(await way(), search);
    if (answers.length > 0) return answers;
  }
  return [];
}

async function found(questions, search) {
  const answers = await Promise.all(questions.map(async ({ text, doubt }) => ({ text, ...(doubt && { doubt }), packs: await search(text) })));
  return answers.filter(({ packs }) => packs.length > 0);
}

/**
 * Returns the question without a name that is only the name of a company, and with the doubt `company_name` instead. The name of the medicine may be
 * outside of the picture: `Accord 30 mg tablets` would find any of them. Boxes with such a name are omitted from the alternatives.
 */
export async function checkedQuestion(question, search) {
  const { name, doubts, alternatives, ...rest } = question;
  const kept = [];
  for (const one of alternatives) if (!(await isCompany(one.name, search))) kept.push(one);
  const isChecked = !(await isCompany(name, search));
  return { ...rest, ...(isChecked && { name }), doubts: isChecked ? doubts : [...doubts, "company_name"], alternatives: kept };
}

/** Returns whether a name finds only packs that have it in their supplier, and not in their medicine. */
async function isCompany(name, search) {
  const text = (name ?? "").replace(/\d.*$/, "");
  const words = wordsOf(text).filter((word) => word.length >= START);
  if (words.length === 0) return false;
  const packs = await search(text);
  return packs.length > 0 && packs.every((pack) => isOnlyInSupplier(words, pack));
}

/** The first letters of a company that must be right: the search corrects others. */
const START = 3;

function isOnlyInSupplier(words, { name, generic_product_name: product }) {
  const supplier = supplierOf(name);
  const has = (text, beginnings) => wordsOf(text).some((word) => beginnings.some((beginning) => word.startsWith(beginning)));
  return has(supplier, words.map((word) => word.slice(0, START))) && !has(`${name.replace(supplier, "")} ${product}`, words);
}

const wordsOf = (text) => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** Returns the supplier in brackets of the name of a pack, or nothing. */
const supplierOf = (name) => /\([^()]*(?:\([^()]*\)[^()]*)*\)(?= \d)/.exec(name)?.[0] ?? "";

/**
 * Returns the question without the small lines that no pack has, as `[{ text, doubt }]`, if the whole question finds nothing. If two boxes are in view,
 * each of them is a question of its own.
 */
export async function matchedParts(question, search) {
  if (!isRead(question)) return [];
  const boxes = boxesOf(question);
  const matched = [];
  for (const { text, parts } of boxes.length > 0 ? boxes : [question]) {
    const part = (await search(text)).length > 0 ? undefined : await matchedText(parts, search);
    if (part !== undefined) matched.push({ text: part, doubt: "unmatched_words" });
  }
  return matched;
}

/**
 * Returns the lines without the small ones that find nothing by themselves, or `undefined` if nothing has the others. A line that is known stays: a
 * generic name that contradicts a misread brand must not be lost.
 */
async function matchedText(parts, search) {
  const finds = async (text) => (await search(text)).length > 0;
  const matched = [];
  for (const part of parts) if (!part.optional || (await finds(part.text))) matched.push(part);
  const text = textOf(matched);
  return matched.length < parts.length && (await finds(text)) ? text : undefined;
}

const isRead = ({ name, strength }) => name !== undefined && strength !== undefined;
const boxesOf = ({ alternatives }) => alternatives.filter(({ doubt }) => doubt === "one_box");
const textOf = (parts) => cut(parts.map(({ text }) => text).join(" "));

/**
 * Returns `[{ product, packs }]`: each product of a supplier once, with its sizes, in the order of its first pack. A blister strip shows no size, so
 * other sizes of one product would fill a list.
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
