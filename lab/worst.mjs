// npm run lab -- worst [--release FILE] [--packs N] [--seed N] [--climbs N] [--steps N] [--built] [--write]
//
// Searches for the slowest queries of 200 characters by hill climbing, and times them beside the slowest that are known. `--write` writes them into
// tests/cases/worst.json, and the table into lab/reports/worst.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { markdown, measuredOn, quickest, writeSection } from "./lib/figures.mjs";
import { prepare, prepareTools } from "./lib/data.mjs";
import { Random } from "../tests/common/random.mjs";
import { words } from "./lib/words.mjs";
import { root } from "../scripts/common/project.mjs";
import { main, say } from "../scripts/common/run.mjs";

const LONGEST = 200;
const KEPT = 10;
const PLAIN = "amlodipine";
const cases = join(root, "tests", "cases", "worst.json");

main(async (args) => {
  const { release, packs, seed, climbs, steps, built, write } = readOptions(args);
  await prepareTools(built);
  const { dataset } = await prepare({ release, packs: Number(packs) });
  const { PackLookup } = await import(pathToFileURL(join(root, "npm", "core.js")).href);
  const lookup = await PackLookup.open(dataset);
  const climber = new Climber(lookup, new Random(Number(seed)));
  const found = [];
  for (let turn = 1; turn <= Number(climbs); turn++) {
    found.push(climber.climb(Number(steps)));
    say(`Climb ${turn} of ${climbs}: ${found.at(-1).ms.toFixed(2)} ms`);
  }
  const worst = worstOf(lookup, [...known(), ...found.map(({ query }) => query)]);
  if (write) writeCases(worst);
  const text = report(lookup, worst, { climbs, steps, args });
  console.log(`\n${text}\n`);
  if (write) writeSection(join(root, "lab", "reports", "worst.md"), "worst", text);
});

function readOptions(args) {
  const text = (value) => ({ type: "string", default: value });
  const flag = { type: "boolean", default: false };
  const options = { release: { type: "string" }, packs: text("20000"), seed: text("1"), climbs: text("12"), steps: text("400"), built: flag, write: flag };
  return parseArgs({ args, options }).values;
}

const known = () => JSON.parse(readFileSync(cases, "utf8")).cases.map(({ query }) => query);

function writeCases(worst) {
  const file = JSON.parse(readFileSync(cases, "utf8"));
  file.cases = worst.map(({ query }, place) => ({ name: `worst ${place + 1}`, query }));
  writeFileSync(cases, `${JSON.stringify(file, null, 2)}\n`);
}

/** The functions that are called for a typed text, in both orders. */
const questions = {
  search: (packs, query) => packs.search(query),
  "best first": (packs, query) => packs.search(query, { sort: "relevance", current: true }),
  suggest: (packs, query) => packs.suggest(query),
};

/** Changes one query after another, and keeps a change that makes it slower. */
class Climber {
  #packs;
  #random;
  #words;

  constructor(packs, random) {
    this.#packs = packs;
    this.#random = random;
    this.#words = [...new Set([...packs].flatMap(({ name }) => words(name)))];
  }

  climb(steps) {
    let best = this.#measured(this.#texts());
    for (let step = 0; step < steps; step++) {
      const other = this.#measured(this.#changed(best.parts));
      if (other.ms > best.ms) best = other;
    }
    return best;
  }

  #measured(parts) {
    const query = cut(parts.join(" "));
    const ms = Math.max(...Object.values(questions).map((ask) => quickest(() => ask(this.#packs, query), 3)));
    return { parts: query.split(" "), query, ms };
  }

  #texts() {
    return Array.from({ length: this.#random.from(2, 60) }, () => this.#part());
  }

  /** Returns a part of a query: a word, its prefix, a misspelt word, or a prefix of many words. */
  #part() {
    const word = this.#random.pick(this.#words);
    const at = this.#random.below(word.length);
    return this.#random.weighted({ [word]: 3, [word.slice(0, at + 1)]: 3, [word.slice(0, at) + word.slice(at + 1) || "a"]: 2, [this.#short()]: 4 });
  }

  #short() {
    return this.#random.pick([..."abcdefghijklmnopqrstuvwxyz0123456789%", "mg", "ml", "1.", "10", "100", "co", "in", "pr", "tab", "cap"]);
  }

  #changed(parts) {
    const changed = [...parts];
    for (let turn = this.#random.from(1, 3); turn > 0; turn--) {
      const gone = this.#random.below(3);
      changed.splice(this.#random.below(changed.length + 1), gone, ...Array.from({ length: this.#random.below(4) }, () => this.#part()));
    }
    return changed.length > 0 ? changed : [this.#part()];
  }
}

const cut = (query) => query.slice(0, LONGEST).trim() || "a";

function worstOf(packs, queries) {
  const measured = [...new Set(queries)].map((query) => ({ query, ...timesOf(packs, query) }));
  return measured.sort((a, b) => b.worst - a.worst).slice(0, KEPT);
}

function timesOf(packs, query) {
  const times = Object.fromEntries(Object.entries(questions).map(([name, ask]) => [name, quickest(() => ask(packs, query), 9)]));
  return { times, worst: Math.max(...Object.values(times)) };
}

function report(packs, worst, { climbs, steps, args }) {
  const plain = timesOf(packs, PLAIN);
  const row = (label, { times, worst }) => [label, ...Object.values(times).map((ms) => `${ms.toFixed(2)} ms`), `${(worst / plain.worst).toFixed(0)} ×`];
  const shown = (query) => `\`${query.length > 60 ? `${query.slice(0, 60)}…` : query}\``;
  return [
    markdown(["query", ...Object.keys(questions), "to a plain word"], [row(shown(PLAIN), plain), ...worst.map((one) => row(shown(one.query), one))]),
    "",
    `${packs.size.toLocaleString("en")} packs; the worst of ${climbs} climbs of ${steps} steps and of those found before. ${measuredOn("worst", args)}`,
  ].join("\n");
}
