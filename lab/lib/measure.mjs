// Measures one engine in a separate process: node --expose-gc measure.mjs JOB.json, where JOB is `{ engine, files, queries, startOnly, seconds,
// output }`. The engine's module is loaded before any measurement.
import { readFileSync, writeFileSync } from "node:fs";
import { groupBy } from "./records.mjs";

const FIRST_SEARCH = "paracetamol 500mg tablets";
const WARM_UPS = 1;
/** Reading the clock takes as long as looking up a code, so this many different codes are timed together. */
const CODES_TOGETHER = 20;
const ROUNDS = { least: 3, most: 25 };

const wasmMemories = collectWasmMemories();

/** Collects all WebAssembly memories of this process. */
function collectWasmMemories() {
  const memories = new Set();
  const { instantiate, Instance } = WebAssembly;
  const collect = (object) => Object.values(object ?? {}).forEach((value) => value instanceof WebAssembly.Memory && memories.add(value));
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

async function measure({ engine, files, queries, startOnly, seconds, output }) {
  const { open } = await import(engine);
  const before = memory();
  const first = await timedStart(open, files);
  const result = startOnly
    ? { start: { first_answer_ms: first.took, again_ms: await timedAgain(first, open, files) } }
    : { ...run(first.opened, queries, seconds), memory: growth(before) };
  writeFileSync(output, JSON.stringify(result));
}

/** Opens the files again, warm: the code is compiled, and the memory of the first opening is free. */
async function timedAgain(first, open, files) {
  first.opened.close?.();
  first.opened = undefined;
  globalThis.gc();
  return (await timedStart(open, files)).took;
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

function growth(before) {
  const after = memory();
  const wasm = [...wasmMemories].reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  return { rss: after.rss - before.rss, heap: after.heapUsed - before.heapUsed, wasm };
}

function run(engine, { names, gtins, ids }, seconds) {
  const classes = groupBy(names, (query) => query.class);
  const times = {};
  for (const [kind, queries] of classes) times[kind] = timed(engine.search, queries.map(({ text }) => text), seconds);
  times.gtin = timed(engine.gtin, gtins, seconds, CODES_TOGETHER);
  times.ampp = timed(engine.ampp, ids, seconds, CODES_TOGETHER);
  return { times, answers: answers(engine, { names, gtins, ids }) };
}

/** Returns the median of the rounds of each query, or of each `together` queries, in microseconds per query. */
function timed(ask, queries, seconds, together = 1) {
  const groups = queries.flatMap((_, i) => (i % together === 0 ? [queries.slice(i, i + together)] : []));
  const rounds = groups.map(() => []);
  const end = performance.now() + 1000 * seconds;
  for (let round = -WARM_UPS; round < ROUNDS.most; round++) {
    if (round >= ROUNDS.least && performance.now() > end) break;
    groups.forEach((group, i) => {
      const begin = performance.now();
      group.forEach((query) => ask(query));
      const took = (1000 * (performance.now() - begin)) / group.length;
      if (round >= 0) rounds[i].push(took);
    });
  }
  return rounds.map(median);
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

const answers = (engine, { names, gtins, ids }) => ({
  names: names.map(({ text }) => engine.search(text).map(({ pack_id }) => String(pack_id))),
  gtins: gtins.map((code) => idOf(engine.gtin(code))),
  ids: ids.map((id) => idOf(engine.ampp(id))),
});

/** Returns the id of a record, or of its JSON as bytes. */
function idOf(record) {
  if (record === undefined) return null;
  if (!(record instanceof Uint8Array)) return String(record.pack_id);
  return /"pack_id":(\d+)/.exec(new TextDecoder().decode(record))[1];
}

await measure(JSON.parse(readFileSync(process.argv[2])));
