// Medicines that are only to be had by a brand's name: the words that generic names have and no pack's own. Whoever asks for one
// must get its packs, and no other medicine.
import { canBeMisspelt, misspell } from "./typos.mjs";
import { words } from "./words.mjs";

/// Each of these words, and each that can be misspelt once more with an error.
export function makeSubstances(records, random) {
  const known = new Set(records.flatMap(({ name }) => words(name)));
  const names = namesBySubstance(records, known);
  const every = new Set([...known, ...names.keys()]);
  const asked = [...names].map(([word, right]) => query("substance", word, word, right));
  const misspelt = [...names].filter(([word]) => canBeMisspelt(word));
  return [...asked, ...misspelt.map(([word, right]) => query("substance-misspelt", misspell(random, word, every), word, right))];
}

function namesBySubstance(records, known) {
  const names = new Map();
  for (const { name, generic_product_name } of records) {
    for (const word of words(generic_product_name).filter((word) => /^[a-z]/.test(word) && !known.has(word))) {
      names.set(word, (names.get(word) ?? new Set()).add(name));
    }
  }
  return names;
}

/// A pack of anything else is another medicine, where it is shown without the right one too.
const query = (kind, text, meant, right) => ({ class: kind, text, meant, right, isRight: (name) => right.has(name), isPartner: (name) => !right.has(name) });
