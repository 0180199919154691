// All sweeps, in the order of the report. Each has a seed of its own: `--only` does not change what the others ask.
import { Random } from "../../../tests/common/random.mjs";
import { abbreviation, inWords } from "./characteristics.mjs";
import { concentration } from "./concentration.mjs";
import { decimal, joiner } from "./decimal.mjs";
import { foreign } from "./foreign.mjs";
import { general } from "./general.mjs";
import { junk } from "./junk.mjs";
import { misspelt, prefix } from "./misspelt.mjs";
import { otherComponent, ownComponent } from "./mixtures.mjs";
import { freeOf, negation } from "./negations.mjs";
import { bareNumber, ratio } from "./numbers.mjs";
import { beside } from "./others.mjs";
import { percent } from "./percent.mjs";
import { salt } from "./salts.mjs";

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
