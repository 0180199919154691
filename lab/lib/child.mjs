// Asks one engine in a process of its own: node child.mjs JOB.json, where JOB is `{ task, output, … }`. measure.mjs does the same, but
// collects garbage and counts memory.
import { readFileSync, writeFileSync } from "node:fs";
import { isStarted } from "../../scripts/common/run.mjs";
import { percentile, quickest } from "./figures.mjs";
import { groupBy, readRecords } from "./records.mjs";

const WARM_UPS = 2;
const RUNS = 5;

const tasks = { build, rank, answer, time };

/** Writes the files of an engine. */
async function build({ engine, maker, records, prefix }) {
  const module = await import(engine);
  const made = await module[maker](await readRecords(records));
  const files = made.map((bytes, i) => {
    const file = `${prefix}-${i}.bin`;
    writeFileSync(file, bytes);
    return file;
  });
  return { files };
}

/** Returns the names of the best 20 packs for each text. */
async function rank(job) {
  const { ranked } = await opened(job);
  return job.texts.map((text) => ranked(text).map(({ name }) => name));
}

/** Returns the answer of the built module to each text. */
async function answer(job) {
  const { searched } = await opened(job);
  return job.texts.map((text) => answerOf(searched(text)));
}

/** Returns the parts of search results that the sweeps judge. */
export function answerOf({ packs, total, corrections, relaxed }) {
  const names = packs.map(({ name }) => name);
  const generic = packs.map(({ generic_product_name }) => generic_product_name);
  return { names, generic, total, corrections: corrections.map(({ from, to }) => [from, to]), relaxed };
}

/** Returns how long searches take in the built module, by how each query was interpreted. */
async function time(job) {
  const { searched } = await opened(job);
  for (let turn = 0; turn < WARM_UPS; turn += 1) job.texts.forEach((text) => searched(text));
  const times = job.texts.map((text) => ({ text, how: howRead(searched(text)), ms: quickest(() => searched(text), RUNS) }));
  return Object.fromEntries([...groupBy(times, ({ how }) => how)].map(([how, some]) => [how, summary(some)]));
}

async function opened({ engine, files }) {
  const { open } = await import(engine);
  return open(files.map((file) => readFileSync(file)));
}

function howRead({ packs, relaxed, corrected }) {
  // Every correction was tried.
  if (packs.length === 0) return "nothing found";
  if (relaxed) return "relaxed";
  return corrected ? "corrected" : "in full";
}

function summary(some) {
  const times = some.map(({ ms }) => ms);
  const worst = Math.max(...times);
  const { text } = some.find(({ ms }) => ms === worst);
  return { queries: some.length, p50: percentile(times, 0.5), p99: percentile(times, 0.99), worst, text };
}

if (isStarted(import.meta.url)) {
  const job = JSON.parse(readFileSync(process.argv[2]));
  writeFileSync(job.output, JSON.stringify(await tasks[job.task](job)));
}
