// npm run lab [-- NAME [options]]: runs one measurement of this folder. Without a name it lists all of them.
import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../scripts/common/project.mjs";
import { Failure, main, run, say } from "../scripts/common/run.mjs";
import { installOthers } from "../scripts/setup/tools.mjs";

/**
 * The measurements: each name, with its file and what it does. `short` has the options of its short run, if `npm run lab -- short` includes it.
 * `eval` builds the module, so the later ones can use `--built`.
 */
const measurements = {
  house: { file: "house.mjs", does: "counts files, lengths of functions, and idioms of the source", short: [] },
  deny: { file: "deny.mjs", does: "checks the licences and known vulnerabilities of all dependencies", short: [] },
  core: { run: benchmarkCore, does: "times the native core with Criterion; PACK_LOOKUP_BENCH_DATASET=FILE adds a dataset" },
  eval: { file: "eval.mjs", does: "measures the relevance of the search on judged and generated queries", short: ["--only", "ours"] },
  sweeps: { file: "sweeps.mjs", does: "counts wrong medicines, strengths, routes and releases in search results", short: ["--packs", "20000", "--half", "both", "--built"] },
  peers: { file: "peers.mjs", does: "compares size, time and memory with JSON, FlexSearch, MiniSearch, uFuzzy and SQLite", short: ["--only", "ours", "--seconds", "2", "--built"] },
  concepts: { file: "concepts.mjs", does: "times lookups by codes of dm+d concepts", short: ["--built"] },
  worst: { file: "worst.mjs", does: "searches for the slowest queries of 200 characters", short: ["--climbs", "2", "--steps", "50", "--built"] },
  growth: { file: "growth.mjs", does: "measures cost by number of packs, up to a million" },
  update: { file: "update.mjs", does: "measures weekly updates: --release A --release B" },
  serve: { file: "serve.mjs", does: "measures requests per second of `pack-lookup serve`" },
  worker: { file: "worker.mjs", does: "measures start-up and processor time of the Worker in workerd" },
  load: { file: "load.mjs", does: "loads the Worker and `serve` with up to 256 connections, and with panics" },
  visit: { file: "visit.mjs", does: "measures the bytes and the time of a first visit to the page" },
  history: { file: "history.mjs", does: "times the page's history with 20,000 entries" },
  scan: { file: "scan.mjs", does: "measures how many hard frames the barcode decoder reads" },
  soak: { file: "soak.mjs", does: "looks for memory leaks in a page that is used for long" },
  spreadsheets: { file: "spreadsheets.mjs", does: "checks that LibreOffice keeps the codes of an exported history" },
  differential: { file: "differential.mjs", does: "sends the same random requests to all hosts and compares the responses", short: ["--requests", "5000"] },
  properties: { run: testFreshSeeds, does: "runs the property tests with fresh seeds until one fails, or for --minutes N (10)" },
  fuzz: { file: "fuzz/run.mjs", does: "fuzzes seven inputs with libFuzzer, each for an hour (--minutes N)" },
  mutants: { file: "mutants/run.mjs", does: "mutates the core and the page's look-up, and lists mutants that no test kills" },
  toolchains: { run: tryToolchains, does: "builds and runs the packed module with bundlers and frameworks" },
  reproducible: { file: "reproducible.mjs", does: "builds the WebAssembly in two folders and compares the bytes" },
  short: { run: runShort, does: "runs the short form of several measurements, as the nightly workflow does" },
};

main(async ([name, ...options]) => {
  if (name === undefined) return list();
  if (!Object.hasOwn(measurements, name)) throw new Failure(`there is no measurement ${name}. npm run lab lists all names`);
  if (options.includes("--help")) return describe(measurements[name]);
  await installOthers([]);
  await start(measurements[name], options);
});

/** Repeats the whole property tests, each time with another seed. It prints the seed first, so that a failure can be reproduced. */
function testFreshSeeds(options) {
  const at = options.indexOf("--minutes");
  const minutes = Number(at < 0 ? 10 : options[at + 1]);
  if (!(minutes > 0)) throw new Failure("--minutes needs a number greater than 0");
  for (const end = Date.now() + minutes * 60_000; Date.now() < end; ) {
    const seed = String(randomInt(2 ** 47));
    say(`PROPTEST_RNG_SEED=${seed}`);
    run("cargo", ["test", "--locked", "--features", "import", "--test", "core"], { PROPTEST_RNG_SEED: seed, PACK_LOOKUP_WHOLE: "true" });
  }
}

function list() {
  console.log("Usage: npm run lab -- NAME [options]\n");
  const width = Math.max(...Object.keys(measurements).map((name) => name.length));
  for (const [name, { does }] of Object.entries(measurements)) console.log(`  ${name.padEnd(width)}  ${does}`);
  console.log("\n`npm run lab -- NAME --help` prints the options of a measurement. lab/README.md describes the folder.");
}

/** Prints the first lines of the file, which describe its options. */
function describe({ file, does }) {
  const lines = file ? readFileSync(join(import.meta.dirname, file), "utf8").split("\n") : [];
  const end = lines.findIndex((line) => !line.startsWith("//"));
  console.log(file ? lines.slice(0, end).map((line) => line.slice(3)).join("\n") : does);
}

/** Runs a file as if it were the main script: it reads its options from `process.argv`. */
async function start({ file, run: body }, options) {
  if (body) return body(options);
  const path = join(import.meta.dirname, file);
  process.argv = [process.argv[0], path, ...options];
  await import(pathToFileURL(path).href);
}

function benchmarkCore(options) {
  run("cargo", ["bench", "--locked", "--features", "import", "--bench", "core", "--", ...options]);
}

function tryToolchains(options) {
  const folder = join("lab", "toolchains");
  run("npm", ["install", "--no-save", "--prefix", folder, "--no-audit", "--no-fund"]);
  run("node", ["--test", "--test-timeout=900000", ...options, join(folder, "all.test.mjs")]);
}

/** Runs each measurement to its end, so that one night reports every failure. */
function runShort() {
  const failed = [];
  for (const [name, { short }] of Object.entries(measurements)) {
    if (short === undefined) continue;
    say(`${name} ${short.join(" ")}`.trim());
    try {
      run("node", [join("lab", "main.mjs"), name, ...short]);
    } catch (error) {
      failed.push(`${name}: ${error.message}`);
    }
  }
  if (failed.length > 0) throw new Failure(failed.join("\n"));
}
