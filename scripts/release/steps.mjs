// The real steps of a release: on this machine, and for Cloudflare.
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fetchRelease } from "../../npm/fetch/index.js";
import { budgets } from "../build/budgets.mjs";
import { buildCommandLine, existingFile, packLookup, printedByPackLookup } from "../build/dataset.mjs";
import { buildService } from "../build/service.mjs";
import { buildForPackage, modules } from "../build/wasm.mjs";
import { publishUpdates } from "../build/updates.mjs";
import { paths } from "../common/project.mjs";
import { Failure, run, say } from "../common/run.mjs";
import { setUp } from "../setup/tools.mjs";
import { publishFeed, servedFirst } from "./feed.mjs";
import { faultOf, servedNow } from "./deployed.mjs";

/** From this number of packs on, a dataset has the size budget of a whole release. */
const WHOLE = 20_000;

const PAUSE_MS = 5_000;

/** Returns the steps. `work` is the folder for downloads and results. `program` runs the command line, with its output shown or returned. */
export const stepsIn = ({ work = paths.build, page = paths.page, worker = paths.worker, program = { run: packLookup, printed: printedByPackLookup } } = {}) => ({
  say,
  prepare,
  served: servedNow,
  take: (options) => take(options, join(work, "trud")),
  build: (file) => build(program, file, join(work, "release.bin")),
  check: (file) => program.run("check", file),
  verify: (dataset) => program.run("verify", dataset),
  diff: (before, dataset) => diff(program, before, dataset, join(work, "served.bin")),
  write: (bytes) => write(bytes, join(work, "rollback.bin")),
  make: (dataset) => buildService(() => dataset),
  updates: (bytes) => publishUpdates(bytes, page),
  publish: (entries, url) => publishFeed(entries, page, url),
  budgets: (holdings) => requireWithinBudgets(holdings, { page, worker }),
  deploy: ({ entry, isTrial }) => run("wrangler", ["deploy", ...servedFirst(entry), ...(isTrial ? ["--dry-run"] : [])]),
  fault: faultOf,
  pause: () => wait(PAUSE_MS),
});

/** Builds what reads datasets. The rest is built with the dataset in it. */
async function prepare() {
  await setUp(["wasm-bindgen-cli", "worker-build"]);
  buildCommandLine();
  await buildForPackage(modules.browser);
}

async function take({ release, keyFile }, folder) {
  if (release) return existingFile(release);
  say("Asking TRUD for the newest release");
  const { path } = await fetchRelease({ keyFile: keyFile && existingFile(keyFile), output: folder, say: (text) => console.log(text) }).catch((error) => {
    throw new Failure(error.message);
  });
  return path;
}

function build(program, file, dataset) {
  say(`Building the dataset from ${file}`);
  mkdirSync(join(dataset, ".."), { recursive: true });
  return { dataset, report: JSON.parse(program.printed("build", file, "--json", "-o", dataset)) };
}

/** Compares two datasets. Codes are texts, because numbers would round them to codes of other packs. */
function diff(program, before, dataset, served) {
  write(before, served);
  return JSON.parse(program.printed("diff", served, dataset, "--json").replace(/("pack_id":\s*)(\d+)/g, '$1"$2"'));
}

function write(bytes, file) {
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, bytes);
  return file;
}

/** Fails if a size is over budget. The WebAssembly files for browsers are checked when they are built. */
function requireWithinBudgets({ packs, sha256 }, { page, worker }) {
  const download = statSync(join(page, "dataset", `${sha256}.bin.br`)).size;
  requireAtMost("the dataset, for each pack,", (download - budgets.medicineNames) / packs, packs < WHOLE ? budgets.demoPack : budgets.fullPack);
  for (const file of filesIn(page)) requireAtMost(relative(page, file), statSync(file).size, budgets.asset);
  requireAtMost("the Worker", filesIn(worker).reduce((sum, file) => sum + statSync(file).size, 0), budgets.worker);
}

function requireAtMost(what, bytes, most) {
  if (bytes > most) throw new Failure(`${what} has ${Math.round(bytes)} bytes; ${most} are allowed`);
}

const filesIn = (folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)).filter((file) => statSync(file).isFile());
