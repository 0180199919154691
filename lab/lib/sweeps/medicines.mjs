// Whether a pack has a medicine, and in which strengths.
import { stateOf } from "./forms.mjs";
import { isMixture, partsWith, wordsOf } from "./names.mjs";

/// Salts that questions name.
export const COMMON_SALTS = (
  "hydrochloride hydrobromide sodium potassium calcium magnesium maleate mesilate besilate tartrate citrate phosphate sulfate acetate fumarate succinate " +
  "bromide nitrate lactate gluconate"
).split(" ");
const OTHER_SALTS = "propionate valerate butyrate dipropionate furoate bisulfate dihydrogen disodium tosilate xinafoate embonate".split(" ");
const HYDRATES = "anhydrous hemihydrate monohydrate dihydrate trihydrate pentahydrate heptahydrate decahydrate dodecahydrate".split(" ");
export const SALTS = [...COMMON_SALTS, ...OTHER_SALTS];
/// Elements whose salt is the medicine.
const ELEMENTS = new Set(
  "sodium potassium calcium magnesium zinc ferrous ferric iron aluminium copper lithium ammonium barium bismuth silver selenium hydrogen chromium manganese".split(" "),
);

export const isElement = (word) => ELEMENTS.has(word);

/// Whether the generic name or the product name has the medicine. With a notice its salt may be missing, if no other one is stated.
export function hasMedicine(release, pack, words, isNoticed) {
  if (partsWith(release.parse(pack.generic), words).length > 0 || hasInProduct(pack, words)) return true;
  return isNoticed && saltlessParts(release, pack, words).length > 0;
}

/// The generic name of a product that is known by its brand alone does not state its substances: parts of words count there.
function hasInProduct({ generic, product }, words) {
  const own = new Set(wordsOf(product));
  if (words.every((word) => own.has(word) || own.has(`${word}s`))) return true;
  return generic.startsWith("Generic ") && words.every((word) => product.toLowerCase().includes(word));
}

/// Returns the components that have the medicine without its salt, and no salt of their own.
function saltlessParts(release, pack, words) {
  const isSalt = (word) => SALTS.includes(word) || HYDRATES.includes(word);
  const base = words.filter((word) => !isSalt(word));
  if (base.length === 0 || base.length === words.length || isElement(words[0])) return [];
  return partsWith(release.parse(pack.generic), base).filter((part) => !part.words.some(isSalt));
}

/// Returns the strengths of a medicine in a pack: those of its component, and the product name's own where it is of one substance.
export function strengthsOf(release, pack, words) {
  const [generic, product] = [release.parse(pack.generic), release.parse(pack.product)];
  const own = isMixture(generic) ? partsWith(product, words) : product.parts;
  const exact = partsWith(generic, words);
  const parts = [...(exact.length > 0 ? exact : saltlessParts(release, pack, words)), ...own];
  return parts.flatMap(({ strengths }) => strengths);
}

/// Whether the component states one of the `salts`, and not the one that is asked.
export function hasOtherSalt(release, pack, { base, asked }) {
  const parts = [pack.generic, pack.product].flatMap((name) => partsWith(release.parse(name), base));
  const words = parts.flatMap((part) => part.words);
  return !words.includes(asked) && SALTS.some((salt) => words.includes(salt));
}

/// Returns `liquid`, `semi-solid` or `null`.
export const stateOfPack = (release, pack) => stateOf(release.parse(pack.generic).tail) ?? stateOf(release.parse(pack.product).tail);

// Checks of a list of packs as a whole: each returns the places of the packs that should not be there.

export const LISTS = { "plain hidden": mixturesBeforePlain, "supplier's word": narrowedBySupplier };

/// Mixtures above a product of the one substance in exactly that strength, or without one where the release has it.
function mixturesBeforePlain({ release, question, packs, judged }) {
  const isExact = ({ kinds, isOtherVolume }) => kinds.length === 0 && !isOtherVolume;
  const last = packs.findLastIndex((pack, i) => isExact(judged[i]) && isPlain(release.parse(pack.generic), question.substance));
  const places = [];
  for (const [i, { generic }] of packs.entries()) {
    if (isMixture(release.parse(generic)) && (i < last || (last < 0 && question.hasPlain))) places.push(i);
  }
  return places;
}

/// Whether a name is of the one substance, without another salt or ester.
export const isPlain = (name, substance) => !isMixture(name) && name.parts[0].substance === substance;

/// All packs, where each has the abbreviation as the beginning of a word of supplier or size, and the release has others.
function narrowedBySupplier({ release, question, packs, isRight }) {
  const { abbreviation } = question;
  const isByChance = (pack) => wordsOf(`${pack.supplier} ${pack.size}`).some((word) => word.startsWith(abbreviation));
  if (packs.length === 0 || !packs.every(isByChance)) return [];
  const [words] = question.wants.medicines;
  const others = release.productsWith(words).filter((pack) => !isByChance(pack) && words.every((word) => wordsOf(pack.product).includes(word)));
  return others.some(isRight) ? packs.map((_, i) => i) : [];
}
