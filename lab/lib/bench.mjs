// Runs the compared engines, each in a separate process, on one dataset with the same queries.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { loadEngine } from "../peers/engines.mjs";
import { makeQueries } from "./queries.mjs";
import { readRecords } from "./records.mjs";
import { percentile } from "./report.mjs";

const STARTS = 5;

/**
 * Returns the results by engine. `data` is `{ dataset, records, folder }`, as `prepare` returns it.
 */
export async function bench(engines, data, { seconds, say }) {
  const records = await readRecords(data.records);
  const queries = makeQueries(records);
  const results = [];
  for (const engine of engines) {
    say(`Measuring ${engine}`);
    results.push({ engine, ...(await benchOne(engine, data, { queries, seconds })) });
  }
  return { packs: records.length, queries: countByClass(queries), results };
}

async function benchOne(engine, data, job) {
  const { name, findsTypos } = await loadEngine(engine);
  const files = await build(engine, data);
  const measured = runChild("measure", { ...job, engine, files }, data.folder);
  const starts = [];
  for (let start = 0; start < STARTS; start += 1)
    starts.push(runChild("start", { engine, files }, data.folder));
  const median = (key) =>
    percentile(
      starts.map((start) => start[key]),
      0.5,
    );
  const start = { first: median("first"), again: median("again") };
  return { name, findsTypos, size: await sizes(files, data.folder), start, ...measured };
}

function countByClass({ names, gtins, ids }) {
  const counts = {};
  for (const query of names) counts[query.class] = (counts[query.class] ?? 0) + 1;
  return { ...counts, gtin: gtins.length, ampp: ids.length };
}

/** The sources of the engines' files. */
const SOURCES = ["words.mjs", "records.mjs", "../peers/engines.mjs", "../peers/sqlite.mjs"];
const pathOf = (path) => join(import.meta.dirname, path);

const HEAP = "--max-old-space-size=12288";

/** Runs a task of child.mjs in a separate process, and returns its result. */
export function runChild(task, job, folder) {
  const path = join(folder, "job.json");
  const output = join(folder, "output.json");
  writeFileSync(path, JSON.stringify({ task, ...job, output }));
  execFileSync(process.execPath, ["--expose-gc", HEAP, pathOf("child.mjs"), path], {
    stdio: "inherit",
  });
  return JSON.parse(readFileSync(output));
}

/**
 * Returns the files that an engine downloads. Files of peers are built once per dataset and version
 * of their sources.
 */
export async function build(engine, { records, dataset, folder }, isRanked = false) {
  const { files, buildRanked } = await loadEngine(engine);
  if (files) return files(dataset);
  const builder = isRanked && buildRanked ? "buildRanked" : "build";
  const sources = SOURCES.map((file) => readFileSync(pathOf(file)));
  const prefix = join(
    folder,
    `${engine.split("-")[0]}-${builder}-${digest(Buffer.concat(sources)).slice(0, 8)}`,
  );
  const list = `${prefix}.json`;
  if (!existsSync(list))
    writeFileSync(
      list,
      JSON.stringify(runChild("build", { engine, builder, records, prefix }, folder)),
    );
  return JSON.parse(readFileSync(list)).files;
}

const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");

/**
 * Returns the size of several files together, `{ raw, brotli, gzip }`, at the highest levels.
 * Cached by content, because brotli takes minutes.
 */
async function sizes(files, folder) {
  const all = await Promise.all(files.map((file) => size(file, folder)));
  const sum = (key) => all.reduce((sum, size) => sum + size[key], 0);
  return { raw: sum("raw"), brotli: sum("brotli"), gzip: sum("gzip") };
}

async function size(file, folder) {
  const bytes = readFileSync(file);
  const cache = join(folder, `${digest(bytes)}.size.json`);
  if (existsSync(cache)) return JSON.parse(readFileSync(cache));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  const result = { raw: bytes.length, brotli: brotli.length, gzip: gzipped.length };
  writeFileSync(cache, JSON.stringify(result));
  return result;
}
