// The measured data: a dataset, its records for the peers, and the cost of building it.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
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
import { fileURLToPath } from "node:url";
import { environment, executable, paths, root } from "../../scripts/common/project.mjs";
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
 * Sets up and builds the module, unless `isBuilt`. The command line is always built: one of another
 * format would make a dataset that does not open.
 */
export async function prepareTools(isBuilt) {
  if (!isBuilt) {
    await setUp(MODULE_TOOLS);
    await buildModule(demoDataset());
  }
  say("Building the command line");
  run("cargo", [
    "build",
    "--profile",
    "tool",
    "--locked",
    "--features",
    "import",
    "--bin",
    "pack-lookup",
  ]);
  installPeers();
}

/** Installs the packages that only benchmarks need, if one is missing. */
function installPeers() {
  const lab = fileURLToPath(new URL("..", import.meta.url));
  const { dependencies } = JSON.parse(readFileSync(join(lab, "package.json"), "utf8"));
  if (Object.keys(dependencies).every((name) => existsSync(join(lab, "node_modules", name))))
    return;
  say("Installing the compared engines");
  run("npm", ["ci", "--omit=dev", "--prefix", lab, "--no-audit", "--no-fund", "--loglevel=error"]);
}

/**
 * Returns the dataset of a release, or of demonstration data with `packs` packs: `{ dataset,
 * records, folder, importing }`. The folder is named after the records, so that the next run can
 * use the files of the compared engines again.
 */
export async function prepare({ release, packs }) {
  return storedImport(folder, async ({ demoRelease, dataset, records }) => {
    const source = release ? existingFile(release) : demo(packs, demoRelease);
    say(`Importing ${source}`);
    const importing = await measuredRun(["build", source, "-o", dataset]);
    exportRecords(dataset, records);
    return importing;
  });
}

/** Returns the file of demonstration data. It is complete when it has its name. */
function demo(packs, unfinished) {
  const file = join(folder, `demo-${packs}.zip`);
  if (existsSync(file)) return file;
  say(`Generating demonstration data of ${packs} packs`);
  run(binary, ["demo", "--packs", String(packs), "--seed", String(DEMO_SEED), "-o", unfinished]);
  renameSync(unfinished, file);
  return file;
}

/**
 * Calls `write` with the names of files in a temporary folder of its own, so that two runs do not
 * disturb each other. Then moves the dataset and its records into a subfolder of `parent` that is
 * named after the records.
 */
export async function storedImport(parent, write) {
  mkdirSync(parent, { recursive: true });
  const temporary = mkdtempSync(join(parent, "import-"));
  const fileOf = (name) => join(temporary, name);
  try {
    const importing = await write({
      demoRelease: fileOf("demo.zip"),
      dataset: fileOf(DATASET),
      records: fileOf(RECORDS),
    });
    const own = join(
      parent,
      createHash("sha256")
        .update(readFileSync(fileOf(RECORDS)))
        .digest("hex")
        .slice(0, 12),
    );
    mkdirSync(own, { recursive: true });
    for (const name of [DATASET, RECORDS]) renameSync(fileOf(name), join(own, name));
    return { dataset: join(own, DATASET), records: join(own, RECORDS), folder: own, importing };
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

/** Runs the command line, and returns its time and, on Linux, its peak memory. */
function measuredRun(args) {
  const begin = performance.now();
  const child = spawn(binary, args, {
    cwd: root,
    env: environment,
    stdio: ["ignore", "ignore", "inherit"],
  });
  let peak = null;
  const timer = setInterval(() => (peak = peakMemory(child.pid) ?? peak), 20);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (status) => {
      if (status === 0) resolve({ ms: performance.now() - begin, peak });
      else reject(new Failure(`pack-lookup ${args[0]} failed`));
    });
  }).finally(() => clearInterval(timer));
}

function peakMemory(pid) {
  const status = `/proc/${pid}/status`;
  const kilobytes = existsSync(status) && /VmHWM:\s*(\d+)/.exec(readFileSync(status, "utf8"))?.[1];
  return kilobytes ? kilobytes * 1024 : null;
}
