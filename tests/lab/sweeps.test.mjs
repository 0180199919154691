// The short form of `npm run lab -- sweeps`: questions about the demonstration data in npm/, drawn
// by a fixed seed, and a judge that shares no code with the search. The whole run asks all
// questions.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { answerOf } from "../../lab/lib/child.mjs";
import { exampleOf, isMissed, judge, writeExample } from "../../lab/lib/sweeps/judge.mjs";
import { Release } from "../../lab/lib/sweeps/release.mjs";
import { CLASSES, makeQuestions } from "../../lab/sweeps.mjs";
import { PackLookup } from "../../npm/core.js";
import { paths } from "../../scripts/common/project.mjs";
import { isWhole } from "../common/whole.mjs";

const SEED = 20261201;
const SAMPLE = 60;

/**
 * The maximum number of answers that are wrong without a notice, wrong with a notice, and empty
 * although a right pack exists. They are the measured counts: lower them after an improvement. In
 * the whole run, two silent ones are `clotrimazole pessaries`, which finds a pack of a pessary and
 * a cream, and one is `top goserelin`, which finds an implant.
 */
const LIMITS = isWhole
  ? { silent: 3, noticed: 6, missed: 337 }
  : { silent: 0, noticed: 1, missed: 32 };

const packs = await PackLookup.open({ dataset: paths.demoDataset, ids: "string" });
after(() => packs.close());
const release = new Release([...packs]);
const questions = makeQuestions(release, { seed: SEED, sample: isWhole ? undefined : SAMPLE });
const judged = questions.map((question) => {
  const answer = answerOf(packs.search(question.text, { sort: "relevance" }));
  return { question, answer, verdict: judge(release, question, answer) };
});

test("generates different questions for each class", () => {
  const found = new Set(questions.map((question) => question.class));
  // The demonstration data has no strengths like `1 in 10,000`.
  assert.deepEqual(
    CLASSES.filter((name) => !found.has(name)),
    ["ratio"],
  );
  assert.ok(questions.length >= 900, `${questions.length} questions`);
});

test("shows no other medicine, strength, route or release silently, and few with a notice", () => {
  const wrong = judged.filter(({ verdict }) => verdict.wrong > 0);
  requireAtMost(
    wrong.filter(({ verdict }) => !verdict.isNoticed),
    LIMITS.silent,
  );
  requireAtMost(
    wrong.filter(({ verdict }) => verdict.isNoticed),
    LIMITS.noticed,
  );
});

test("finds a right pack for most questions that have one", () =>
  requireAtMost(judged.filter(isMissed), LIMITS.missed));

test("reports a wrong answer", () => {
  const { question, answer } = judged.find(
    ({ question, verdict }) => question.class === "concentration" && verdict.shown > 0,
  );
  const other = judged.find(
    ({ question: one, verdict }) =>
      verdict.shown > 0 && one.wants.medicines?.[0].join() !== question.wants.medicines[0].join(),
  );
  assert.equal(judge(release, question, answer).wrong, 0);
  assert.ok(judge(release, question, other.answer).wrong > 0);
});

function requireAtMost(found, limit) {
  assert.ok(
    found.length <= limit,
    `${found.length}, at most ${limit}:\n${found
      .slice(0, 10)
      .map((one) => writeExample(exampleOf(one)))
      .join("\n")}`,
  );
}
