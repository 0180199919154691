// The measured data: a dataset, and its records.
import { spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { digestOf, executable, paths } from "../../scripts/common/project.mjs";
import { demoDataset, existingFile } from "../../scripts/build/dataset.mjs";
import { buildModule } from "../../scripts/build/hosts.mjs";
import { Failure, run, say } from "../../scripts/common/run.mjs";
import { MODULE_TOOLS, setUp } from "../../scripts/setup/tools.mjs";

const DEMO_SEED = 1;
/** The number of packs of a real release. */
export const FULL_SIZE = 184_331;
const folder = join(paths.build, "bench");
const [DATASET, RECORDS] = ["packs.bin", "records.jsonl"];
const binary = join(paths.target, "tool", executable("pack-lookup"));

/**
 * Builds the module, unless it is `built`. Returns the dataset of a release, or of demonstration data
 * with `packs` packs: `{ dataset, records, folder }`. The folder is named after the records, so that
 * the next run can use the measured sizes again.
 */
export async function prepare({ release, packs = FULL_SIZE, built }) {
  if (!built) {
    await setUp(MODULE_TOOLS);
    await buildModule(demoDataset());
  }
  buildCommandLine();
  return storedImport(folder, async ({ demoRelease, dataset, records }) => {
    const source = release ? existingFile(release) : demo(packs, demoRelease);
    say(`Importing ${source}`);
    run(binary, ["build", source, "-o", dataset]);
    exportRecords(dataset, records);
  });
}

/** Builds the command line, always: one of another format would make a dataset that does not open. */
function buildCommandLine() {
  say("Building the command line");
  const options = ["--profile", "tool", "--locked", "--features", "import"];
  run("cargo", ["build", ...options, "--bin", "pack-lookup"]);
}

/** Opens a dataset with the built module. */
export async function openDataset(dataset) {
  const { PackLookup } = await import("../../npm/core.js");
  return PackLookup.open(dataset);
}

/** The file of demonstration data. It is complete when it has its name. */
function demo(packs, unfinished) {
  const file = join(folder, `demo-${packs}.zip`);
  if (existsSync(file)) return file;
  say(`Generating demonstration data of ${packs} packs`);
  run(binary, ["demo", "--packs", String(packs), "--seed", String(DEMO_SEED), "-o", unfinished]);
  renameSync(unfinished, file);
  return file;
}

/**
 * Calls `write` with the names of files in its own temporary folder, so that two runs do not
 * disturb each other. Then moves the dataset and its records into a subfolder of `parent` that is
 * named after the records.
 */
export async function storedImport(parent, write) {
  mkdirSync(parent, { recursive: true });
  const temporary = mkdtempSync(join(parent, "import-"));
  const fileOf = (name) => join(temporary, name);
  try {
    await write({
      demoRelease: fileOf("demo.zip"),
      dataset: fileOf(DATASET),
      records: fileOf(RECORDS),
    });
    const digest = digestOf(readFileSync(fileOf(RECORDS)));
    const own = join(parent, digest.slice(0, 12));
    mkdirSync(own, { recursive: true });
    for (const name of [DATASET, RECORDS]) renameSync(fileOf(name), join(own, name));
    return { dataset: join(own, DATASET), records: join(own, RECORDS), folder: own };
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

function exportRecords(dataset, records) {
  const out = openSync(records, "w");
  const { status } = spawnSync(binary, ["export", "--dataset", dataset], {
    stdio: ["ignore", out, "inherit"],
  });
  closeSync(out);
  if (status !== 0) throw new Failure("pack-lookup export failed");
}
