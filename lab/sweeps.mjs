// npm run lab -- sweeps [--release FILE] [--packs N] [--built] [--ask PROGRAM] [--dataset FILE]
// [--records FILE]
//   [--half tune|report|both] [--only CLASS,...] [--sample N] [--seed N] [--show CLASS]
//
// Measures how often a search shows another medicine, strength, route or release characteristic, or
// an excluded one, silently or with a notice, and how often it finds nothing where a right pack
// exists. The questions are made from the names of a release by a seed. The judge in lab/lib/sweeps
// reads the same names and shares no code with the search.
//
// Without `--ask` the built module answers. PROGRAM gets the dataset as its argument and one query
// per line; it answers each in JSON. `--dataset` and `--records` (an export in JSON lines) replace
// the import of a release. `--sample` limits each class to N questions.

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { paths } from "../scripts/common/project.mjs";
import { Failure, say } from "../scripts/common/run.mjs";
import { Random } from "../tests/common/random.mjs";
import { build, runChild } from "./lib/bench.mjs";
import { HALVES } from "./lib/boxes/products.mjs";
import { prepare, prepareTools } from "./lib/data.mjs";
import { readRecords } from "./lib/records.mjs";
import { abbreviation, freeOf, inWords, negation } from "./lib/sweeps/characteristics.mjs";
import {
  exampleOf,
  isMissed,
  isWrong,
  judge,
  kindsOf,
  tableOf,
  writeExample,
} from "./lib/sweeps/judge.mjs";
import {
  bareNumber,
  concentration,
  decimal,
  joiner,
  percent,
  ratio,
} from "./lib/sweeps/quantities.mjs";
import { Release } from "./lib/sweeps/release.mjs";
import { beside, foreign, otherComponent, ownComponent, salt } from "./lib/sweeps/substances.mjs";
import { general, junk, misspelt, prefix } from "./lib/sweeps/typed.mjs";

/**
 * All sweeps, in the order of the report. Each has its own seed, so `--only` does not change the
 * questions of the others.
 */
const SWEEPS = [
  concentration,
  decimal,
  joiner,
  otherComponent,
  ownComponent,
  percent,
  bareNumber,
  ratio,
  abbreviation,
  inWords,
  negation,
  freeOf,
  junk,
  salt,
  beside,
  prefix,
  misspelt,
  foreign,
  general,
];

export const CLASSES = SWEEPS.map(({ name }) => name);

/** Generates the questions of some classes, or of all, for both halves. */
export function makeQuestions(release, { seed, only, sample }) {
  const questions = [];
  for (const [i, { name, size, make }] of SWEEPS.entries()) {
    if (only && !only.includes(name)) continue;
    questions.push(...make(release, new Random(seed + i), sample ?? size));
  }
  return questions;
}

const SEED = 20261201;
const SHOWN = 40;

const TEXT = { type: "string" };
const OPTIONS = {
  release: TEXT,
  packs: { ...TEXT, default: "184331" },
  built: { type: "boolean", default: false },
  ask: TEXT,
  dataset: TEXT,
  records: TEXT,
  half: { ...TEXT, default: "report" },
  only: TEXT,
  sample: TEXT,
  seed: { ...TEXT, default: String(SEED) },
  show: TEXT,
};

/** Runs the sweeps, and prints their tables. */
export async function sweeps(args) {
  const options = readOptions(args);
  const data = await prepareData(options);
  say("Generating the questions");
  const release = new Release(await readRecords(data.records));
  const questions = makeQuestions(release, options).filter(({ half }) =>
    options.halves.includes(half),
  );
  say(`Searching for ${questions.length} questions`);
  const answers = await answersTo(questions, options, data);
  const judged = questions.map((question, i) => ({
    question,
    answer: answers[i],
    verdict: judge(release, question, answers[i]),
  }));
  writeResults(judged, options);
  for (const half of options.halves)
    printHalf(
      half,
      judged.filter(({ question }) => question.half === half),
    );
  if (options.show) showExamples(judged.filter(({ question }) => question.class === options.show));
}

function readOptions(args) {
  const { values } = parseArgs({ args, options: OPTIONS });
  const halves = values.half === "both" ? HALVES : [values.half];
  if (!HALVES.includes(halves[0]))
    throw new Failure(`Unknown half ${values.half}. Choose ${HALVES.join(", ")} or both.`);
  const only = values.only?.split(",").map((name) => name.trim());
  requireClasses([...(only ?? []), values.show ?? CLASSES[0]]);
  return {
    ...values,
    halves,
    only,
    seed: Number(values.seed),
    sample: values.sample && Number(values.sample),
  };
}

function requireClasses(names) {
  const unknown = names.find((name) => !CLASSES.includes(name));
  if (unknown)
    throw new Failure(
      `Unknown class ${unknown}. The classes are: ${CLASSES.map((name) => `"${name}"`).join(", ")}.`,
    );
}

/** Returns the files of the data: those of the options, or those of a release that is imported. */
async function prepareData({ release, packs, built, ask, dataset, records }) {
  if (Boolean(dataset) !== Boolean(records))
    throw new Failure("Give both --dataset and --records, or neither.");
  if (ask && !dataset) throw new Failure("--ask needs --dataset and --records.");
  if (!ask && !(built && dataset)) await prepareTools(built);
  if (!dataset) return prepare({ release, packs: Number(packs) });
  const folder = join(paths.build, "sweeps");
  mkdirSync(folder, { recursive: true });
  return { dataset, records, folder };
}

function answersTo(questions, { ask }, data) {
  const texts = questions.map(({ text }) => text);
  return ask ? runProgram(ask, data.dataset, texts) : runModule(data, texts);
}

/** Writes every wrong and every missed example to build/sweeps.json. */
function writeResults(judged, { seed, half }) {
  const file = join(paths.build, "sweeps.json");
  mkdirSync(dirname(file), { recursive: true });
  const examplesWhere = (holds) => judged.filter(holds).map(exampleOf);
  writeFileSync(
    file,
    JSON.stringify(
      {
        seed,
        half,
        queries: judged.length,
        wrong: examplesWhere(isWrong),
        missed: examplesWhere(isMissed),
      },
      null,
      1,
    ),
  );
}

function printHalf(half, judged) {
  console.log(`\nHalf: ${half}\n\n${tableOf(judged)}\n\nWrong parts:\n\n${kindsOf(judged)}\n`);
}

/** Prints some wrong and some missed examples of a class, spread over all of them. */
function showExamples(judged) {
  for (const [title, holds] of [
    ["wrong", isWrong],
    ["nothing found, although a right pack exists", isMissed],
  ]) {
    const some = judged.filter(holds);
    const step = Math.max(1, Math.floor(some.length / SHOWN));
    const shown = some.filter((_, i) => i % step === 0).slice(0, SHOWN);
    console.log(
      `\n${title}: ${some.length}\n\n${shown.map((one) => writeExample(exampleOf(one))).join("\n")}`,
    );
  }
}

/** The maximum size of the output of a program. */
const MAX_BYTES = 2 ** 30;

/**
 * Runs `PROGRAM DATASET` with a query on each line. It prints for each line, in JSON, the first 20
 * packs by relevance as `{ names, generic, total, corrections, relaxed }`.
 */
function runProgram(program, dataset, texts) {
  const { status, stdout, error } = spawnSync(program, [dataset], {
    input: `${texts.join("\n")}\n`,
    encoding: "utf8",
    maxBuffer: MAX_BYTES,
    stdio: ["pipe", "pipe", "inherit"],
  });
  if (error || status !== 0)
    throw new Failure(`${program} failed: ${error?.message ?? `exit code ${status}`}`);
  const lines = stdout.trimEnd().split("\n");
  if (lines.length !== texts.length)
    throw new Failure(`${program} answered ${lines.length} of ${texts.length} queries.`);
  return lines.map((line) => JSON.parse(line));
}

/** Runs the built module in a process of its own, with its files in the folder of the data. */
async function runModule(data, texts) {
  const files = await build("ours", data);
  return runChild("answer", { engine: "ours", files, texts }, data.folder);
}
