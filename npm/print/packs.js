// Asks the search for the packs that print may mean.
import { keyOf } from "./layout.js";

/** With these doubts no pack has the name and the strength that were read: a search would guess. */
const WITHOUT_PACKS = ["no_data", "no_pack"];

/**
 * Asks `search` for the packs of a question. `search` returns the packs of a text, or a promise of
 * them. Returns `[{ text, doubt, packs }]`: the packs of the question, the packs of its supplier
 * first, or, if two boxes are in view, the packs of each of them. Without a name and a strength
 * that some pack has, nothing is asked.
 */
export async function packsOf(question, search) {
  const boxes = question.alternatives.filter(({ doubt }) => doubt === "one_box");
  const answers = [];
  const asked = boxes.length > 0 ? boxes : [question].filter(isAskable);
  for (const { text, doubt, supplier } of asked) {
    const all = await search(text);
    const first = supplier === undefined ? [] : await search(`${text} ${supplier}`);
    const packs = eachOnce([...plainestFirst(first, text), ...plainestFirst(all, text)]);
    if (packs.length > 0) answers.push({ text, ...(doubt && { doubt }), packs });
  }
  return answers;
}

/**
 * Sorts packs by the words that the box lacks, the fewest first: one that is sugar free says so,
 * and a brand has its name.
 */
function plainestFirst(packs, text) {
  const onBox = keyOf(text);
  const lacking = new Map();
  for (const pack of packs) lacking.set(pack, wordsNotIn(onBox, pack.name));
  return [...packs].sort((one, other) => lacking.get(one) - lacking.get(other));
}

function wordsNotIn(onBox, name) {
  const words = name.split(" (")[0].split(" ");
  return words.filter((word) => !onBox.includes(keyOf(word))).length;
}

/** Lists each pack at its first place. */
function eachOnce(packs) {
  const byId = new Map();
  for (const pack of packs) if (!byId.has(pack.pack_id)) byId.set(pack.pack_id, pack);
  return [...byId.values()];
}

/**
 * Reports whether a question has a name that some pack has, and its strength, unless one product
 * has the name.
 */
export function isAskable({ name, strength, isOneProduct = false, doubts }) {
  if (name === undefined || (strength === undefined && !isOneProduct)) return false;
  return !doubts.some((doubt) => WITHOUT_PACKS.includes(doubt));
}

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

/** Finds the name of a pack without its size, which is the end of its generic name. */
function productAndSupplier({ name, generic_pack_name: generic, generic_product_name: product }) {
  const end = name.lastIndexOf(`) ${generic.slice(product.length + 1)}`);
  return generic.startsWith(`${product} `) && end > 0 ? name.slice(0, end + 1) : name;
}
