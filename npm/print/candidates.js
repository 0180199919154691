// Asks the search for the packs that print may mean.

/**
 * Asks `search` for the packs of a question. `search` returns the packs of a text, or a promise of them. Returns `[{ text, doubt, packs }]`: the
 * packs of the whole question, or of its alternatives if it finds none. If two boxes are in view, each of them is asked for alone. Without a name
 * and a strength nothing is asked.
 */
export async function packsOf({ text, name, strength, alternatives }, search) {
  if (name === undefined || strength === undefined) return [];
  const isOfTwo = alternatives.some(({ doubt }) => doubt === "one_box");
  const whole = isOfTwo ? [] : await found([{ text }], search);
  return whole.length > 0 ? whole : found(alternatives, search);
}

async function found(questions, search) {
  const answers = await Promise.all(questions.map(async (question) => ({ ...question, packs: await search(question.text) })));
  return answers.filter(({ packs }) => packs.length > 0);
}
