// npm run lab -- fuzz [--minutes N] [--write] [TARGET...]
//
// Fuzzes each target with libFuzzer for N minutes. It starts with the test cases. The corpus stays in build/fuzz for the next run, and so do the
// finds. `--write` writes the figures of all runs into lab/reports/reliability.md. It needs a nightly compiler, and Linux.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { markdown, measuredOn, writeSection } from "../lib/figures.mjs";
import { familyOf, processorTime } from "../lib/processes.mjs";
import { environment, paths, root } from "../../scripts/common/project.mjs";
import { capture, Failure, main, run, say } from "../../scripts/common/run.mjs";
import { setUp } from "../../scripts/setup/tools.mjs";
import { makeSeeds, targets } from "./seeds.mjs";

/** The input of each target in words, and its maximum length in bytes: longer inputs only repeat themselves. */
const FED = {
  dataset: ["a dataset whose sections are changed, and then single bytes of it; all of it is asked", 1024],
  update: ["an update whose sections are changed, and then single bytes of it, with a right digest", 1024],
  release: ["any bytes as the zip of a release; what is read becomes a dataset", 16_384],
  xml: ["a release whose files are changed tag by tag; what is read becomes a dataset", 4096],
  respond: ["a request: method, path, query, `If-None-Match`", 1024],
  search: ["a query, a page of its results in either order, suggestions", 512],
  scan: ["what a scanner gives", 1024],
};

const MEMORY_MB = 2048;
/**
 * The time limits of an input: one after which it is reported and fuzzing continues, and one after which fuzzing ends. Most inputs take
 * milliseconds, so neither is reached by a busy machine.
 */
const SLOW_S = 5;
const LONGEST_S = 60;
const SHOWN_LINES = 40;

const folder = join(paths.build, "fuzz");
const record = join(folder, "figures.json");
const built = join(paths.target, "fuzz");

main(async (args) => {
  const { names, minutes, write } = asked(args);
  const machine = requireNightly();
  await setUp(["cargo-fuzz"]);
  build();
  const found = [];
  for (const name of names) found.push(...(await fuzz(name, machine, minutes)));
  const text = report(args);
  console.log(`\n${text}\n`);
  if (write) writeSection(join(root, "lab", "reports", "reliability.md"), "fuzz", text);
  if (found.length > 0) throw new Failure(`Found: ${found.join(", ")}`);
});

function asked(args) {
  const options = { minutes: { type: "string", default: "60" }, write: { type: "boolean", default: false } };
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const minutes = Number(values.minutes);
  const unknown = positionals.find((name) => !(name in targets));
  if (unknown !== undefined) throw new Failure(`There is no target ${unknown}, but ${Object.keys(targets).join(", ")}`);
  if (!(minutes > 0)) throw new Failure(`${values.minutes} is no number of minutes`);
  return { names: positionals.length > 0 ? positionals : Object.keys(targets), minutes, write: values.write };
}

/** Returns the target triple of the nightly compiler on this machine. */
function requireNightly() {
  const told = capture("rustup", ["run", "nightly", "rustc", "-vV"]);
  if (told === null) throw new Failure("The fuzzers need Rust's nightly compiler: rustup toolchain install nightly --profile minimal");
  return /^host: (.*)$/m.exec(told)[1];
}

/**
 * Builds the targets without a sanitizer. The project has no `unsafe` code, and without one twice as many inputs are tried. Overflow, indexes
 * out of range, slow inputs and excessive memory are still found.
 */
function build() {
  say("Building the targets");
  const fuzz = join("lab", "fuzz");
  run("cargo", ["fetch", "--locked", "--manifest-path", join(fuzz, "Cargo.toml")]);
  run("cargo", ["+nightly", "fuzz", "build", "--fuzz-dir", fuzz, "--target-dir", built, "--sanitizer", "none"]);
}

/** Returns the inputs that failed. libFuzzer ends at the first crash: run it again after the fix. */
async function fuzz(name, machine, minutes) {
  say(`${name}: ${FED[name][0]}`);
  const places = lay(name);
  const before = new Set(readdirSync(places.finds));
  const program = [join(built, machine, "release", name), `-timeout=${LONGEST_S}`, `-rss_limit_mb=${MEMORY_MB}`, `-artifact_prefix=${places.finds}/`, "-print_final_stats=1"];
  const limits = [`-max_total_time=${Math.round(minutes * 60)}`, `-report_slow_units=${SLOW_S}`, `-max_len=${FED[name][1]}`];
  const { seconds, told } = await watched([...program, ...limits, `-dict=${places.words}`, places.corpus, places.seeds]);
  const kept = readdirSync(places.finds).filter((file) => !before.has(file));
  const finds = await confirmed(program, kept.map((file) => relative(root, join(places.finds, file))));
  if (finds.length > 0) console.error(told.slice(-SHOWN_LINES).join("\n"));
  const figures = { target: name, seconds, ...figuresOf(told), finds: finds.length };
  console.log(JSON.stringify(figures));
  add(figures);
  return finds;
}

/** Runs each slow finding again, alone, because it may have waited for other processes. Returns the findings that remain. */
async function confirmed(program, finds) {
  const found = [];
  for (const file of finds) {
    const isSlow = /^(slow-unit|timeout)-/.test(basename(file));
    if (!isSlow || (await watched([...program, file])).seconds >= SLOW_S) found.push(file);
    else rmSync(join(root, file));
  }
  return found;
}

function lay(name) {
  const at = (part) => join(folder, part, name);
  const places = { corpus: at("corpus"), seeds: at("seeds"), finds: at("finds"), words: `${at("words")}.txt` };
  [places.corpus, places.finds, join(folder, "words")].forEach((place) => mkdirSync(place, { recursive: true }));
  makeSeeds(name, places.seeds, places.words);
  return places;
}

/** Runs a program to its end. Returns its processor time and its output. */
async function watched([program, ...args]) {
  const child = spawn(program, args, { cwd: root, env: environment, stdio: ["ignore", "ignore", "pipe"] });
  const told = [];
  createInterface({ input: child.stderr }).on("line", (line) => told.push(line));
  let ms = 0;
  const look = () => (ms = Math.max(ms, processorTime(familyOf(child.pid))));
  const looking = setInterval(look, 1000);
  const status = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  clearInterval(looking);
  if (!told.some((line) => /^stat::|^Executed /.test(line))) throw new Failure(`${program} ended with ${status}:\n${told.slice(-SHOWN_LINES).join("\n")}`);
  return { seconds: Math.round(ms / 1000), told };
}

/** Parses the statistics: `#4096 pulse cov: 1207 ft: 4631 corp: …`, and at the end `stat::number_of_executed_units: 4096`. */
function figuresOf(told) {
  const number = (pattern) => Number(told.findLast((line) => pattern.test(line))?.match(pattern)[1] ?? 0);
  return { executions: number(/stat::number_of_executed_units: +(\d+)/), edges: number(/\bcov: (\d+)/), features: number(/\bft: (\d+)/), peakMb: number(/stat::peak_rss_mb: +(\d+)/) };
}

/** Adds a run to the recorded figures. The corpus is kept, so minutes and inputs add up; coverage is that of the last run. */
function add({ target, ...now }) {
  const all = known();
  const before = all[target] ?? { seconds: 0, executions: 0, finds: 0 };
  const sums = Object.fromEntries(["seconds", "executions", "finds"].map((key) => [key, before[key] + now[key]]));
  writeFileSync(record, `${JSON.stringify({ ...all, [target]: { ...now, ...sums } }, null, 2)}\n`);
}

const known = () => (existsSync(record) ? JSON.parse(readFileSync(record, "utf8")) : {});

function report(args) {
  const all = known();
  const row = (name, { seconds, executions, edges, features, peakMb, finds }) => [
    `\`${name}\`: ${FED[name][0]}`, (seconds / 60).toFixed(1), ...[executions, edges, features].map((count) => count.toLocaleString("en")), `${peakMb} MB`, String(finds),
  ];
  const rows = Object.keys(targets).filter((name) => name in all).map((name) => row(name, all[name]));
  return [markdown(["target, and what it feeds", "processor minutes", "inputs", "edges", "features", "most memory", "finds"], rows), "", measuredOn("fuzz", args)].join("\n");
}
