// A medicine named beside another one, where no product has both.
import { readFileSync } from "node:fs";
import { halfOf } from "../box/halves.mjs";
import { drawQuestions, plainOf, strengthText, wantsOf } from "./draw.mjs";
import { wordsOf } from "./names.mjs";

export const beside = {
  name: "medicine beside another",
  size: 1000,
  make: (release, random, size) => {
    const foreign = readTable("other-medicines.tsv").filter(([name]) => isAbsent(release, name));
    const medicines = plainOf(release).filter(({ words }) => words.length < 3);
    const own = medicines.filter(({ words }) => words.length === 1 && words[0].length > 5).map(({ substance }) => [substance]);
    return drawQuestions(size, () => ask(release, random, random.pick(random.chance(0.5) ? foreign : own), medicines));
  },
};

/// Reads a table of lab/queries: the cells of each line.
export function readTable(file) {
  const lines = readFileSync(new URL(`../../queries/${file}`, import.meta.url), "utf8").split("\n");
  return lines.filter((line) => line && !line.startsWith("#")).map((line) => line.split("\t"));
}

/// Whether no word of the release begins with the first word of a name.
export function isAbsent(release, name) {
  const [first] = wordsOf(name);
  for (const word of release.allWords) if (word.startsWith(first)) return false;
  return true;
}

const ORDERS = [
  (other, medicine) => [other, medicine.substance, strengthText(medicine)],
  (other, medicine) => [medicine.substance, other, strengthText(medicine)],
  (other, medicine) => [medicine.substance, strengthText(medicine), other],
];

function ask(release, random, [other, companion], medicines) {
  const pool = companion && random.chance(0.5) ? medicines.filter(({ words }) => words[0] === companion) : medicines;
  const medicine = random.pick(pool.length > 0 ? pool : medicines);
  const words = wordsOf(other);
  if (release.productsWith([...medicine.words, ...words]).length > 0) return null;
  const wants = { ...wantsOf(medicine), medicines: [medicine.words, words] };
  return { class: beside.name, way: other, text: random.pick(ORDERS)(other, medicine).join(" "), half: halfOf(medicine.substance, other), exists: false, wants };
}
