// npm run lab -- mutants [--shard K/N] [--write] [core] [lookup]
//
// Mutates the core and the page's lookup, and runs their tests on each mutant. A mutant that no
// test kills shows a missing test. A mutant of the core takes a minute: `--shard` tries every N-th.
// `--write` writes the scores into lab/reports/reliability.md.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { paths } from "../scripts/common/project.mjs";
import { Failure, run, say, statusOf } from "../scripts/common/run.mjs";
import { setUp } from "../scripts/setup/tools.mjs";
import { markdown, measuredOn, percent, publish } from "./lib/report.mjs";

const packages = join("lab", "peers");
const folder = join(paths.build, "mutants");

/** The parts that can be mutated. */
const parts = { core: mutateCore, lookup: mutateLookup };

/**
 * The settings of cargo-mutants: the modules that determine an answer, and the tests that must kill
 * their mutants. The timeout kills endless loops.
 */
const CORE_SETTINGS = `
examine_globs = ["src/gtin.rs", "src/lookup/**", "src/gs1/**", "src/search/**", "src/api/**", "src/dataset/**"]
features = ["import"]
additional_cargo_args = ["--locked"]
additional_cargo_test_args = ["--lib", "--test", "core"]
minimum_test_timeout = 240
output = "build/mutants"
`;

/** The settings of Stryker. */
const LOOKUP_TESTS = ["answers", "history", "look-up", "pack", "search", "warnings"].map(
  (name) => `tests/page/unit/${name}.test.mjs`,
);
const LOOKUP_SETTINGS = {
  testRunner: "command",
  mutate: ["www/src/lookup/**/*.ts"],
  commandRunner: {
    command: `node --test --experimental-test-isolation=none ${LOOKUP_TESTS.join(" ")}`,
  },
  plugins: [],
  checkers: [],
  disableTypeChecks: true,
  timeoutMS: 60_000,
  concurrency: 2,
  ignorePatterns: [
    "**",
    "!package.json",
    "!npm/**",
    "!scripts/common/**",
    "!tests/cases/api.bin",
    "!tests/page/unit/**",
    "!www/**",
  ],
  tempDirName: "build/mutants/tried",
  reporters: ["json", "dots"],
  jsonReporter: { fileName: "build/mutants/lookup.json" },
};

/** The outcome of a mutant: killed by a test, survived, or did not compile. */
const CORE_OUTCOMES = {
  CaughtMutant: "killed",
  Timeout: "killed",
  MissedMutant: "survived",
  Unviable: "unviable",
};
const LOOKUP_OUTCOMES = {
  Killed: "killed",
  Timeout: "killed",
  Survived: "survived",
  NoCoverage: "survived",
  RuntimeError: "unviable",
  CompileError: "unviable",
};

/** The exit codes of a complete run: all killed, some survived, or some timed out. */
const CORE_EXIT_CODES = [0, 2, 3];

/** Runs the mutants, and prints the scores. */
export async function mutants(args) {
  const { names, shard, write } = readOptions(args);
  mkdirSync(folder, { recursive: true });
  const results = [];
  for (const name of names) results.push(...(await parts[name](shard)));
  for (const { module, name } of results.filter(({ outcome }) => outcome === "survived"))
    console.log(`survived: ${module}: ${name}`);
  const text = [scores(results), "", measuredOn("mutants", args)].join("\n");
  publish(text, { report: "reliability.md", section: "mutants", isWritten: write });
}

function readOptions(args) {
  const options = { shard: { type: "string" }, write: { type: "boolean", default: false } };
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const unknown = positionals.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined)
    throw new Failure(`Unknown part ${unknown}. The parts are: ${Object.keys(parts).join(", ")}`);
  return { names: positionals.length > 0 ? positionals : Object.keys(parts), ...values };
}

async function mutateCore(shard) {
  await setUp(["cargo-mutants"]);
  say("Mutating the core");
  const some = shard === undefined ? [] : ["--shard", shard, "--sharding", "round-robin"];
  const settings = join(folder, "core.toml");
  writeFileSync(settings, CORE_SETTINGS);
  const status = statusOf("cargo", ["mutants", "--config", settings, ...some]);
  if (!CORE_EXIT_CODES.includes(status))
    throw new Failure(`cargo mutants failed (exit code ${status})`);
  const { outcomes } = readJson(join("mutants.out", "outcomes.json"));
  return outcomes.flatMap(({ scenario, summary }) =>
    scenario.Mutant ? [coreMutant(scenario.Mutant, summary)] : [],
  );
}

function coreMutant({ file, name }, summary) {
  return { module: file.split("/").slice(0, 2).join("/"), name, outcome: CORE_OUTCOMES[summary] };
}

/** Mutates the lookup without a browser: its modules and tests do not need one. */
function mutateLookup() {
  run("npm", ["ci", "--prefix", packages, "--no-audit", "--no-fund", "--loglevel=error"]);
  say("Mutating the page's lookup");
  const settings = join(folder, "stryker.json");
  writeFileSync(settings, JSON.stringify(LOOKUP_SETTINGS));
  run(join(packages, "node_modules", ".bin", "stryker"), ["run", settings]);
  const files = Object.entries(readJson("lookup.json").files);
  return files.flatMap(([file, { mutants }]) =>
    mutants.map((mutant) => lookupMutant(file, mutant)),
  );
}

function lookupMutant(file, { location, mutatorName, replacement, status }) {
  return {
    module: "www/src/lookup",
    name: `${file}:${location.start.line}: ${mutatorName}: ${replacement}`,
    outcome: LOOKUP_OUTCOMES[status],
  };
}

function readJson(file) {
  return JSON.parse(readFileSync(join(folder, file), "utf8"));
}

/** Returns a row per module. */
function scores(mutants) {
  const rows = [...new Set(mutants.map(({ module }) => module))].sort().map((module) => {
    const count = (outcome) =>
      mutants.filter((one) => one.module === module && one.outcome === outcome).length;
    const [unviable, killed, survived] = [count("unviable"), count("killed"), count("survived")];
    return [
      `\`${module}\``,
      ...[unviable + killed + survived, unviable, killed, survived].map(String),
      killed + survived > 0 ? percent(killed, killed + survived) : "–",
    ];
  });
  return markdown(
    ["module", "mutants", "not compiled", "killed", "survived", "mutation score"],
    rows,
  );
}
