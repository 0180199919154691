// Drawing questions from a release.

/// Draws different questions until there are `size`, or too many draws repeat others. `make` returns a question or `null`.
export function drawQuestions(size, make) {
  const questions = new Map();
  for (let draw = 0; draw < 30 * size && questions.size < size; draw++) {
    const question = make();
    if (question?.half) questions.set(question.text, question);
  }
  return [...questions.values()];
}

/// Returns at most `size` of all questions, each text once.
export function sampleQuestions(size, random, all) {
  const questions = [...new Map(all.filter(({ half }) => half).map((question) => [question.text, question])).values()];
  return random.sample(questions, size);
}

/// The generic products of one substance.
export const plainOf = (release) => release.generics.filter((medicine) => !medicine.isMixture);

/// The strength of a medicine as its name has it: of a `co-` name, all of its components together.
export const strengthText = ({ parts }) => parts[0].strengths[0].text;

/// Returns the words of a form that people type: those before the first figure, as in `solution for injection 10ml vials`.
export const formText = ({ tail }) => tail.split(/ \d/)[0];

/// Returns the parts of a question about a medicine in its strength.
export const wantsOf = (medicine) => ({ medicines: [medicine.words], strengths: strengthsIn(medicine) });

function strengthsIn({ parts }) {
  const { text } = parts[0].strengths[0];
  return parts.flatMap(({ strengths }) => strengths).filter((strength) => strength.text === text);
}
