// Brands of other countries that the release does not have: the generic product is right, nothing found is right, another medicine is wrong.
import { halfOf } from "../box/halves.mjs";
import { plainOf, sampleQuestions, strengthText, wantsOf } from "./draw.mjs";
import { wordsOf } from "./names.mjs";
import { isAbsent, readTable } from "./others.mjs";

export const foreign = {
  name: "foreign brand",
  size: 800,
  make: (release, random, size) => {
    const brands = readTable("foreign-brands.tsv").filter(([brand]) => isAbsent(release, brand));
    return sampleQuestions(size, random, brands.flatMap(([brand, generic]) => ask(release, random, brand, generic)));
  },
};

function ask(release, random, brand, generic) {
  const components = generic.split(" / ").map(wordsOf);
  const question = { class: foreign.name, way: generic, half: halfOf(brand), exists: false };
  const medicines = plainOf(release).filter(({ words }) => components.length === 1 && components[0].every((word) => words.includes(word)));
  const asked = [{ ...question, text: brand, wants: { foreign: [components] } }];
  if (medicines.length === 0) return asked;
  const medicine = random.pick(medicines);
  return [...asked, { ...question, text: `${brand} ${strengthText(medicine)}`, wants: { ...wantsOf(medicine), foreign: [components] } }];
}
