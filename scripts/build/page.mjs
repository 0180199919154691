// Builds the page in build/www, with a dataset and its updates for offline use, and the same page
// in npm/page for `pack-lookup serve`.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, posix, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { qualityReport, UpdateError } from "../../npm/import.js";
import { isWorthOffering, updateBetween } from "../../npm/serve/background.js";
import { describeDataset, pathOf, reportPath } from "../../npm/serve/published.js";
import { pageFolder, TABLE } from "../../npm/serve/shared-files.js";
import { isCompressed } from "../../npm/serve/static-files.js";
import { digestOf, paths, root } from "../common/project.mjs";
import { run } from "../common/run.mjs";
import { brotliOf, brotliSize, budgets, requireWithin } from "./budgets.mjs";
import { buildForPage } from "./hosts.mjs";
import { writeLicences } from "./licences.mjs";

/** Builds the page with a dataset in it. */
export async function writePage(dataset) {
  await buildForPage(dataset);
  run("tsc", ["-p", "www"]);
  run("vite", ["build", "--logLevel", "warn", "www"]);
  requireWithin(budgets.firstView, firstViewSize(), "the scripts of the first view have");
  writeLicences(paths.page);
  await publishDataset(readFileSync(dataset), paths.page);
  await publishReport(readFileSync(dataset), paths.page);
  packPage();
}

/** A script that the HTML runs, or that it loads as a module before it is needed. */
const FIRST_SCRIPT =
  /<(?:script type="module"|link(?=[^>]* rel="modulepreload"))[^>]* (?:src|href)="([^"]+)"/g;

/** The size of the scripts that the page needs before its first view, in brotli. */
export function firstViewSize(folder = paths.page) {
  const html = readFileSync(join(folder, "index.html"), "utf8");
  const sizes = [...html.matchAll(FIRST_SCRIPT)].map(([, path]) => brotliSize(join(folder, path)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Writes a dataset under its digest, and `dataset.json`. Returns the content of `dataset.json`
 * (`www/blocks/device/release.ts`). The dataset is a separate file, so that a new release needs no
 * new page.
 */
export async function publishDataset(bytes, folder) {
  const digest = digestOf(bytes);
  const br = brotliOf(bytes);
  writeEncodings(join(folder, pathOf(digest)), { "": bytes, ".br": br, ".gz": gzipSync(bytes) });
  const release = describeDataset({
    sha256: digest,
    bytes: bytes.length,
    downloadBytes: br.length,
    ...(await about(bytes)),
  });
  writeFileSync(join(folder, "dataset.json"), JSON.stringify(release));
  return release;
}

/**
 * Writes the data quality report of a dataset, with the changes since an earlier one if it is
 * given.
 */
export async function publishReport(bytes, folder, since) {
  for (const [format, content] of Object.entries(await qualityReport(bytes, { since })))
    writeFileSync(join(folder, reportPath(format)), content);
}

/**
 * Writes the file in all encodings. Hosts may not compress an unknown type, or compress it less.
 */
function writeEncodings(path, encodings) {
  mkdirSync(join(path, ".."), { recursive: true });
  for (const [ending, encoded] of Object.entries(encodings)) writeFileSync(path + ending, encoded);
}

/** What the module reports about the dataset. */
async function about(bytes) {
  const { FORMAT, PackLookup } = await import(pathToFileURL(join(root, "npm", "core.js")).href);
  return { format: FORMAT, about: (await PackLookup.open({ dataset: bytes })).about };
}

/**
 * Writes the page for `pack-lookup serve`: its files in brotli, and a table of those that the module
 * has too. The dataset and its report are omitted: the server publishes its own.
 */
function packPage() {
  rmSync(pageFolder, { recursive: true, force: true });
  const fileOfModule = filesByDigest(dirname(pageFolder));
  const shared = [];
  for (const name of filesOf(paths.page)) {
    const bytes = readFileSync(join(paths.page, name));
    const sha256 = digestOf(bytes);
    const file = fileOfModule.get(sha256);
    if (file) shared.push({ path: `/${name.split(sep).join("/")}`, file, sha256 });
    else writePacked(join(pageFolder, name), bytes);
  }
  writeFileSync(join(pageFolder, TABLE), JSON.stringify(shared, null, 1));
}

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true }).filter(
    (file) =>
      statSync(join(folder, file)).isFile() &&
      !/^(dataset(\.json$|[\\/])|data-quality\.)/.test(file),
  );

/** What a page can share with the module: WebAssembly, models and licences. */
const SHARED = /\.(wasm|gz|txt)$/;

/** The names of the files of the module that a page can share, by their digest. */
function filesByDigest(folder) {
  const files = new Map();
  for (const part of ["", "print"])
    for (const name of readdirSync(join(folder, part)).filter((name) => SHARED.test(name)))
      files.set(digestOf(readFileSync(join(folder, part, name))), posix.join(part, name));
  return files;
}

function writePacked(path, bytes) {
  mkdirSync(dirname(path), { recursive: true });
  if (isCompressed(path)) writeFileSync(`${path}.br`, brotliOf(bytes));
  else writeFileSync(path, bytes);
}

// Updates from earlier deployed releases to the new one. Earlier releases are in a folder that git
// ignores. Without it, no updates are made, and every device downloads the whole dataset.

/** The number of stored releases. A device with an older one downloads the whole dataset. */
const MAX_STORED = 8;

/**
 * `000012-2025-08-14-<digest>.bin` is the twelfth deployed release. The number gives the order on
 * any machine, where file times differ. The earliest files have no number.
 */
const STORED_NAME = /^(?:(\d{6})-)?\d{4}-\d{2}-\d{2}-([0-9a-f]{64})\.bin$/;

/** The stored releases, the latest deployment first. */
function storedFiles(folder) {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder)
    .filter((name) => STORED_NAME.test(name))
    .sort()
    .reverse()
    .map(fileOf);
  return files.sort((one, other) => other.number - one.number);
}

function fileOf(name) {
  const [, number = 0, digest] = name.match(STORED_NAME);
  return { name, number: Number(number), digest };
}

/** Stores a deployed release for later updates, and deletes all but the last eight. */
export function storeRelease(bytes, { release_date }, folder = paths.releases) {
  mkdirSync(folder, { recursive: true });
  const before = storedFiles(folder);
  const digest = digestOf(bytes);
  const number = String((before[0]?.number ?? 0) + 1).padStart(6, "0");
  writeFileSync(join(folder, `${number}-${release_date}-${digest}.bin`), bytes);
  const remaining = before.filter((file) => file.digest !== digest).slice(0, MAX_STORED - 1);
  before
    .filter((file) => !remaining.includes(file))
    .forEach(({ name }) => rmSync(join(folder, name)));
}

/**
 * The stored releases, the latest deployment first. A file whose digest differs from its
 * name is omitted.
 */
export function storedReleases(folder = paths.releases) {
  const releases = storedFiles(folder).map(({ name, digest }) => ({
    digest,
    bytes: readFileSync(join(folder, name)),
  }));
  return releases.filter(({ digest, bytes }) => digestOf(bytes) === digest);
}

/**
 * Writes updates from the stored releases next to the dataset, and lists them in `dataset.json`.
 * Returns the list.
 */
export async function publishUpdates(bytes, folder, stored = storedReleases()) {
  const file = join(folder, "dataset.json");
  const release = JSON.parse(readFileSync(file, "utf8"));
  const candidates = [];
  for (const before of stored.filter(({ digest }) => digest !== release.sha256))
    candidates.push(await updateFrom(before, bytes, release));
  const updates = candidates
    .filter((update) => update && isWorthOffering(update, release.download_bytes))
    .map(({ compressed, ...update }) => {
      writeFileSync(join(folder, update.url), compressed);
      return update;
    });
  writeFileSync(file, JSON.stringify({ ...release, updates }));
  return updates;
}

/** An update, or `undefined` without one, as from a release of another format. */
async function updateFrom({ digest: from, bytes: before }, bytes, { sha256: to }) {
  try {
    return await updateBetween({ sha256: from, bytes: before }, { sha256: to, bytes });
  } catch (error) {
    if (!(error instanceof UpdateError)) throw error;
    console.warn(`No update from release ${from.slice(0, 16)}: ${error.message}`);
    return undefined;
  }
}
