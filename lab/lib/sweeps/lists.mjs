// Checks of a list of packs as a whole: each returns the places of the packs that should not be there.
import { isMixture, wordsOf } from "./names.mjs";

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
