// The packs and medicines of a release, and the drawing of questions from them.
import { halfOf, openingBracketOf } from "../boxes/products.mjs";
import { groupBy } from "../records.mjs";
import { routeOf, stateOf } from "./medicines.mjs";
import { isMixture, parseName, wordsOf } from "./names.mjs";

export class Release {
  #parsed = new Map();
  #packs;
  #byWord = new Map();
  #wordsIn = new Map();

  constructor(records) {
    this.packs = records.map(packOf);
    this.#packs = new Map(this.packs.map((pack) => [pack.name, pack]));
    this.products = [
      ...new Map(this.packs.map((pack) => [`${pack.generic}\t${pack.product}`, pack])).values(),
    ];
    this.generics = [...new Set(this.packs.map(({ generic }) => generic))]
      .map((name) => this.medicineOf(name))
      .filter(Boolean);
    for (const product of this.products)
      for (const word of this.wordsIn(product)) this.#add(word, product);
    this.byGeneric = groupBy(this.packs, ({ generic }) => generic);
    this.bySubstance = groupBy(this.generics, ({ substance }) => substance);
  }

  #add(word, product) {
    const products = this.#byWord.get(word);
    if (products) products.push(product);
    else this.#byWord.set(word, [product]);
  }

  /** Returns the pack of this name, or `undefined`. */
  pack(name) {
    return this.#packs.get(name);
  }

  /** Parses a name, each name once. */
  parse(name) {
    if (!this.#parsed.has(name)) this.#parsed.set(name, parseName(name));
    return this.#parsed.get(name);
  }

  /**
   * Returns the words of a pack's generic name and product name, including those of `co-`
   * components.
   */
  wordsIn(pack) {
    if (!this.#wordsIn.has(pack)) this.#wordsIn.set(pack, new Set(this.#collectWords(pack)));
    return this.#wordsIn.get(pack);
  }

  #collectWords({ generic, product }) {
    const parts = this.parse(generic).parts.flatMap(({ words }) => words);
    return [...parts, ...wordsOf(generic), ...wordsOf(product)];
  }

  /** Returns the products with all of some words. */
  productsWith(words) {
    const lists = words.map((word) => this.#byWord.get(word) ?? []);
    const shortest = lists.reduce((least, list) => (list.length < least.length ? list : least));
    return shortest.filter((product) =>
      ((all) => words.every((word) => all.has(word)))(this.wordsIn(product)),
    );
  }

  /** The words of all names, including suppliers and sizes. */
  get allWords() {
    this.words ??= new Set(
      this.packs.flatMap(({ name, generic }) => [...wordsOf(name), ...wordsOf(generic)]),
    );
    return this.words;
  }

  /** The words of suppliers. */
  get supplierWords() {
    this.ofSuppliers ??= new Set(
      [...new Set(this.packs.map(({ supplier }) => supplier))].flatMap(wordsOf),
    );
    return this.ofSuppliers;
  }

  /**
   * Returns a generic product that has a substance, a strength and a form, so that questions can be
   * drawn from it; else `null`.
   */
  medicineOf(generic) {
    if (generic.startsWith("Generic ")) return null;
    const { parts, tail, isDiluted } = this.parse(generic);
    const substance = parts[0].substance;
    const isMedicine = parts.every(isComplete) && routeOf(tail) !== null;
    if (!isMedicine) return null;
    const isCombination = isMixture(this.parse(generic)) && !parts[0].isComponent;
    return {
      generic,
      substance,
      words: wordsOf(substance),
      parts,
      tail,
      isDiluted,
      state: stateOf(tail),
      isMixture: isCombination,
      half: halfOf(substance),
    };
  }
}

/** Returns whether a part has a strength, and a substance without digits. */
const isComplete = ({ strengths, substance }) =>
  strengths.length > 0 && /^(?=[a-z]{3}|co-)[a-z' -]+(?<! to)$/.test(substance);

/**
 * Splits a pack's name in product, supplier and size: `Product (Supplier) 28 tablet 2 x 14
 * tablets`.
 */
function packOf({
  name,
  generic_product_name: generic,
  generic_pack_name: genericPack,
  invalid,
  discontinued_date,
}) {
  const size = genericPack?.startsWith(`${generic} `) ? genericPack.slice(generic.length + 1) : "";
  const end = Math.max(size ? name.lastIndexOf(`) ${size}`) : -1, name.lastIndexOf(") "));
  const begin = openingBracketOf(name, end);
  const isCurrent = invalid === null && discontinued_date === null;
  if (end < 0 || begin <= 0)
    return { name, generic, product: name, supplier: "", size: "", isCurrent };
  return {
    name,
    generic,
    product: name.slice(0, begin - 1),
    supplier: name.slice(begin + 1, end),
    size: name.slice(end + 2),
    isCurrent,
  };
}

export function drawQuestions(size, make) {
  const questions = new Map();
  for (let draw = 0; draw < 30 * size && questions.size < size; draw++) {
    const question = make();
    if (question?.half) questions.set(question.text, question);
  }
  return [...questions.values()];
}

/** Returns at most `size` of all questions, each text once. */
export function sampleQuestions(size, random, all) {
  const questions = [
    ...new Map(
      all.filter(({ half }) => half).map((question) => [question.text, question]),
    ).values(),
  ];
  return random.sample(questions, size);
}

/** Returns the generic products of one substance. */
export const plainOf = (release) => release.generics.filter((medicine) => !medicine.isMixture);

/**
 * Returns the strength of a medicine as in its name: for a `co-` name, of all components together.
 */
export const strengthText = ({ parts }) => parts[0].strengths[0].text;

/**
 * Returns the words of a form before the first digit, as people type it: not the `10ml vials` of
 * `solution for injection 10ml vials`.
 */
export const formText = ({ tail }) => tail.split(/ \d/)[0];

/** Returns the parts of a question about a medicine in its strength. */
export const wantsOf = (medicine) => ({
  medicines: [medicine.words],
  strengths: strengthsIn(medicine),
});

function strengthsIn({ parts }) {
  const { text } = parts[0].strengths[0];
  return parts.flatMap(({ strengths }) => strengths).filter((strength) => strength.text === text);
}
