// How long searches take in the module, by how they were read: node times.mjs JOB.json, where JOB is `{ engine, files, texts, output }`.
import { readFileSync, writeFileSync } from "node:fs";
import { quickest } from "./clock.mjs";
import { groupBy } from "./groups.mjs";
import { percentile } from "./table.mjs";

const WARM_UPS = 2;
const RUNS = 5;

const { engine, files, texts, output } = JSON.parse(readFileSync(process.argv[2]));
const { open } = await import(engine);
const { searched } = await open(files.map((file) => readFileSync(file)));
for (let turn = 0; turn < WARM_UPS; turn += 1) texts.forEach((text) => searched(text));
const times = texts.map((text) => ({ text, how: howRead(searched(text)), ms: quickest(() => searched(text), RUNS) }));
const tiers = [...groupBy(times, ({ how }) => how)].map(([how, some]) => [how, summary(some)]);
writeFileSync(output, JSON.stringify(Object.fromEntries(tiers)));

function howRead({ packs, relaxed, corrected }) {
  // Everything was tried.
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
