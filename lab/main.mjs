// npm run lab [-- NAME [options]]: runs one measurement of this folder. Without a name it lists all
// of them.
import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { existingFile } from "../scripts/build/dataset.mjs";
import { Failure, main, run, say } from "../scripts/common/run.mjs";
import { installNodeModules } from "../scripts/setup/tools.mjs";

/**
 * The measurements: each name, with its file, the function that it exports, what it measures, and
 * the time on two cores after the first build. `short` has the options of its short run, if `npm
 * run lab -- short` includes it. `eval` builds the module, so the later ones can use `--built`.
 */
const measurements = {
  audit: {
    file: "supply-chain.mjs",
    exported: "audit",
    does: "licences and known vulnerabilities of all dependencies",
    takes: "1 min",
    short: [],
  },
  eval: {
    file: "eval.mjs",
    exported: "evaluateSearch",
    does: "relevance of the search, on judged and generated queries",
    takes: "20 min",
    short: ["--only", "ours"],
  },
  medicines: {
    body: askForMedicines,
    does: "how a release finds its medicines: COMMAND DATASET, as lab/medicines/main.rs lists them",
    takes: "5 min",
  },
  peers: {
    file: "peers.mjs",
    exported: "peers",
    does: "size, time and memory beside JSON, MiniSearch and SQLite",
    takes: "20 min",
    short: ["--only", "ours", "--seconds", "2", "--built"],
  },
  "worst-case": {
    file: "worst-case.mjs",
    exported: "worstCase",
    does: "the slowest queries of 200 characters",
    takes: "5 min",
    short: ["--climbs", "2", "--steps", "50", "--built"],
  },
  update: {
    file: "update.mjs",
    exported: "update",
    does: "size and time of weekly updates: --release A --release B",
    takes: "2 min",
  },
  serve: {
    file: "hosts.mjs",
    exported: "serve",
    does: "requests per second of `pack-lookup serve`",
    takes: "3 min",
  },
  worker: {
    file: "hosts.mjs",
    exported: "worker",
    does: "start-up and processor time of the Worker in workerd",
    takes: "5 min",
  },
  "page-load": {
    file: "page-load.mjs",
    exported: "pageLoad",
    does: "bytes and time of a first visit to the page",
    takes: "3 min",
  },
  scan: {
    file: "scan.mjs",
    exported: "scan",
    does: "how many hard frames the barcode decoder reads; --shelves: how many codes on drawn shelves the page counts",
    takes: "5 min",
  },
  print: {
    file: "print.mjs",
    exported: "print",
    does: "what the print reader reads on drawn cartons, and which packs the search finds",
    takes: "10 min",
  },
  "print-other": {
    file: "print-other.mjs",
    exported: "printOther",
    does: "what the print reader reads on cartons that another hand drew",
    takes: "15 min",
  },
  "camera-memory": {
    file: "camera-memory.mjs",
    exported: "cameraMemory",
    does: "memory of Chromium while the camera is on",
    takes: "4 min",
  },
  differential: {
    file: "hosts.mjs",
    exported: "differential",
    does: "differences between the responses of all hosts to random requests",
    takes: "10 min",
    short: ["--requests", "5000"],
  },
  properties: {
    body: testFreshSeeds,
    does: "property tests with fresh seeds, until one fails or for --minutes N",
    takes: "10 min",
  },
  fuzz: {
    file: "fuzz/run.mjs",
    exported: "fuzz",
    does: "crashes and slow inputs of seven targets, with libFuzzer, each for --minutes N",
    takes: "7 h",
  },
  mutants: {
    file: "mutants.mjs",
    exported: "mutants",
    does: "mutants of the core that no test kills",
    takes: "30 h; --shard K/N takes a part",
  },
  toolchains: {
    body: testToolchains,
    does: "the packed module where its files need a setting, or where it fails",
    takes: "10 min",
  },
  reproducible: {
    file: "supply-chain.mjs",
    exported: "reproducible",
    does: "whether two builds of the WebAssembly have the same bytes",
    takes: "5 min",
  },
  short: {
    body: runShort,
    does: "the short form of several measurements, as in the nightly workflow",
    takes: "1 h",
  },
};

main(async ([name, ...options]) => {
  if (name === undefined) return printList();
  if (!Object.hasOwn(measurements, name))
    throw new Failure(`unknown measurement ${name}. npm run lab lists all names`);
  if (options.includes("--help")) return printHelp(measurements[name]);
  await installNodeModules();
  await start(measurements[name], options);
});

function printList() {
  console.log("Usage: npm run lab -- NAME [options]\n");
  const width = Math.max(...Object.keys(measurements).map((name) => name.length));
  for (const [name, { does, takes }] of Object.entries(measurements))
    console.log(`  ${name.padEnd(width)}  ${does} (${takes})`);
  console.log(
    "\n`npm run lab -- NAME --help` prints the options of a measurement. lab/README.md describes the folder.",
  );
}

/** Prints the first comment of the file, which describes its options. */
function printHelp({ file, does }) {
  const lines = file ? readFileSync(join(import.meta.dirname, file), "utf8").split("\n") : [];
  const end = lines.findIndex((line) => !line.startsWith("//"));
  console.log(
    file
      ? lines
          .slice(0, end)
          .map((line) => line.slice(3))
          .join("\n")
      : does,
  );
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
