// npm run lab -- peers [--release FILE] [--packs N] [--only ENGINE,...] [--seconds N] [--built]
// [--write]
//
// Compares size, time and memory of Pack Lookup (`ours`) with JSON, a Map and a filter (`json`), on
// one release in one run. Without a release it uses demonstration data of full size.
// lab/lib/queries.mjs generates the queries. `--write` writes the tables into lab/report.md.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { budgets } from "../scripts/build/budgets.mjs";
import { digestOf, paths } from "../scripts/common/project.mjs";
import { Failure, say } from "../scripts/common/run.mjs";
import { FULL_SIZE, prepare } from "./lib/data.mjs";
import { CLASSES, makeQueries } from "./lib/queries.mjs";
import { readRecords } from "./lib/records.mjs";
import {
  count,
  markdown,
  megabytes,
  microseconds,
  milliseconds,
  percentile,
  publish,
  readOptions,
} from "./lib/report.mjs";

const ENGINES = ["ours", "json"];
const STARTS = 5;
/**
 * The classes that no pack matches as typed. Engines with typo tolerance then search for similar
 * words, which costs more.
 */
const FUZZY = ["typo", "nothing"];

/** Compares the engines, and prints the tables. */
export async function peers(args) {
  const options = readOptions(args, { release: "", packs: FULL_SIZE, only: "", seconds: 10 });
  const data = await prepare(options);
  const chosen = options.only ? options.only.split(",") : ENGINES;
  const measured = await bench(chosen, data, options.seconds);
  writeFileSync(join(paths.build, "bench.json"), JSON.stringify(measured, null, 1));
  requireSmall(measured);
  publish("peers", args, [table(measured)], { note: noteOn(measured) });
}

async function bench(engines, data, seconds) {
  const records = await readRecords(data.records);
  const queries = makeQueries(records);
  const results = [];
  for (const engine of engines) {
    say(`Measuring ${engine}`);
    results.push({ engine, ...(await benchOne({ engine, data, queries, seconds })) });
  }
  return { packs: records.length, queries: countByClass(queries), results };
}

async function benchOne(job) {
  const { files, ...measured } = measureInProcess("measure", job);
  const first = [];
  const again = [];
  for (let number = 0; number < STARTS; number += 1) {
    const start = measureInProcess("start", job);
    first.push(start.first);
    again.push(start.again);
  }
  const start = { first: percentile(first, 0.5), again: percentile(again, 0.5) };
  return { ...measured, start, size: await sizes(files, job.data.folder) };
}

function countByClass({ names, gtins, ids }) {
  const counts = {};
  for (const query of names) counts[query.class] = (counts[query.class] ?? 0) + 1;
  return { ...counts, gtin: gtins.length, ampp: ids.length };
}

/** Runs a task in a process of one engine, so that the others cost no memory. */
function measureInProcess(task, job) {
  const path = join(job.data.folder, "job.json");
  const output = join(job.data.folder, "output.json");
  writeFileSync(path, JSON.stringify({ task, ...job, output }));
  const script = join(import.meta.dirname, "lib", "engine-process.mjs");
  const flags = ["--expose-gc", "--max-old-space-size=12288"];
  execFileSync(process.execPath, [...flags, script, path], { stdio: "inherit" });
  return JSON.parse(readFileSync(output));
}

/** Adds up the sizes of files, at the highest levels of compression. */
async function sizes(files, folder) {
  const sums = { raw: 0, brotli: 0, gzip: 0 };
  for (const file of files) {
    const size = await sizeOf(file, folder);
    for (const key of Object.keys(sums)) sums[key] += size[key];
  }
  return sums;
}

/** Measures a file, or reads the cached size of this content: brotli takes minutes. */
async function sizeOf(file, folder) {
  const bytes = readFileSync(file);
  const cache = join(folder, `${digestOf(bytes)}.size.json`);
  if (existsSync(cache)) return JSON.parse(readFileSync(cache));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const brotli = await promisify(brotliCompress)(bytes, { params });
  const gzipped = await promisify(gzip)(bytes, { level: 9 });
  const size = { raw: bytes.length, brotli: brotli.length, gzip: gzipped.length };
  writeFileSync(cache, JSON.stringify(size));
  return size;
}

/**
 * Fails if a release of real size is over budget. Small releases compress too little to be checked.
 */
function requireSmall({ packs, results }) {
  const ours = results.find(({ engine }) => engine === "ours");
  if (!ours || packs < FULL_SIZE) return;
  const { brotli } = ours.size;
  if (brotli > packs * budgets.fullPack + budgets.wasm) {
    throw new Failure(
      `Dataset and WebAssembly have ${brotli} bytes in brotli, over the budget of scripts/build/budgets.mjs`,
    );
  }
}

const TITLES =
  " | download, brotli | raw | gzip | bytes → first answer | second start | memory | of which wasm" +
  " | GTIN p50 | AMPP code p50 | names p50 | names p99 | misspelt p50 | misspelt p99";

function table({ results }) {
  const names = Object.keys(CLASSES).filter((kind) => !FUZZY.includes(kind));
  return markdown(
    TITLES,
    results.map((result) => summary(result, names)),
  );
}

function noteOn({ packs, queries }) {
  const counts = Object.keys(CLASSES).map((kind) => `${queries[kind]} ${CLASSES[kind]}`);
  const codes = `${queries.gtin} GTINs and ${queries.ampp} AMPP codes, four in five of them known`;
  return (
    `${count(packs)} packs; ${counts.join(", ")}; ${codes}, timed twenty at a time. ` +
    "*Second start* is in the same process, with compiled code."
  );
}

function summary({ name, findsTypos, size, start, memory, times }, names) {
  const nameTimes = names.flatMap((kind) => times[kind]);
  const misspelt = [0.5, 0.99].map((part) => microseconds(percentile(times.typo, part)));
  return [
    name,
    megabytes(size.brotli),
    megabytes(size.raw),
    megabytes(size.gzip),
    milliseconds(start.first),
    milliseconds(start.again),
    megabytes(memory.rss),
    memory.wasm ? megabytes(memory.wasm) : "–",
    microseconds(percentile(times.gtin, 0.5)),
    microseconds(percentile(times.ampp, 0.5)),
    microseconds(percentile(nameTimes, 0.5)),
    microseconds(percentile(nameTimes, 0.99)),
    ...(findsTypos ? misspelt : ["–", "–"]),
  ];
}
