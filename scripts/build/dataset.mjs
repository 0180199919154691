// The dataset that is built into the Worker: demonstration data, or a release of dm+d.
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { demo, paths } from "../common/project.mjs";
import { capture, Failure, outputOf, run, say } from "../common/run.mjs";

/**
 * The file that a person named: a release, or the dataset in PACK_LOOKUP_DATASET. Returns
 * `undefined` if they named none, which means demonstration data. An empty variable is an error,
 * because it is more likely a mistake.
 */
export function namedData(release) {
  if (release !== undefined) return { release: existingFile(release) };
  const dataset = process.env.PACK_LOOKUP_DATASET;
  if (dataset === "")
    throw new Failure(
      "PACK_LOOKUP_DATASET is empty. Name a dataset, or remove the variable for demonstration data",
    );
  return dataset === undefined ? undefined : { dataset: existingFile(dataset) };
}

/**
 * Builds the dataset of `release`, and returns its path. Without a release, returns the file in
 * PACK_LOOKUP_DATASET, or demonstration data. `partial` allows a release that lacks files or has
 * files of different weeks.
 */
export function prepareDataset(release, { partial = false } = {}) {
  const named = namedData(release);
  if (named === undefined) return demoDataset();
  return named.dataset ?? releaseDataset(named.release, partial);
}

/** Builds the dataset of the demonstration data, and returns its path. */
export function demoDataset() {
  buildCommandLine();
  say("Generating the demonstration data");
  packLookup("demo", "--packs", demo.packs, "--seed", demo.seed, "-o", paths.demoRelease);
  return buildDataset(paths.demoRelease, paths.demoDataset);
}

function releaseDataset(release, partial) {
  buildCommandLine();
  return buildDataset(release, paths.releaseDataset, partial ? ["--partial"] : []);
}

/**
 * Builds a dataset. A file with the same bytes is not replaced, so that nothing that includes it is
 * rebuilt.
 */
function buildDataset(release, dataset, options = []) {
  say(`Building the dataset from ${release}`);
  const fresh = `${dataset}.new`;
  packLookup("build", release, ...options, "-o", fresh);
  if (hasSameBytes(fresh, dataset)) rmSync(fresh);
  else renameSync(fresh, dataset);
  return dataset;
}

const hasSameBytes = (a, b) => existsSync(b) && readFileSync(a).equals(readFileSync(b));

/** The path of a file that was named on the command line. Fails if it does not exist. */
export function existingFile(file) {
  const path = resolve(process.env.INIT_CWD ?? ".", file);
  if (!existsSync(path)) throw new Failure(`${path} does not exist`);
  return path;
}

/** The description of a dataset, as `/api/about` has it. */
export function describeDataset(dataset) {
  const info = capture("cargo", cargoRun(["info", dataset, "--json"]));
  if (info === null) throw new Failure(`${dataset} cannot be read`);
  return JSON.parse(info).dataset;
}

/**
 * Refuses demonstration data that was not asked for, and real data in its place. `options` and
 * `dataset` say whether they are about demonstration data, as `demo`.
 */
export function requireIntended(options, dataset) {
  if (dataset.demo && !options.demo)
    throw new Failure("This release is demonstration data. To deploy it, add --demo");
  if (options.demo && !dataset.demo)
    throw new Failure("This release is not demonstration data. Remove --demo");
}

/**
 * The native command line. It is built with the profile of the tests, so that both share compiled
 * crates. A WebAssembly build would take twice as long.
 */
const commandLine = ["--locked", "--features", "import", "--bin", "pack-lookup"];
const cargoRun = (args) => ["run", "--quiet", ...commandLine, "--", ...args.map(String)];

/** Builds the command line and shows the progress; the first command would build it silently. */
export const buildCommandLine = () => run("cargo", ["build", ...commandLine]);

/** Runs a command and shows its output. */
export const packLookup = (...args) => run("cargo", cargoRun(args));

/** The output of a command, and shows its progress. Fails if the command fails. */
export const outputOfPackLookup = (...args) => outputOf("cargo", cargoRun(args));
