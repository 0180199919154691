// Questions about substances: components of mixtures, salts, other medicines, and foreign brands.
import { readFileSync } from "node:fs";
import { halfOf, isCompany, supplierOnBox } from "../boxes/products.mjs";
import { groupBy } from "../records.mjs";
import { drawQuestions, plainOf, sampleQuestions, strengthText, wantsOf } from "./release.mjs";
import { COMMON_SALTS, isElement, isPlain, SALTS, strengthsOf } from "./medicines.mjs";
import { compareStrengths, SAME, wordsOf } from "./names.mjs";

/**
 * The maximum number of questions about one component, because some are in hundreds of mixtures.
 */
const MAX_PER_COMPONENT = 8;

export const otherComponent = {
  name: "strength of another component",
  size: 800,
  make: (release, random, size) =>
    sampleQuestions(
      size,
      random,
      pairs(release, random).flatMap((pair) => questionOther(release, pair)),
    ),
};
export const ownComponent = {
  name: "strength of a component",
  size: 800,
  make: (release, random, size) =>
    sampleQuestions(
      size,
      random,
      pairs(release, random).map(({ own }) => questionOwn(release, own)),
    ),
};

/** Returns components of mixtures, each with another one. */
function pairs(release, random) {
  const found = [];
  for (const { parts } of release.generics.filter((medicine) => medicine.isMixture)) {
    for (const own of parts)
      for (const other of parts)
        if (own !== other && other.strengths[0].dimension !== "volume") found.push({ own, other });
  }
  const bySubstance = groupBy(found, ({ own }) => own.substance);
  return [...bySubstance.values()].flatMap((some) => random.sample(some, MAX_PER_COMPONENT));
}

/** Returns a question where no product has the component in that strength. */
function questionOther(release, { own, other }) {
  const words = wordsOf(own.substance);
  const [requested] = other.strengths;
  const all = release
    .productsWith(words)
    .flatMap((product) => strengthsOf(release, product, words));
  if (all.some((stated) => compareStrengths(requested, stated, null))) return [];
  const wants = { medicines: [words], strengths: [requested] };
  return [
    {
      class: otherComponent.name,
      text: `${own.substance} ${requested.text}`,
      half: halfOf(own.substance),
      exists: false,
      wants,
    },
  ];
}

function questionOwn(release, { substance, strengths }) {
  const words = wordsOf(substance);
  const [requested] = strengths;
  const hasStrength = ({ parts, state }) =>
    parts[0].strengths.some((stated) => compareStrengths(requested, stated, state) === SAME);
  const question = {
    class: ownComponent.name,
    text: `${substance} ${requested.text}`,
    half: halfOf(substance),
    wants: { medicines: [words], strengths: [requested] },
  };
  return {
    ...question,
    lists: ["plain hidden"],
    substance,
    hasPlain: release.generics.some(
      (medicine) => isPlain(medicine, substance) && hasStrength(medicine),
    ),
  };
}

// A medicine with a salt that its packs do not have, beside a supplier.

export const salt = {
  name: "salt beside a supplier",
  size: 700,
  make: (release, random, size) => {
    const medicines = new Map(
      plainOf(release)
        .filter(({ parts }) => !parts[0].isComponent)
        .map((medicine) => [medicine.generic, medicine]),
    );
    const packs = release.packs.filter(
      ({ generic, supplier }) => medicines.has(generic) && supplier && isCompany(supplier),
    );
    return drawQuestions(size, () =>
      ((pack) => questionSalt(release, random, medicines.get(pack.generic), pack))(
        random.pick(packs),
      ),
    );
  },
};

function questionSalt(release, random, medicine, { supplier }) {
  const base = medicine.substance.split(" ").filter((word) => !SALTS.includes(word));
  const requested = random.pick(COMMON_SALTS);
  const isOther =
    base.length > 0 &&
    !isElement(medicine.words[0]) &&
    release.productsWith([...base, requested]).length === 0;
  if (!isOther) return null;
  const text = `${base.join(" ")} ${requested} ${strengthText(medicine)} ${supplierOnBox(supplier)}`;
  const wants = {
    ...wantsOf(medicine),
    medicines: [wordsOf(base.join(" "))],
    salt: { base: wordsOf(base.join(" ")), requested },
  };
  return {
    class: salt.name,
    way: requested,
    text,
    half: halfOf(medicine.substance, supplier),
    exists: !hasSalt(medicine),
    wants,
  };
}

const hasSalt = ({ words }) => words.some((word) => SALTS.includes(word));

// A medicine named beside another one, where no product has both.

export const beside = {
  name: "medicine beside another",
  size: 1000,
  make: (release, random, size) => {
    const foreign = readTable("other-medicines.tsv").filter(([name]) => isAbsent(release, name));
    const medicines = plainOf(release).filter(({ words }) => words.length < 3);
    const own = medicines
      .filter(({ words }) => words.length === 1 && words[0].length > 5)
      .map(({ substance }) => [substance]);
    return drawQuestions(size, () =>
      questionBeside(release, random, random.pick(random.chance(0.5) ? foreign : own), medicines),
    );
  },
};

/** Reads a table of lab/queries: the cells of each line. */
function readTable(file) {
  const lines = readFileSync(new URL(`../../queries/${file}`, import.meta.url), "utf8").split("\n");
  return lines.filter((line) => line && !line.startsWith("#")).map((line) => line.split("\t"));
}

/** Returns whether no word of the release begins with the first word of a name. */
function isAbsent(release, name) {
  const [first] = wordsOf(name);
  for (const word of release.allWords) if (word.startsWith(first)) return false;
  return true;
}

const ORDERS = [
  (other, medicine) => [other, medicine.substance, strengthText(medicine)],
  (other, medicine) => [medicine.substance, other, strengthText(medicine)],
  (other, medicine) => [medicine.substance, strengthText(medicine), other],
];

function questionBeside(release, random, [other, companion], medicines) {
  const pool =
    companion && random.chance(0.5)
      ? medicines.filter(({ words }) => words[0] === companion)
      : medicines;
  const medicine = random.pick(pool.length > 0 ? pool : medicines);
  const words = wordsOf(other);
  if (release.productsWith([...medicine.words, ...words]).length > 0) return null;
  const wants = { ...wantsOf(medicine), medicines: [medicine.words, words] };
  return {
    class: beside.name,
    way: other,
    text: random.pick(ORDERS)(other, medicine).join(" "),
    half: halfOf(medicine.substance, other),
    exists: false,
    wants,
  };
}

// Brands of other countries that the release does not have: the generic product or an empty result
// is right, another medicine is wrong.

export const foreign = {
  name: "foreign brand",
  size: 800,
  make: (release, random, size) => {
    const brands = readTable("foreign-brands.tsv").filter(([brand]) => isAbsent(release, brand));
    return sampleQuestions(
      size,
      random,
      brands.flatMap(([brand, generic]) => questionForeign(release, random, brand, generic)),
    );
  },
};

function questionForeign(release, random, brand, generic) {
  const components = generic.split(" / ").map(wordsOf);
  const question = { class: foreign.name, way: generic, half: halfOf(brand), exists: false };
  const medicines = plainOf(release).filter(
    ({ words }) => components.length === 1 && components[0].every((word) => words.includes(word)),
  );
  const requested = [{ ...question, text: brand, wants: { foreign: [components] } }];
  if (medicines.length === 0) return requested;
  const medicine = random.pick(medicines);
  return [
    ...requested,
    {
      ...question,
      text: `${brand} ${strengthText(medicine)}`,
      wants: { ...wantsOf(medicine), foreign: [components] },
    },
  ];
}
