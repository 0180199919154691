// A substance with its amount in a volume, in several spellings.
import { halfOf } from "../box/halves.mjs";
import { sampleQuestions } from "./draw.mjs";
import { wordsOf } from "./names.mjs";
import { spellingsOf } from "./spelling.mjs";

export const concentration = { name: "concentration", size: 3000, make: (release, random, size) => sampleQuestions(size, random, release.generics.flatMap(questionsOf)) };

function questionsOf({ parts }) {
  const questions = [];
  for (const { substance, strengths, isComponent } of parts) {
    for (const strength of isComponent ? [] : strengths.filter(({ per }) => per?.dimension === "volume")) questions.push(...ask(substance, strength));
  }
  return questions;
}

const ask = (substance, strength) =>
  spellingsOf(strength).map(({ way, text, strength: asked }) => ({
    class: "concentration", way, text: `${substance} ${text}`, half: halfOf(substance), wants: { medicines: [wordsOf(substance)], strengths: [asked] },
  }));
