// npm run lab -- mutants [--shard K/N] [--write] [core] [lookup]
//
// Mutates the core and the page's look-up, and runs their tests on each mutant. A mutant that no test kills shows a missing test. A mutant of the
// core takes a minute: `--shard` tries every N-th. `--write` writes the scores into lab/reports/reliability.md.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { markdown, measuredOn, percent, writeSection } from "../lib/figures.mjs";
import { paths, root } from "../../scripts/common/project.mjs";
import { endOfShown, Failure, main, run, say } from "../../scripts/common/run.mjs";
import { setUp } from "../../scripts/setup/tools.mjs";

const here = join("lab", "mutants");
const folder = join(paths.build, "mutants");

/** The parts that can be mutated. */
const changed = { core: inCore, lookup: inLookup };

/** The outcome of a mutant: killed by a test, survived, or did not compile. */
const CORE_ENDS = { CaughtMutant: "caught", Timeout: "caught", MissedMutant: "missed", Unviable: "unviable" };
const LOOKUP_ENDS = { Killed: "caught", Timeout: "caught", Survived: "missed", NoCoverage: "missed", RuntimeError: "unviable", CompileError: "unviable" };

/** The exit codes of a complete run: all killed, some survived, or some timed out. */
const CORE_TRIED = [0, 2, 3];

main(async (args) => {
  const { names, shard, write } = asked(args);
  mkdirSync(folder, { recursive: true });
  const tried = [];
  for (const name of names) tried.push(...(await changed[name](shard)));
  const text = [scores(tried), "", measuredOn("mutants", args)].join("\n");
  for (const { room, name } of tried.filter(({ end }) => end === "missed")) console.log(`passed unseen: ${room}: ${name}`);
  console.log(`\n${text}\n`);
  if (write) writeSection(join(root, "lab", "reports", "reliability.md"), "mutants", text);
});

function asked(args) {
  const options = { shard: { type: "string" }, write: { type: "boolean", default: false } };
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const unknown = positionals.find((name) => !Object.hasOwn(changed, name));
  if (unknown !== undefined) throw new Failure(`There is no ${unknown} to change, but ${Object.keys(changed).join(", ")}`);
  return { names: positionals.length > 0 ? positionals : Object.keys(changed), ...values };
}

async function inCore(shard) {
  await setUp(["cargo-mutants"]);
  say("Changing the core");
  const some = shard === undefined ? [] : ["--shard", shard, "--sharding", "round-robin"];
  const end = endOfShown("cargo", ["mutants", "--config", join(here, "core.toml"), ...some]);
  if (!CORE_TRIED.includes(end)) throw new Failure(`cargo mutants ended with ${end}`);
  const { outcomes } = readJson(join("mutants.out", "outcomes.json"));
  return outcomes.flatMap(({ scenario, summary }) => (scenario.Mutant ? [changeOf(scenario.Mutant, summary)] : []));
}

function changeOf({ file, name }, summary) {
  return { room: file.split("/").slice(0, 2).join("/"), name, end: CORE_ENDS[summary] };
}

/** Mutates the lookup without a browser: its modules and tests do not need one. */
function inLookup() {
  run("npm", ["ci", "--prefix", here, "--no-audit", "--no-fund", "--loglevel=error"]);
  say("Changing the page's look-up");
  run(join(here, "node_modules", ".bin", "stryker"), ["run", join(here, "stryker.json")]);
  const files = Object.entries(readJson("lookup.json").files);
  return files.flatMap(([file, { mutants }]) => mutants.map((mutant) => mutantOf(file, mutant)));
}

function mutantOf(file, { location, mutatorName, replacement, status }) {
  return { room: "www/src/lookup", name: `${file}:${location.start.line}: ${mutatorName}: ${replacement}`, end: LOOKUP_ENDS[status] };
}

function readJson(file) {
  return JSON.parse(readFileSync(join(folder, file), "utf8"));
}

/** Returns a row per module. */
function scores(tried) {
  const rows = [...new Set(tried.map(({ room }) => room))].sort().map((room) => {
    const count = (end) => tried.filter((change) => change.room === room && change.end === end).length;
    const [unviable, caught, missed] = [count("unviable"), count("caught"), count("missed")];
    return [`\`${room}\``, ...[unviable + caught + missed, unviable, caught, missed].map(String), caught + missed > 0 ? percent(caught, caught + missed) : "–"];
  });
  return markdown(["what was changed", "changes", "no program", "seen by a test", "unseen", "seen"], rows);
}
