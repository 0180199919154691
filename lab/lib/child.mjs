// Runs one engine in a separate process: node --expose-gc child.mjs JOB.json, where JOB is `{ task,
// output, engine, … }`.
import { readFileSync, writeFileSync } from "node:fs";
import { isMainScript } from "../../scripts/common/run.mjs";
import { loadEngine } from "../peers/engines.mjs";
import { groupBy, readRecords } from "./records.mjs";
import { percentile } from "./report.mjs";

const tasks = { build, rank, start, measure };

/** Writes the files of an engine. */
async function build({ engine, builder, records, prefix }) {
  const module = await loadEngine(engine);
  const contents = await module[builder](await readRecords(records));
  const files = contents.map((bytes, i) => {
    const file = `${prefix}-${i}.bin`;
    writeFileSync(file, bytes);
    return file;
  });
  return { files };
}

/** Returns the names of the best 20 packs for each query. */
async function rank({ engine, files, texts }) {
  const { open } = await loadEngine(engine);
  const { rankedSearch } = await open(files.map((file) => readFileSync(file)));
  return texts.map((text) => rankedSearch(text).map(({ name }) => name));
}

// Measurement of speed and memory.

const FIRST_SEARCH = "paracetamol 500mg tablets";
/** Rounds before the measured ones. */
const WARM_UP_ROUNDS = 1;
/**
 * Reading the clock takes as long as looking up a code, so this many different codes are timed
 * together.
 */
const CODES_PER_TIMING = 20;
const ROUNDS = { min: 3, max: 25 };

/**
 * Returns the set of all WebAssembly memories of this process. Memories that are created later are
 * added to it.
 */
function trackWasmMemories() {
  const memories = new Set();
  const { instantiate, Instance } = WebAssembly;
  const collect = (object) =>
    Object.values(object ?? {}).forEach(
      (value) => value instanceof WebAssembly.Memory && memories.add(value),
    );
  WebAssembly.instantiate = async (source, imports) => {
    const result = await instantiate(source, imports);
    collect((result.instance ?? result).exports);
    Object.values(imports ?? {}).forEach(collect);
    return result;
  };
  WebAssembly.Instance = class extends Instance {
    constructor(module, imports) {
      super(module, imports);
      [this.exports, ...Object.values(imports ?? {})].forEach(collect);
    }
  };
  return memories;
}

/**
 * Returns the times and the memory of an engine. Its library is loaded before any measurement.
 */
async function measure({ engine, files, queries, seconds }) {
  const wasmMemories = trackWasmMemories();
  const { open } = await loadEngine(engine);
  const before = memory();
  const { opened } = await timedStart(open, files);
  return { times: timesOf(opened, queries, seconds), memory: growth(before, wasmMemories) };
}

/** Returns the time of the first start, and of a second one, when the code is compiled. */
async function start({ engine, files }) {
  const { open } = await loadEngine(engine);
  const first = await timedStart(open, files);
  first.opened.close?.();
  first.opened = undefined;
  globalThis.gc();
  return { first: first.took, again: (await timedStart(open, files)).took };
}

/** Returns the time from bytes in memory to the first answer. */
async function timedStart(open, files) {
  const bytes = files.map((file) => readFileSync(file));
  const begin = performance.now();
  const opened = await open(bytes);
  opened.search(FIRST_SEARCH);
  return { opened, took: performance.now() - begin };
}

function memory() {
  globalThis.gc();
  return process.memoryUsage();
}

function growth(before, wasmMemories) {
  const after = memory();
  const wasm = [...wasmMemories].reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  return { rss: after.rss - before.rss, heap: after.heapUsed - before.heapUsed, wasm };
}

function timesOf(engine, { names, gtins, ids }, seconds) {
  const times = {};
  for (const [kind, queries] of groupBy(names, (query) => query.class)) {
    const texts = queries.map(({ text }) => text);
    times[kind] = timed(engine.search, texts, seconds);
  }
  times.gtin = timed(engine.gtin, gtins, seconds, CODES_PER_TIMING);
  times.ampp = timed(engine.ampp, ids, seconds, CODES_PER_TIMING);
  return times;
}

/**
 * Returns the median of the rounds of each query, or of each `together` queries, in microseconds
 * per query.
 */
function timed(search, queries, seconds, together = 1) {
  const groups = queries.flatMap((_, i) =>
    i % together === 0 ? [queries.slice(i, i + together)] : [],
  );
  const rounds = groups.map(() => []);
  const end = performance.now() + 1000 * seconds;
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS.max; round++) {
    if (round >= ROUNDS.min && performance.now() > end) break;
    groups.forEach((group, i) => {
      const begin = performance.now();
      group.forEach((query) => search(query));
      const took = (1000 * (performance.now() - begin)) / group.length;
      if (round >= 0) rounds[i].push(took);
    });
  }
  return rounds.map((times) => percentile(times, 0.5));
}

if (isMainScript(import.meta.url)) {
  const job = JSON.parse(readFileSync(process.argv[2]));
  writeFileSync(job.output, JSON.stringify(await tasks[job.task](job)));
}
