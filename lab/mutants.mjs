// npm run lab -- mutants [--shard K/N] [--write]
//
// Mutates the core, and runs its tests on each mutant. A mutant that no test kills shows a missing
// test. A mutant takes a minute: `--shard` tries every N-th.
// `--write` writes the scores into lab/report.md.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { paths } from "../scripts/common/project.mjs";
import { Failure, say, statusOf } from "../scripts/common/run.mjs";
import { setUp } from "../scripts/setup/tools.mjs";
import { markdown, percent, publish, readOptions, rowsBy } from "./lib/report.mjs";

const folder = join(paths.build, "mutants");

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

/** The outcome of a mutant: killed by a test, survived, or did not compile. */
const CORE_OUTCOMES = {
  CaughtMutant: "killed",
  Timeout: "killed",
  MissedMutant: "survived",
  Unviable: "unviable",
};
/** The exit codes of a complete run: all killed, some survived, or some timed out. */
const CORE_EXIT_CODES = [0, 2, 3];

/** Runs the mutants, and prints the scores. */
export async function mutants(args) {
  const { shard } = readOptions(args, { shard: "" });
  mkdirSync(folder, { recursive: true });
  const results = await mutateCore(shard);
  for (const { module, name } of results.filter(({ outcome }) => outcome === "survived"))
    console.log(`survived: ${module}: ${name}`);
  publish("mutants", args, [scores(results)]);
}

async function mutateCore(shard) {
  await setUp(["cargo-mutants"]);
  say("Mutating the core");
  const some = shard === "" ? [] : ["--shard", shard, "--sharding", "round-robin"];
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

function readJson(file) {
  return JSON.parse(readFileSync(join(folder, file), "utf8"));
}

function scores(mutants) {
  return markdown(
    "module | mutants | not compiled | killed | survived | mutation score",
    rowsBy(mutants, ({ module }) => module, rowOf),
  );
}

function rowOf(module, mutants) {
  const count = (outcome) => mutants.filter((one) => one.outcome === outcome).length;
  const [unviable, killed, survived] = ["unviable", "killed", "survived"].map(count);
  const share = killed + survived > 0 ? percent(killed, killed + survived) : "–";
  return [`\`${module}\``, unviable + killed + survived, unviable, killed, survived, share];
}
