// Runs the engines, each in a separate process.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
export const engineModule = (id) => here(`../peers/${id}.mjs`);

/** The sources of the engines' files, beside their own modules. */
const SHARED = ["words.mjs", "records.mjs", "../peers/columns.mjs"];

const HEAP = "--max-old-space-size=12288";

/** Runs a task of child.mjs, or measure.mjs. */
export const child = (task, job, folder) => started("child.mjs", { task, ...job }, folder);

function started(script, job, folder) {
  const path = join(folder, "job.json");
  const output = join(folder, "output.json");
  writeFileSync(path, JSON.stringify({ ...job, output }));
  execFileSync(process.execPath, ["--expose-gc", HEAP, here(script), path], { stdio: "inherit" });
  return JSON.parse(readFileSync(output));
}

/** Returns the files that an engine downloads. Those of peers are built once per dataset and version of their sources. */
export async function build(id, { records, dataset, folder, maker = "build" }) {
  const engine = engineModule(id);
  const { files } = await import(engine);
  if (files) return files(dataset);
  const sources = [engine, ...SHARED.map(here)].map((file) => readFileSync(file));
  const prefix = join(folder, `${id}-${maker}-${digest(Buffer.concat(sources)).slice(0, 8)}`);
  const list = `${prefix}.json`;
  if (!existsSync(list)) writeFileSync(list, JSON.stringify(child("build", { engine, maker, records, prefix }, folder)));
  return JSON.parse(readFileSync(list)).files;
}

const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");

export const measure = (id, job, folder) => started("measure.mjs", { engine: engineModule(id), ...job }, folder);

/** Returns the size of several files together, `{ raw, brotli, gzip }`, at the highest levels. Cached by content, because brotli takes minutes. */
export async function sizes(files, folder) {
  const all = await Promise.all(files.map((file) => size(file, folder)));
  const sum = (key) => all.reduce((sum, size) => sum + size[key], 0);
  return { raw: sum("raw"), brotli: sum("brotli"), gzip: sum("gzip") };
}

async function size(file, folder) {
  const bytes = readFileSync(file);
  const cache = join(folder, `${digest(bytes)}.size.json`);
  if (existsSync(cache)) return JSON.parse(readFileSync(cache));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [brotli, gzipped] = await Promise.all([promisify(brotliCompress)(bytes, { params }), promisify(gzip)(bytes, { level: 9 })]);
  const result = { raw: bytes.length, brotli: brotli.length, gzip: gzipped.length };
  writeFileSync(cache, JSON.stringify(result));
  return result;
}
