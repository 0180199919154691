// A component of a mixture with the strength of another component, and with its own.
import { groupBy } from "../groups.mjs";
import { halfOf } from "../box/halves.mjs";
import { sampleQuestions } from "./draw.mjs";
import { isPlain } from "./lists.mjs";
import { strengthsOf } from "./medicines.mjs";
import { wordsOf } from "./names.mjs";
import { compareStrengths, SAME } from "./strengths.mjs";

/// Questions about one component at most: some are in hundreds of mixtures.
const MOST_OF_ONE = 8;

export const otherComponent = {
  name: "strength of another component",
  size: 800,
  make: (release, random, size) => sampleQuestions(size, random, pairs(release, random).flatMap((pair) => askOther(release, pair))),
};
export const ownComponent = {
  name: "strength of a component",
  size: 800,
  make: (release, random, size) => sampleQuestions(size, random, pairs(release, random).map(({ own }) => askOwn(release, own))),
};

/// Returns components of mixtures, each with another one.
function pairs(release, random) {
  const found = [];
  for (const { parts } of release.generics.filter((medicine) => medicine.isMixture)) {
    for (const own of parts) for (const other of parts) if (own !== other && other.strengths[0].dimension !== "volume") found.push({ own, other });
  }
  const bySubstance = groupBy(found, ({ own }) => own.substance);
  return [...bySubstance.values()].flatMap((some) => random.sample(some, MOST_OF_ONE));
}

/// Returns a question where no product has the component in that strength.
function askOther(release, { own, other }) {
  const words = wordsOf(own.substance);
  const [asked] = other.strengths;
  const all = release.productsWith(words).flatMap((product) => strengthsOf(release, product, words));
  if (all.some((stated) => compareStrengths(asked, stated, null))) return [];
  const wants = { medicines: [words], strengths: [asked] };
  return [{ class: otherComponent.name, text: `${own.substance} ${asked.text}`, half: halfOf(own.substance), exists: false, wants }];
}

function askOwn(release, { substance, strengths }) {
  const words = wordsOf(substance);
  const [asked] = strengths;
  const hasStrength = ({ parts, state }) => parts[0].strengths.some((stated) => compareStrengths(asked, stated, state) === SAME);
  const question = { class: ownComponent.name, text: `${substance} ${asked.text}`, half: halfOf(substance), wants: { medicines: [words], strengths: [asked] } };
  return { ...question, lists: ["plain hidden"], substance, hasPlain: release.generics.some((medicine) => isPlain(medicine, substance) && hasStrength(medicine)) };
}
