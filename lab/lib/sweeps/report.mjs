// The tables of the sweeps, and the examples.
import { groupBy } from "../records.mjs";
import { markdown } from "../figures.mjs";
import { FIRST } from "./judge.mjs";

const HEAD = ["class", "queries", "wrong, silent: any / all", "wrong, with a notice: any / all", "wrong from the sixth on only", "nothing found: a right pack exists / none exists", "other volume"];

/// Makes the table of some judged questions, with a line for all of them together.
export function tableOf(judged) {
  const rows = [...groupBy(judged, ({ question }) => question.class)].map(([name, some]) => rowOf(name, some));
  return markdown(HEAD, [...rows, rowOf("all", judged)]);
}

function rowOf(name, judged) {
  const count = (holds) => judged.filter(({ verdict }) => holds(verdict)).length;
  const wrong = (isNoticed) => (verdict) => verdict.wrong > 0 && verdict.isNoticed === isNoticed;
  const onlyWrong = (isNoticed) => (verdict) => wrong(isNoticed)(verdict) && verdict.wrong === verdict.shown;
  const pair = (a, b) => `${count(a)} / ${count(b)}`;
  const nothing = (exists) => (verdict) => verdict.isNothing && verdict.exists === exists;
  const later = count(({ wrong, isWrongLater }) => wrong === 0 && isWrongLater);
  const counts = [pair(wrong(false), onlyWrong(false)), pair(wrong(true), onlyWrong(true)), later, pair(nothing(true), nothing(false))];
  return [name, judged.length, ...counts, count(({ otherVolume }) => otherVolume)];
}

/// Counts, for each class and each part of a question, the questions with a pack among the first 20 that is wrong in that part.
export function kindsOf(judged) {
  const lines = [];
  for (const [name, some] of groupBy(judged, ({ question }) => question.class)) {
    const counts = countKinds(some);
    if (counts.length > 0) lines.push(`- ${name}: ${counts.map(([kind, count]) => `${kind} ${count}`).join(", ")}`);
  }
  return lines.join("\n");
}

function countKinds(judged) {
  const counts = new Map();
  for (const { verdict } of judged) {
    for (const kind of new Set(verdict.judged.flatMap(({ kinds }) => kinds))) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}

/// Returns a judged question as an example: the query, the answer, and the parts in which the first five packs are wrong, and later ones.
export function exampleOf({ question, answer, verdict }) {
  const packs = verdict.judged.map(({ kinds }, i) => ({ name: answer.names[i], generic: answer.generic[i], wrong: kinds }));
  const later = packs.slice(FIRST).filter(({ wrong }) => wrong.length > 0);
  const { class: name, way, half, text } = question;
  const notice = { notice: verdict.isNoticed, relaxed: answer.relaxed, corrections: answer.corrections };
  return { class: name, half, text, way, ...notice, exists: verdict.isNothing ? verdict.exists : undefined, first: packs.slice(0, FIRST), later };
}

export const isWrong = ({ verdict }) => verdict.wrong > 0 || verdict.isWrongLater;
export const isMissed = ({ verdict }) => verdict.isNothing && verdict.exists;

/// Writes an example for people: the query, the notice, and the first five packs, each with the parts in which it is wrong.
export function writeExample({ text, way, notice, corrections, first, later }) {
  const remark = notice ? ` [${corrections.map(([written, taken]) => `${written} → ${taken.join("|") || "ignored"}`).join(", ") || "partial match"}]` : "";
  const shown = first.some(({ wrong }) => wrong.length > 0) ? first : [...first, ...later.slice(0, 2)];
  const packs = shown.map(({ name, generic, wrong }) => `    ${wrong.length > 0 ? `WRONG (${wrong.join(", ")})` : "right"}: ${name} = ${generic}`);
  return [`  ${text}${way ? `  (${way})` : ""}${remark}`, ...(packs.length > 0 ? packs : ["    nothing found"])].join("\n");
}
