// The dataset that is built into the Worker: demonstration data, or a release of dm+d.
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { demo, paths } from "../common/project.mjs";
import { capture, Failure, printedBy, run, say } from "../common/run.mjs";

/**
 * The path of the dataset for `release`, made first. Without a release: the file that PACK_LOOKUP_DATASET
 * names, else demonstration data. A `partial` release lacks files, or has some of other weeks, and is taken all the same.
 */
export function prepareDataset(release, { partial = false } = {}) {
  if (release) return releaseDataset(existing(release), partial);
  if (process.env.PACK_LOOKUP_DATASET) return existing(process.env.PACK_LOOKUP_DATASET);
  return demoDataset();
}

export function demoDataset() {
  buildCommandLine();
  say("Making the demonstration data");
  packLookup("demo", "--packs", demo.packs, "--seed", demo.seed, "-o", paths.demoRelease);
  return buildDataset(paths.demoRelease, paths.demoDataset);
}

function releaseDataset(release, partial) {
  buildCommandLine();
  return buildDataset(release, paths.releaseDataset, partial ? ["--partial"] : []);
}

/** Leaves the file alone when its bytes are the same, so that nothing which includes it is built again. */
function buildDataset(release, dataset, options = []) {
  say(`Building the dataset from ${release}`);
  const fresh = `${dataset}.new`;
  packLookup("build", release, ...options, "-o", fresh);
  if (isSame(fresh, dataset)) rmSync(fresh);
  else renameSync(fresh, dataset);
  return dataset;
}

const isSame = (a, b) => existsSync(b) && readFileSync(a).equals(readFileSync(b));

/** The path of a file that was named on the command line. */
export function existing(file) {
  const path = resolve(process.env.INIT_CWD ?? ".", file);
  if (!existsSync(path)) throw new Failure(`There is no file or folder ${path}`);
  return path;
}

/** What `/api/about` says of a dataset. */
export function describeDataset(dataset) {
  const told = toldByPackLookup("info", dataset, "--json");
  if (told === null) throw new Failure(`${dataset} can't be read`);
  return JSON.parse(told).dataset;
}

/**
 * The native command line. It is built with the profile of the tests, so that both share what is compiled. A WebAssembly build would
 * take twice as long.
 */
const program = ["--locked", "--features", "import", "--bin", "pack-lookup"];
const words = (args) => ["run", "--quiet", ...program, "--", ...args.map(String)];

/** Builds it with its progress shown; the first command would build it silently. */
export const buildCommandLine = () => run("cargo", ["build", ...program]);

/** Runs a command with its output shown. */
export const packLookup = (...args) => run("cargo", words(args));

/** What a command prints; its progress is shown, and where it fails, this fails. */
export const printedByPackLookup = (...args) => printedBy("cargo", words(args));

/** What a command prints, or null where it fails. */
const toldByPackLookup = (...args) => capture("cargo", words(args));
