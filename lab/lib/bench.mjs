// Runs the compared engines, each in a separate process, on one dataset with the same queries. The
// oracle judges the answers.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { loadEngine } from "../peers/engines.mjs";
import { namesOf, Oracle } from "./oracle.mjs";
import { makeQueries } from "./queries.mjs";
import { gtin14, latestUses, readRecords } from "./records.mjs";
import { percentile } from "./report.mjs";
import { fold, words } from "./words.mjs";

const STARTS = 5;

/**
 * Returns the results by engine. `data` is `{ dataset, records, folder }`, as `prepare` returns it.
 */
export async function bench(engines, data, { seconds, say }) {
  const records = await readRecords(data.records);
  const judge = new Judge(records);
  const results = [];
  for (const engine of engines) {
    say(`Measuring ${engine}`);
    results.push({ engine, ...(await benchOne(engine, data, judge, seconds)) });
  }
  return { packs: records.length, queries: countByClass(judge.queries), results };
}

async function benchOne(engine, data, judge, seconds) {
  const { name } = await loadEngine(engine);
  const files = await build(engine, data);
  const job = { engine, files, queries: judge.queries, seconds };
  const { times, answers, memory } = runChild("measure", job, data.folder);
  const starts = Array.from(
    { length: STARTS },
    () => runChild("measure", { ...job, startOnly: true }, data.folder).start,
  );
  return {
    name,
    size: await sizes(files, data.folder),
    start: medians(starts),
    memory,
    times,
    right: judge.right(answers),
  };
}

/** Returns the median of each time separately. */
function medians(starts) {
  return Object.fromEntries(
    Object.keys(starts[0]).map((key) => [
      key,
      percentile(
        starts.map((start) => start[key]),
        0.5,
      ),
    ]),
  );
}

function countByClass({ names, gtins, ids }) {
  const counts = {};
  for (const query of names) counts[query.class] = (counts[query.class] ?? 0) + 1;
  return { ...counts, gtin: gtins.length, ampp: ids.length };
}

/** The queries, and which answers to them are right. */
class Judge {
  #oracle;
  #names;
  #latest;
  #records;

  constructor(records) {
    this.queries = makeQueries(records);
    this.#records = records;
    this.#names = new Map(records.map((record) => [record.pack_id, namesOf(record)]));
    this.#latest = latestUses(records);
    this.#oracle = new Oracle(records);
  }

  /** Returns by class the number of judged queries, and the queries with a wrong answer. */
  right({ names, gtins, ids }) {
    const byClass = {};
    const note = (kind, isRight, text) => {
      byClass[kind] ??= { judged: 0, wrong: [] };
      byClass[kind].judged++;
      if (!isRight) byClass[kind].wrong.push(text);
    };
    this.queries.names.forEach((query, i) => {
      const verdict = this.#verdict(query, names[i]);
      if (verdict !== null) note(query.class, verdict, query.text);
    });
    this.queries.gtins.forEach((code, i) => note("gtin", gtins[i] === this.#latestId(code), code));
    this.queries.ids.forEach((id, i) =>
      note("ampp", ids[i] === (this.#names.has(id) ? id : null), id),
    );
    return byClass;
  }

  #verdict(query, ids) {
    if (query.class === "nothing") return ids.length === 0;
    if (query.class === "typo") return ids.some((id) => this.#hasWord(query.intended, id));
    return this.#oracle.judge(query.text, ids);
  }

  /** Returns whether the names of a pack have the intended word of a misspelt query. */
  #hasWord(word, id) {
    return words(fold(this.#names.get(id))).includes(word);
  }

  #latestId(code) {
    return this.#records[this.#latest.get(gtin14(code))]?.pack_id ?? null;
  }
}

const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The sources of the engines' files. */
const SOURCES = [
  "words.mjs",
  "records.mjs",
  "../peers/columns.mjs",
  "../peers/engines.mjs",
  "../peers/sqlite.mjs",
];

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
