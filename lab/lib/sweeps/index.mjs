// All sweeps, in the order of the report. Each has a seed of its own: `--only` does not change what the others ask.
import { Random } from "../../../tests/common/random.mjs";
import { abbreviation, freeOf, inWords, negation } from "./characteristics.mjs";
import { bareNumber, concentration, decimal, joiner, percent, ratio } from "./quantities.mjs";
import { beside, foreign, otherComponent, ownComponent, salt } from "./substances.mjs";
import { general, junk } from "./general.mjs";
import { misspelt, prefix } from "./misspelt.mjs";

const SWEEPS = [
  concentration, decimal, joiner, otherComponent, ownComponent, percent, bareNumber, ratio, abbreviation, inWords, negation, freeOf,
  junk, salt, beside, prefix, misspelt, foreign, general,
];

export const CLASSES = SWEEPS.map(({ name }) => name);

/// Makes the questions of some classes, or of all, for both halves.
export function makeQuestions(release, { seed, only, sample }) {
  const questions = [];
  for (const [i, { name, size, make }] of SWEEPS.entries()) {
    if (only && !only.includes(name)) continue;
    questions.push(...make(release, new Random(seed + i), sample ?? size));
  }
  return questions;
}
