// npm run lab [-- NAME [options]]: runs one measurement of this folder. Without a name it lists all
// of them.
import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { existingFile } from "../scripts/build/dataset.mjs";
import { Failure, main, run, say } from "../scripts/common/run.mjs";
import { installNodeModules } from "../scripts/setup/tools.mjs";

/**
 * The measurements: each name, with its file and the function that it exports. README.md says what
 * each measures. `short` has the options of its short run, if `npm run lab -- short` includes it.
 * `eval` builds the module, so the later ones can use `--built`.
 */
const measurements = {
  audit: { file: "supply-chain.mjs", exported: "audit", short: [] },
  eval: { file: "eval.mjs", exported: "evaluateSearch", short: [] },
  medicines: { body: askForMedicines },
  peers: {
    file: "peers.mjs",
    exported: "peers",
    short: ["--only", "ours", "--seconds", "2", "--built"],
  },
  "worst-case": {
    file: "worst-case.mjs",
    exported: "worstCase",
    short: ["--climbs", "2", "--steps", "50", "--built"],
  },
  update: { file: "update.mjs", exported: "update" },
  serve: { file: "hosts.mjs", exported: "serve" },
  worker: { file: "hosts.mjs", exported: "worker" },
  "page-load": { file: "page-load.mjs", exported: "pageLoad" },
  scan: { file: "scan.mjs", exported: "scan" },
  print: { file: "print.mjs", exported: "print" },
  "print-other": { file: "print-other.mjs", exported: "printOther" },
  "camera-memory": { file: "camera-memory.mjs", exported: "cameraMemory" },
  differential: { file: "hosts.mjs", exported: "differential", short: ["--requests", "5000"] },
  properties: { body: testFreshSeeds },
  fuzz: { file: "fuzz/run.mjs", exported: "fuzz" },
  mutants: { file: "mutants.mjs", exported: "mutants" },
  toolchains: { body: testToolchains },
  reproducible: { file: "supply-chain.mjs", exported: "reproducible" },
  short: { body: runShort },
};

main(async ([name, ...options]) => {
  if (name === undefined) return printList();
  if (!Object.hasOwn(measurements, name))
    throw new Failure(`unknown measurement ${name}. npm run lab lists all names`);
  if (options.includes("--help")) return printHelp(name);
  await installNodeModules();
  await start(measurements[name], options);
});

function textOf(file) {
  return readFileSync(join(import.meta.dirname, file), "utf8");
}

/** What README.md says of each measurement: what it measures, and the time. */
function described() {
  const [table] = textOf("README.md").split("| option |");
  const rows = table.matchAll(/^\| `([a-z-]+)` \| (.+?) \| .+? \| (.+) \|$/gm);
  return new Map(Array.from(rows, ([, name, does, takes]) => [name, `${does} (${takes})`]));
}

function printList() {
  console.log("Usage: npm run lab -- NAME [options]\n");
  const width = Math.max(...Object.keys(measurements).map((name) => name.length));
  for (const name of Object.keys(measurements))
    console.log(`  ${name.padEnd(width)}  ${described().get(name)}`);
  console.log("\n`npm run lab -- NAME --help` prints the options of a measurement.");
}

/** Prints the first comment of the file, which describes its options. */
function printHelp(name) {
  const { file } = measurements[name];
  if (!file) return console.log(described().get(name));
  const lines = textOf(file).split("\n");
  const end = lines.findIndex((line) => !line.startsWith("//"));
  for (const line of lines.slice(0, end)) console.log(line.slice(3));
}

/** Imports the file of a measurement only now, because some files need a build. */
async function start({ file, exported, body }, options) {
  if (body) return body(options);
  const module = await import(`./${file}`);
  await module[exported](options);
}

/** Runs the example in Rust, which is compiled first. */
function askForMedicines([command, dataset, ...options]) {
  if (!dataset) throw new Failure("Usage: npm run lab -- medicines COMMAND DATASET [options]");
  const cargo = ["run", "--quiet", "--profile", "tool", "--locked", "--features", "import"];
  const args = [command, existingFile(dataset), ...options];
  run("cargo", [...cargo, "--example", "medicines", "--", ...args]);
}

/**
 * Repeats all property tests, each time with another seed. It prints the seed first, so that a
 * failure can be reproduced.
 */
function testFreshSeeds(options) {
  const at = options.indexOf("--minutes");
  const minutes = Number(at < 0 ? 10 : options[at + 1]);
  if (!(minutes > 0)) throw new Failure("--minutes needs a number greater than 0");
  for (const end = Date.now() + minutes * 60_000; Date.now() < end; ) {
    const seed = String(randomInt(2 ** 47));
    say(`PROPTEST_RNG_SEED=${seed}`);
    run("cargo", ["test", "--locked", "--features", "import", "--test", "core"], {
      PROPTEST_RNG_SEED: seed,
      PACK_LOOKUP_WHOLE: "true",
    });
  }
}

function testToolchains(options) {
  run("npm", ["ci", "--prefix", "lab", "--no-audit", "--no-fund"]);
  const file = join("lab", "toolchains", "all.test.mjs");
  run("node", ["--test", "--test-timeout=900000", ...options, file]);
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
