// Asks the search for the packs that print may mean.

/**
 * Asks `search` for the packs of a question. `search` returns the packs of a text, or a promise of them. Returns `[{ text, doubt, packs }]`: the
 * packs of the whole question, or of its alternatives if it finds none. If two boxes are in view, each of them is asked for alone. Without a name
 * and a strength nothing is asked.
 */
export async function packsOf({ text, name, strength, alternatives }, search) {
  if (name === undefined || strength === undefined) return [];
  const isOfTwo = alternatives.some(({ doubt }) => doubt === "one_box");
  const whole = isOfTwo ? [] : await found([{ text }], search);
  return whole.length > 0 ? whole : found(alternatives, search);
}

async function found(questions, search) {
  const answers = await Promise.all(questions.map(async (question) => ({ ...question, packs: await search(question.text) })));
  return answers.filter(({ packs }) => packs.length > 0);
}

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
