// npm run lab -- update --release A --release B … [--built] [--write]
//
// Measures the size of the updates between releases, and the time and memory to apply them in Node
// and in Chromium. The oldest release comes first. `--write` writes the table into
// lab/report.md.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { demoDataset, existingFile } from "../scripts/build/dataset.mjs";
import { buildModule } from "../scripts/build/hosts.mjs";
import { paths, root } from "../scripts/common/project.mjs";
import { Failure, say } from "../scripts/common/run.mjs";
import { MODULE_TOOLS, setUp } from "../scripts/setup/tools.mjs";
import { chromiumOptions } from "../tests/page/driver.mjs";
import { serveFolder } from "../tests/page/server.mjs";
import { digits, markdown, megabytes, publish, readOptions } from "./lib/report.mjs";

const folder = join(paths.build, "bench-update");

/** Measures the updates between releases, and prints the table. */
export async function update(args) {
  const { release: releases, built } = readOptions(args, { release: [] });
  if (releases.length < 2)
    throw new Failure("Usage: npm run lab -- update --release A --release B [--release C …]");
  if (!built) {
    await setUp(MODULE_TOOLS);
    await buildModule(demoDataset());
  }
  mkdirSync(folder, { recursive: true });
  const datasets = [];
  for (const release of releases) datasets.push(await importedDataset(existingFile(release)));
  const measured = [];
  for (const [before, after] of pairs(datasets)) measured.push(await measure(before, after));
  publish("update", args, [table(measured)]);
}

async function importedDataset(release) {
  say(`Importing ${basename(release)}`);
  const { importRelease } = await import("../npm/import.js");
  const { dataset, report } = await importRelease(new Blob([readFileSync(release)]), {
    name: basename(release),
  });
  const file = join(folder, `${report.release}.bin`);
  writeFileSync(file, dataset);
  return { name: report.release.split("_")[0], file, bytes: dataset };
}

/** Returns the pairs to measure: week by week, and from the oldest to the newest. */
function pairs(datasets) {
  const weeks = datasets.slice(1).map((after, place) => [datasets[place], after]);
  return datasets.length > 2 ? [...weeks, [datasets[0], datasets.at(-1)]] : weeks;
}

async function measure(before, after) {
  say(`From ${before.name} to ${after.name}`);
  const { makeUpdate } = await import("../npm/import.js");
  const bytes = await makeUpdate(before.bytes, after.bytes);
  const file = join(folder, "update");
  writeFileSync(file, bytes);
  return {
    name: `${before.name} → ${after.name}`,
    raw: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
    brotli: brotliCompressSync(bytes).length,
    xz: xzSize(bytes),
    whole: gzipSync(after.bytes, { level: 9 }).length,
    node: inNode(before.file, file),
    chromium: await inChromium(before.file, file, after.bytes.length),
  };
}

/** Returns the size in xz, or `null` without xz. */
function xzSize(bytes) {
  const { status, stdout } = spawnSync("xz", ["-9e", "--stdout"], { input: bytes });
  return status === 0 ? stdout.length : null;
}

/** Applies an update in a separate process, which reports its peak memory including Node. */
function inNode(dataset, update) {
  const script = `
    import { readFileSync } from "node:fs";
    import { applyUpdate } from ${JSON.stringify(new URL("../npm/import.js", import.meta.url).href)};
    const [dataset, update] = ${JSON.stringify([dataset, update])}.map((file) => readFileSync(file));
    const begin = performance.now();
    await applyUpdate(dataset, update);
    console.log(JSON.stringify({ ms: performance.now() - begin, peak: process.resourceUsage().maxRSS * 1024 }));`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", script],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Failure(`The update could not be applied in Node: ${stderr}`);
  return JSON.parse(stdout);
}

async function inChromium(dataset, update, size) {
  const server = await serveFolder(join(root, "npm"), {
    "/": (_, response) => response.setHeader("Content-Type", "text/html").end("<!doctype html>"),
    "/before": (_, response) => response.end(readFileSync(dataset)),
    "/update": (_, response) => response.end(readFileSync(update)),
  });
  const browser = await chromium.launch(chromiumOptions());
  try {
    const page = await browser.newPage();
    await page.goto(server.origin);
    const { ms, length } = await page.evaluate(applyInPage);
    if (length !== size) throw new Failure("The dataset that Chromium made has another size");
    return { ms };
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function applyInPage() {
  const bytes = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
  const [{ applyUpdate }, dataset, update] = await Promise.all([
    import("/import.js"),
    bytes("/before"),
    bytes("/update"),
  ]);
  const begin = performance.now();
  const { length } = await applyUpdate(dataset, update);
  return { ms: performance.now() - begin, length };
}

const kilobytes = (bytes) => (bytes === null ? "–" : `${digits(bytes / 1000)} KB`);
const seconds = ({ ms }) => `${digits(ms / 1000)} s`;

const TITLES =
  "update | raw | gzip | brotli | xz | full dataset, gzip | applied in Node" +
  " | memory of the process | applied in Chromium";

const table = (measured) =>
  markdown(
    TITLES,
    measured.map((one) => [
      one.name,
      ...[one.raw, one.gzip, one.brotli, one.xz].map(kilobytes),
      megabytes(one.whole),
      seconds(one.node),
      megabytes(one.node.peak),
      seconds(one.chromium),
    ]),
  );
