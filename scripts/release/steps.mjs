// The real steps of a release: on this machine, for Cloudflare, and requests to the service.
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import { fetchRelease } from "../../npm/fetch/index.js";
import { budgets, requireWithin } from "../build/budgets.mjs";
import {
  buildCommandLine,
  existingFile,
  outputOfPackLookup,
  packLookup,
} from "../build/dataset.mjs";
import { buildService } from "../build/hosts.mjs";
import { publishReport, publishUpdates } from "../build/page.mjs";
import { buildForPackage, modules } from "../build/wasm.mjs";
import { digestOf, paths } from "../common/project.mjs";
import { Failure, run, say } from "../common/run.mjs";
import { WORKER_TOOLS, setUp } from "../setup/tools.mjs";
import { publishFeed, servedFirst } from "./history.mjs";
import { isRefused, signDescription } from "./signature.mjs";

/** A dataset with this number of packs or more has the size budget of a full release. */
const FULL_RELEASE = 20_000;

const PAUSE_MS = 5_000;

/**
 * The steps. `work` is the folder for downloads and results. `program` runs the command
 * line, with its output shown or returned.
 */
export const stepsIn = ({
  work = paths.build,
  page = paths.page,
  worker = paths.worker,
  releases = paths.releases,
  program = { run: packLookup, printed: outputOfPackLookup },
} = {}) => ({
  say,
  prepare,
  deployed: deployedRelease,
  listed: listedReleases,
  take: (options) => take(options, join(work, "trud")),
  build: (file) => build(program, file, join(work, "release.bin")),
  check: (file) => program.run("check", file),
  verify: (dataset) => program.run("verify", dataset),
  diff: (before, dataset) => diff(program, before, dataset, join(work, "served.bin")),
  quality: (before, dataset) => qualityOf(program, before, dataset, join(work, "served.bin")),
  write: (bytes) => write(bytes, join(work, "rollback.bin")),
  changes: (before, dataset, kept) =>
    changesIn(program, { before, dataset, kept, file: join(work, "history.bin") }),
  make: (dataset, history) => makeWith(dataset, history, page),
  updates: (bytes) => publishUpdates(bytes, page),
  report: (bytes, since) => publishReport(bytes, page, since),
  publish: (entries, url) => publishFeed(entries, page, url),
  budgets: (counts) => requireWithinBudgets(counts, { page, worker }),
  isRefused: async ({ url }) => url !== undefined && isRefused(await descriptionAt(url)),
  sign: () => signDescription(page, { releases }),
  deploy: ({ entry, isTrial }) =>
    run("wrangler", ["deploy", ...servedFirst(entry), ...(isTrial ? ["--dry-run"] : [])]),
  made: () => JSON.parse(readFileSync(join(page, "dataset.json"), "utf8")).sha256,
  fault: faultOf,
  pause: () => wait(PAUSE_MS),
});

/** Builds the programs that read datasets. The others are built later, with the dataset in them. */
async function prepare() {
  await setUp(WORKER_TOOLS);
  buildCommandLine();
  await buildForPackage(modules.browser);
}

async function take({ release, keyFile }, folder) {
  if (release) return existingFile(release);
  say("Fetching the newest release from TRUD");
  const { path } = await fetchRelease({
    keyFile: keyFile && existingFile(keyFile),
    output: folder,
    say: (text) => console.log(text),
  }).catch((error) => {
    throw new Failure(error.message);
  });
  return path;
}

function build(program, file, dataset) {
  say(`Building the dataset from ${file}`);
  mkdirSync(join(dataset, ".."), { recursive: true });
  return { dataset, report: JSON.parse(program.printed("build", file, "--json", "-o", dataset)) };
}

/**
 * Compares two datasets. Codes are texts, because numbers would round them to codes of other packs.
 */
function diff(program, before, dataset, file) {
  write(before, file);
  return JSON.parse(
    program.printed("diff", file, dataset, "--json").replace(/("pack_id":\s*)(\d+)/g, '$1"$2"'),
  );
}

/**
 * Appends what changed since the deployed release to a copy of the kept history, and returns the
 * copy. Releases after the deployed one were taken back. Without an answer to what changed, a
 * release is still worth deploying, so a failure is reported, and the history is missing.
 */
function changesIn(program, { before, dataset, kept, file }) {
  const served = write(before, join(file, "..", "served.bin"));
  rmSync(file, { force: true });
  if (kept) copyFileSync(kept, file);
  try {
    program.printed(
      ...["changes", served, dataset, "--append", file, "--rewind", "--format", "json"],
    );
    return file;
  } catch (error) {
    say(`What changed is not served (${error.message}); repair or remove ${kept ?? file}`);
    return undefined;
  }
}

/** Builds everything with a dataset, and publishes its history next to it. */
async function makeWith(dataset, history, page) {
  await buildService(() => dataset, { history });
  if (history) copyFileSync(history, join(page, "history.bin"));
}

/**
 * The counts of the data quality report, and of its changes since the deployed
 * release if there is one.
 */
function qualityOf(program, before, dataset, file) {
  const since = before ? ["--since", write(before, file)] : [];
  const { kinds, changes } = JSON.parse(
    program.printed("report", dataset, ...since, "--format", "json"),
  );
  return { kinds, ...(changes && { changes }) };
}

function write(bytes, file) {
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, bytes);
  return file;
}

/**
 * Fails if a size is over budget. The WebAssembly files for browsers are checked when they are
 * built.
 */
function requireWithinBudgets({ packs, sha256 }, { page, worker }) {
  const download = statSync(join(page, "dataset", `${sha256}.bin.br`)).size;
  const perPack = (download - budgets.medicineNames) / packs;
  const budget = packs < FULL_RELEASE ? budgets.demoPack : budgets.fullPack;
  requireWithin(budget, perPack, "the dataset, per pack, has", "bytes");
  for (const file of filesIn(page))
    requireWithin(budgets.asset, statSync(file).size, `${relative(page, file)} has`, "bytes");
  let sum = 0;
  for (const file of filesIn(worker)) sum += statSync(file).size;
  requireWithin(budgets.worker, sum, "the Worker has", "bytes");
}

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());

// The deployed release, from the service itself. Without an address, the last stored release is
// assumed.

const TIMEOUT_MS = 60_000;

/**
 * Returns `{ digest, bytes }` of the deployed release, or `undefined` if there has never been one.
 * If the service is empty, returns the last stored release with `isMissing`.
 */
export async function deployedRelease(url, stored) {
  if (url === undefined) return stored[0];
  const description = await descriptionAt(url);
  if (description === undefined) return stored[0] && { ...stored[0], isMissing: true };
  return (
    stored.find(({ digest }) => digest === description.sha256) ?? (await download(url, description))
  );
}

async function request(url, path) {
  try {
    return await fetch(new URL(path, url), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { "Cache-Control": "no-cache" },
    });
  } catch (error) {
    throw new Failure(`${url} does not answer (${error.cause?.code ?? error.name})`);
  }
}

async function descriptionAt(url) {
  const response = await request(url, "/dataset.json");
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Failure(`${url}/dataset.json answers with status ${response.status}`);
  return response.json().catch(() => {
    throw new Failure(`${url}/dataset.json is not JSON: check the address of the service`);
  });
}

/**
 * The entries of `/releases.json`. A deployment by other means has no list. A list that
 * cannot be read may have a withdrawn release.
 */
export async function listedReleases(url) {
  const response = await request(url, "/releases.json");
  if (response.status === 404) return [];
  if (!response.ok)
    throw new Failure(`${url}/releases.json answers with status ${response.status}`);
  const { releases } = await response.json().catch(() => ({}));
  if (!Array.isArray(releases))
    throw new Failure(
      `${url}/releases.json is not a list of releases: check the address of the service`,
    );
  return releases;
}

/** Downloads a dataset that was deployed by other means, or from another machine. */
async function download(url, description) {
  const response = await request(url, description.url);
  if (!response.ok)
    throw new Failure(`${url}${description.url} answers with status ${response.status}`);
  // Bytes that cannot be decompressed do not have the digest.
  const bytes = await decompressed(response).catch(() => Buffer.alloc(0));
  if (digestOf(bytes) !== description.sha256)
    throw new Failure(
      `${url}${description.url} does not match dataset.json: the deployment is incomplete`,
    );
  return { digest: description.sha256, bytes };
}

const decompressed = (response) => buffer(Readable.fromWeb(response.body).pipe(createGunzip()));

/**
 * What is wrong with the service, or `undefined` if all of it answers with the dataset.
 * Only a deployment with a list of releases has that list.
 */
export async function faultOf(url, counts, { isListed }) {
  for (const [fault, isRight] of Object.entries(
    isListed ? { ...CHECKS, ...LIST_CHECKS } : CHECKS,
  )) {
    if (!(await isRight(url, counts).catch(() => false))) return fault;
  }
  return undefined;
}

const json = async (url, path) => {
  const response = await request(url, path);
  return response.ok ? response.json().catch(() => ({})) : {};
};

const CHECKS = {
  "/dataset.json describes another dataset": async (url, { sha256 }) =>
    (await json(url, "/dataset.json")).sha256 === sha256,
  "pages with the pinned keys refuse /dataset.json": async (url) =>
    !(await isRefused(await json(url, "/dataset.json"))),
  "the dataset does not match /dataset.json": async (url) =>
    download(url, await json(url, "/dataset.json")),
  "/api/about describes another dataset": async (url, { digest }) =>
    (await json(url, "/api/about")).dataset?.digest === digest,
  "/api/gtin returns another pack": async (url, { sample }) =>
    !sample || (await json(url, `/api/gtin/${sample.gtin}?ids=string`)).pack_id === sample.pack_id,
  "the page is missing": async (url) => (await request(url, "/")).ok,
};

const LIST_CHECKS = {
  "/releases.json starts with another dataset": async (url, { sha256 }) =>
    (await json(url, "/releases.json")).releases?.[0]?.sha256 === sha256,
};
