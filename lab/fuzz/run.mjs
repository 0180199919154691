// npm run lab -- fuzz [--minutes N] [--only TARGET,...]
//
// Fuzzes each target with libFuzzer for N minutes, and prints its figures. It starts with the test
// cases. The corpus and the finds stay in build/fuzz for the next run. It needs a nightly compiler,
// and Linux.
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { createInterface } from "node:readline";
import { environment, paths, root } from "../../scripts/common/project.mjs";
import { capture, Failure, run, say } from "../../scripts/common/run.mjs";
import { setUp } from "../../scripts/setup/tools.mjs";
import { processorTime, processTreeOf } from "../lib/processes.mjs";
import { readOptions } from "../lib/report.mjs";
import { makeSeeds, targets } from "./seeds.mjs";

/**
 * The input of each target in words, and its maximum length in bytes: longer inputs only repeat
 * themselves.
 */
const INPUTS = {
  dataset: ["a dataset with changed sections and single bytes; all its functions are called", 1024],
  update: ["an update with changed sections and single bytes, and a valid digest", 1024],
  release: ["any bytes as the zip of a release; imported packs become a dataset", 16_384],
  xml: ["a release with changed XML tags; imported packs become a dataset", 4096],
  respond: ["a request: method, path, query, `If-None-Match`", 1024],
  search: ["a query: a page of results in both orders, and suggestions", 512],
  scan: ["the text of a scan", 1024],
};

const MEMORY_MB = 2048;
/**
 * The time limits of an input: one after which it is reported and fuzzing continues, and one after
 * which fuzzing ends. Most inputs take milliseconds, so neither is reached by a busy machine.
 */
const SLOW_S = 5;
const TIMEOUT_S = 60;
const SHOWN_LINES = 40;

const folder = join(paths.build, "fuzz");
const built = join(paths.target, "fuzz");

/** Fuzzes the targets, and fails if an input did. */
export async function fuzz(args) {
  const { only, minutes } = readOptions(args, { only: "", minutes: 60 });
  const names = only ? only.split(",") : Object.keys(targets);
  const unknown = names.filter((name) => !(name in targets));
  if (unknown.length > 0) throw new Failure(`Unknown target ${unknown.join(", ")}`);
  if (minutes <= 0) throw new Failure(`--minutes must be greater than 0, not ${minutes}`);
  const machine = requireNightly();
  await setUp(["cargo-fuzz"]);
  build();
  const found = [];
  for (const name of names) found.push(...(await fuzzTarget(name, machine, minutes)));
  if (found.length > 0) throw new Failure(`These inputs failed: ${found.join(", ")}`);
}

/** The target triple of the nightly compiler on this machine. */
function requireNightly() {
  const version = capture("rustup", ["run", "nightly", "rustc", "-vV"]);
  if (version === null)
    throw new Failure(
      "The fuzzers need the nightly compiler of Rust: rustup toolchain install nightly --profile minimal",
    );
  return /^host: (.*)$/m.exec(version)[1];
}

/**
 * Builds the targets without a sanitizer. The project has no `unsafe` code, and without one
 * libFuzzer runs twice as many inputs. Overflow, indexes out of range, slow inputs and excessive
 * memory are still found.
 */
function build() {
  say("Building the targets");
  const fuzz = join("lab", "fuzz");
  run("cargo", ["fetch", "--locked", "--manifest-path", join(fuzz, "Cargo.toml")]);
  const options = ["--fuzz-dir", fuzz, "--target-dir", built, "--sanitizer", "none"];
  run("cargo", ["+nightly", "fuzz", "build", ...options]);
}

/**
 * The inputs that failed. libFuzzer ends at the first crash: run it again after the fix.
 */
async function fuzzTarget(name, machine, minutes) {
  say(`${name}: ${INPUTS[name][0]}`);
  const folders = prepareFolders(name);
  const before = new Set(readdirSync(folders.finds));
  const program = [
    join(built, machine, "release", name),
    `-timeout=${TIMEOUT_S}`,
    `-rss_limit_mb=${MEMORY_MB}`,
    `-artifact_prefix=${folders.finds}/`,
    "-print_final_stats=1",
  ];
  const limits = [
    `-max_total_time=${Math.round(minutes * 60)}`,
    `-report_slow_units=${SLOW_S}`,
    `-max_len=${INPUTS[name][1]}`,
  ];
  const { seconds, output } = await runMeasured([
    ...program,
    ...limits,
    `-dict=${folders.words}`,
    folders.corpus,
    folders.seeds,
  ]);
  const added = readdirSync(folders.finds).filter((file) => !before.has(file));
  const finds = await confirmed(
    program,
    added.map((file) => relative(root, join(folders.finds, file))),
  );
  if (finds.length > 0) console.error(output.slice(-SHOWN_LINES).join("\n"));
  const figures = { target: name, seconds, ...figuresOf(output), finds: finds.length };
  console.log(JSON.stringify(figures));
  return finds;
}

/**
 * Runs each slow finding again by itself, because it may have waited for other processes. The others
 * remain.
 */
async function confirmed(program, finds) {
  const found = [];
  for (const file of finds) {
    const isSlow = /^(slow-unit|timeout)-/.test(basename(file));
    if (!isSlow || (await runMeasured([...program, file])).seconds >= SLOW_S) found.push(file);
    else rmSync(join(root, file));
  }
  return found;
}

function prepareFolders(name) {
  const at = (part) => join(folder, part, name);
  const folders = {
    corpus: at("corpus"),
    seeds: at("seeds"),
    finds: at("finds"),
    words: `${at("words")}.txt`,
  };
  [folders.corpus, folders.finds, join(folder, "words")].forEach((path) =>
    mkdirSync(path, { recursive: true }),
  );
  makeSeeds(name, folders.seeds, folders.words);
  return folders;
}

/** Runs a program to its end. Returns its processor time and its output. */
async function runMeasured([program, ...args]) {
  const child = spawn(program, args, {
    cwd: root,
    env: environment,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const output = [];
  createInterface({ input: child.stderr }).on("line", (line) => output.push(line));
  let ms = 0;
  const sample = () => (ms = Math.max(ms, processorTime(processTreeOf(child.pid))));
  const sampling = setInterval(sample, 1000);
  const status = await new Promise((resolve, reject) =>
    child.on("error", reject).on("close", resolve),
  );
  clearInterval(sampling);
  if (!output.some((line) => /^stat::|^Executed /.test(line)))
    throw new Failure(`${program} ended with ${status}:\n${output.slice(-SHOWN_LINES).join("\n")}`);
  return { seconds: Math.round(ms / 1000), output };
}

/**
 * Parses the statistics: `#4096 pulse cov: 1207 ft: 4631 corp: …`, and at the end
 * `stat::number_of_executed_units: 4096`.
 */
function figuresOf(output) {
  const number = (pattern) =>
    Number(output.findLast((line) => pattern.test(line))?.match(pattern)[1] ?? 0);
  return {
    executions: number(/stat::number_of_executed_units: +(\d+)/),
    edges: number(/\bcov: (\d+)/),
    features: number(/\bft: (\d+)/),
    peakMb: number(/stat::peak_rss_mb: +(\d+)/),
  };
}
