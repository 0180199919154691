// A bare number beside a substance: the digits of a strength, also cut by zeros, and ratios such as 1 in 10,000.
import { drawQuestions, plainOf, sampleQuestions } from "./draw.mjs";

export const bareNumber = {
  name: "bare number",
  size: 700,
  make: (release, random, size) => {
    const medicines = plainOf(release).filter(({ parts }) => Number.isInteger(parts[0].strengths[0].number) && parts[0].strengths[0].number >= 10);
    return drawQuestions(size, () => ask(random.pick(medicines), random));
  },
};

function ask(medicine, random) {
  const number = random.pick(cutsOf(medicine.parts[0].strengths[0].number));
  return { class: bareNumber.name, text: `${medicine.substance} ${number}`, half: medicine.half, wants: { medicines: [medicine.words], number } };
}

/// Returns a number, and the numbers without one or more of its last zeros: 1000, 100, 10.
function cutsOf(number) {
  const cuts = [number];
  while (cuts.at(-1) % 10 === 0 && cuts.at(-1) >= 100) cuts.push(cuts.at(-1) / 10);
  return cuts;
}

export const ratio = { name: "ratio", size: 200, make: (release, random, size) => sampleQuestions(size, random, release.generics.flatMap(ratiosOf)) };

const RATIO_SPELLINGS = [
  (number) => `1:${number}`,
  (number) => `1 in ${number}`,
  (number) => `1/${number}`,
  (number) => `1 in ${number.toLocaleString("en")}`,
  (number) => `1:${number.toLocaleString("en")}`,
];

function ratiosOf({ parts, half }) {
  const questions = [];
  for (const { substance, words, ratios } of parts) {
    for (const number of ratios.flatMap((stated) => [stated, stated / 10, stated * 10])) {
      for (const write of RATIO_SPELLINGS) questions.push({ class: ratio.name, text: `${substance} ${write(number)}`, half, wants: { medicines: [substance.split(" ")], ratio: number } });
    }
  }
  return questions;
}
