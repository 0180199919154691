// Measures one engine in a separate process: node --expose-gc engine-process.mjs JOB.json. A job is
// `{ task, output, engine, data, … }`. An engine loads only its own library.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fold, groupBy, gtin14, queryWords } from "./records.mjs";
import { percentile } from "./report.mjs";

// The engines: their files, and what opens the bytes of these files.

const wasm = fileURLToPath(new URL("../../npm/pack_lookup_bg.wasm", import.meta.url));

const engines = {
  /** The published module, without bundled data. */
  ours: {
    name: "Pack Lookup",
    findsTypos: true,
    files: ({ dataset }) => [dataset, wasm],
    load: async () => openModule((await import("../../npm/core.js")).PackLookup),
  },
  /** The simplest solution: the records as JSON, two Maps, and a filter over the names. */
  json: {
    name: "JSON, Map and filter",
    findsTypos: false,
    files: ({ records }) => [records],
    load: async () => openJson,
  },
};

function openModule(PackLookup) {
  return async ([dataset, wasm]) => {
    const packs = await PackLookup.open({ dataset, wasm });
    return {
      search: (text) => packs.search(text).packs,
      ampp: (id) => packs.search(id).packs[0],
      gtin: (code) => packs.gtinJson(code),
      close: () => packs.close(),
    };
  };
}

async function openJson([file]) {
  const records = JSON.parse(`[${file.toString().trim().replaceAll("\n", ",")}]`);
  const names = records.map(({ name }) => fold(name));
  const byId = new Map(records.map((record) => [String(record.pack_id), record]));
  let byGtin;
  return {
    search: (text) => filter(records, names, queryWords(text)),
    ampp: (id) => byId.get(id),
    gtin: (code) => (byGtin ??= recordsByGtin(records)).get(gtin14(code)),
  };
}

/** Keeps the last pack of each GTIN: it does not decide which use is the latest. */
function recordsByGtin(records) {
  const byGtin = new Map();
  for (const record of records)
    for (const { gtin } of record.gtin_codes) byGtin.set(gtin14(gtin), record);
  return byGtin;
}

function filter(records, names, words) {
  const found = [];
  for (let i = 0; i < names.length && found.length < 20; i++) {
    if (words.every((word) => names[i].includes(word))) found.push(records[i]);
  }
  return found;
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

/** Collects all WebAssembly memories of this process, also the ones that are created later. */
function trackWasmMemories() {
  const memories = new Set();
  const { instantiate, Instance } = WebAssembly;
  function collect(object) {
    for (const value of Object.values(object ?? {}))
      if (value instanceof WebAssembly.Memory) memories.add(value);
  }
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

const tasks = { start, measure };

/** Measures times and memory of an engine. Its library is loaded before any measurement. */
async function measure({ engine, data, queries, seconds }) {
  const wasmMemories = trackWasmMemories();
  const { load, name, findsTypos, files: filesOf } = engines[engine];
  const [open, files] = [await load(), filesOf(data)];
  const before = memory();
  const { opened } = await timedStart(open, files);
  const times = timesOf(opened, queries, seconds);
  return { name, findsTypos, files, times, memory: growth(before, wasmMemories) };
}

/** Times the first start, and a second one, when the code is compiled. */
async function start({ engine, data }) {
  const { load, files: filesOf } = engines[engine];
  const [open, files] = [await load(), filesOf(data)];
  const first = await timedStart(open, files);
  first.opened.close?.();
  first.opened = undefined;
  globalThis.gc();
  return { first: first.took, again: (await timedStart(open, files)).took };
}

/** Times an engine from bytes in memory to the first answer. */
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

/** Takes the median of the rounds of each `together` queries, in microseconds per query. */
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

const job = JSON.parse(readFileSync(process.argv[2]));
writeFileSync(job.output, JSON.stringify(await tasks[job.task](job)));
