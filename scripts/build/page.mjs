// The page in build/www, with a dataset for use without a network, and the same page in npm/page, which `pack-lookup serve` serves.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { bestBrotli } from "../../npm/serve/best-brotli.js";
import { describeDataset, pathOf } from "../../npm/serve/published.js";
import { paths, root } from "../common/project.mjs";
import { run } from "../common/run.mjs";
import { buildForPage } from "./module.mjs";

/** Builds the page with a dataset in it. */
export async function makePage(dataset) {
  await buildForPage(dataset);
  run("tsc", ["-p", "www"]);
  run("vite", ["build", "--logLevel", "warn", "www"]);
  await publishDataset(readFileSync(dataset), paths.page);
  packPage();
}

/**
 * Writes a dataset under its digest, and `dataset.json`. Returns the content of `dataset.json` (`www/src/data/release.ts`). The dataset is a
 * separate file, so that a new release needs no new page.
 */
export async function publishDataset(bytes, folder) {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const br = brotliOf(bytes);
  writeEncodings(join(folder, pathOf(sha256)), { "": bytes, ".br": br, ".gz": gzipSync(bytes) });
  const release = describeDataset({ sha256, bytes: bytes.length, downloadBytes: br.length, ...(await about(bytes)) });
  writeFileSync(join(folder, "dataset.json"), JSON.stringify(release));
  return release;
}

/** Writes the file in all encodings. Hosts may not compress an unknown type, or compress it less. */
function writeEncodings(path, encodings) {
  mkdirSync(join(path, ".."), { recursive: true });
  for (const [ending, encoded] of Object.entries(encodings)) writeFileSync(path + ending, encoded);
}

/** Returns the description of the dataset by the module itself. */
async function about(bytes) {
  const { FORMAT, PackLookup } = await import(pathToFileURL(join(root, "npm", "core.js")).href);
  return { format: FORMAT, about: (await PackLookup.open({ dataset: bytes })).about };
}

const packed = join(root, "npm", "page");
const COMPRESSED = new Set([".css", ".html", ".js", ".json", ".svg", ".wasm", ".webmanifest"]);

/** Compresses the files of the page once, for `pack-lookup serve`. The dataset is omitted: the server publishes its own. */
function packPage() {
  rmSync(packed, { recursive: true, force: true });
  for (const file of filesOf(paths.page)) packFile(join(paths.page, file), join(packed, file));
}

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true }).filter((file) => statSync(join(folder, file)).isFile() && !/^dataset(\.json$|[\\/])/.test(file));

function packFile(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  if (!COMPRESSED.has(extname(from))) return cpSync(from, to);
  const bytes = readFileSync(from);
  writeFileSync(`${to}.br`, brotliOf(bytes));
  writeFileSync(`${to}.gz`, gzipSync(bytes, { level: 9 }));
}

/** A cache by content: brotli at its highest level takes most of a minute for a release, and seconds for the page. */
const brotliCache = join(paths.build, "brotli");

function brotliOf(bytes) {
  const kept = join(brotliCache, `${createHash("sha256").update(bytes).digest("hex")}.br`);
  if (existsSync(kept)) return readFileSync(kept);
  const compressed = bestBrotli(bytes);
  mkdirSync(brotliCache, { recursive: true });
  writeFileSync(kept, compressed);
  return compressed;
}
