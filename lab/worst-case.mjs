// npm run lab -- worst-case [--release FILE] [--packs N] [--seed N] [--climbs N] [--steps N]
// [--built] [--write]
//
// Searches for the slowest queries of 200 characters by hill climbing, and times them with the
// slowest queries of earlier runs. `--write` writes them into tests/cases/worst.json, and the table
// into lab/report.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../scripts/common/project.mjs";
import { say } from "../scripts/common/run.mjs";
import { Random } from "../tests/common/random.mjs";
import { openDataset, prepare } from "./lib/data.mjs";
import { count, markdown, publish, readOptions } from "./lib/report.mjs";
import { words } from "./lib/records.mjs";

/** The maximum length of a query. */
const MAX_LENGTH = 200;
/** The number of queries that are kept, and that are shown. */
const [KEPT, SHOWN] = [10, 3];
/** A simple query, for comparison. */
const SIMPLE = "amlodipine";
const cases = join(root, "tests", "cases", "worst.json");

/** Searches for the slowest queries, and prints the table. */
export async function worstCase(args) {
  const own = { release: "", packs: 20_000, seed: 1, climbs: 12, steps: 400 };
  const { seed, climbs, steps, write, ...options } = readOptions(args, own);
  const lookup = await openDataset((await prepare(options)).dataset);
  const climber = new Climber(lookup, new Random(seed));
  const found = [];
  for (let run = 1; run <= climbs; run++) {
    found.push(climber.climb(steps));
    say(`Climb ${run} of ${climbs}: ${found.at(-1).ms.toFixed(2)} ms`);
  }
  const slowest = slowestOf(lookup, [...known(), ...found.map(({ query }) => query)]);
  if (write) writeCases(slowest);
  const runs = `${climbs} climbs of ${steps} steps, and of earlier runs`;
  const note = `${count(lookup.size)} packs; the slowest queries of ${runs}.`;
  publish("worst-case", args, [table(lookup, slowest)], { note });
}

/** The slowest queries of earlier runs. */
const known = () => JSON.parse(readFileSync(cases, "utf8")).cases.map(({ query }) => query);

function writeCases(slowest) {
  const file = JSON.parse(readFileSync(cases, "utf8"));
  file.cases = slowest.map(({ query }, place) => ({ name: `worst ${place + 1}`, query }));
  writeFileSync(cases, `${JSON.stringify(file, null, 2)}\n`);
}

/** The calls that are measured for each query. */
const calls = {
  search: (packs, query) => packs.search(query),
  "best first": (packs, query) => packs.search(query, { sort: "relevance", current: true }),
  suggest: (packs, query) => packs.suggest(query),
};

/**
 * Searches by hill climbing: changes a query at random, and keeps a change that makes it slower.
 */
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
    let best = this.#measure(this.#randomParts());
    for (let step = 0; step < steps; step++) {
      const other = this.#measure(this.#mutate(best.parts));
      if (other.ms > best.ms) best = other;
    }
    return best;
  }

  #measure(parts) {
    const query = truncate(parts.join(" "));
    const ms = Math.max(
      ...Object.values(calls).map((call) => fastestOf(() => call(this.#packs, query), 3)),
    );
    return { parts: query.split(" "), query, ms };
  }

  #randomParts() {
    return Array.from({ length: this.#random.from(2, 60) }, () => this.#part());
  }

  /** A part of a query: a word, its prefix, a misspelt word, or a prefix of many words. */
  #part() {
    const word = this.#random.pick(this.#words);
    const at = this.#random.below(word.length);
    return this.#random.weighted({
      [word]: 3,
      [word.slice(0, at + 1)]: 3,
      [word.slice(0, at) + word.slice(at + 1) || "a"]: 2,
      [this.#short()]: 4,
    });
  }

  #short() {
    const long = "mg ml 1. 10 100 co in pr tab cap".split(" ");
    return this.#random.pick([..."abcdefghijklmnopqrstuvwxyz0123456789%", ...long]);
  }

  #mutate(parts) {
    const changed = [...parts];
    for (let edits = this.#random.from(1, 3); edits > 0; edits--) {
      const removed = this.#random.below(3);
      changed.splice(
        this.#random.below(changed.length + 1),
        removed,
        ...Array.from({ length: this.#random.below(4) }, () => this.#part()),
      );
    }
    return changed.length > 0 ? changed : [this.#part()];
  }
}

const truncate = (query) => query.slice(0, MAX_LENGTH).trim() || "a";

function slowestOf(packs, queries) {
  const measured = [...new Set(queries)].map((query) => ({ query, ...timesOf(packs, query) }));
  return measured.sort((a, b) => b.ms - a.ms).slice(0, KEPT);
}

function timesOf(packs, query) {
  const times = Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [name, fastestOf(() => call(packs, query), 9)]),
  );
  return { times, ms: Math.max(...Object.values(times)) };
}

function table(packs, slowest) {
  const simple = timesOf(packs, SIMPLE);
  const row = (label, { times, ms: max }) => [
    label,
    ...Object.values(times).map((ms) => `${ms.toFixed(2)} ms`),
    `${(max / simple.ms).toFixed(0)} ×`,
  ];
  const shown = (query) => `\`${query.length > 60 ? `${query.slice(0, 60)}…` : query}\``;
  const titles = ["query", ...Object.keys(calls), "relative to a simple word"].join(" | ");
  const rows = slowest.slice(0, SHOWN).map((one) => row(shown(one.query), one));
  return markdown(titles, [row(shown(SIMPLE), simple), ...rows]);
}

/**
 * The fastest of some calls in milliseconds. Other work of the machine only adds to a
 * time.
 */
const fastestOf = (call, runs) => Math.min(...Array.from({ length: runs }, () => time(call)));

function time(call) {
  const begin = performance.now();
  call();
  return performance.now() - begin;
}
