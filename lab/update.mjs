// npm run lab -- update --release A --release B … [--built] [--write]
//
// Measures the size of the updates between releases, the oldest first. `--write` writes the table
// into lab/report.md.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { demoDataset, existingFile } from "../scripts/build/dataset.mjs";
import { buildModule } from "../scripts/build/hosts.mjs";
import { Failure, say } from "../scripts/common/run.mjs";
import { MODULE_TOOLS, setUp } from "../scripts/setup/tools.mjs";
import { digits, markdown, megabytes, publish, readOptions } from "./lib/report.mjs";

/** Measures the updates between releases, and prints the table. */
export async function update(args) {
  const { release: releases, built } = readOptions(args, { release: [] });
  if (releases.length < 2)
    throw new Failure("Usage: npm run lab -- update --release A --release B [--release C …]");
  if (!built) {
    await setUp(MODULE_TOOLS);
    await buildModule(demoDataset());
  }
  const datasets = [];
  for (const release of releases) datasets.push(await importedDataset(existingFile(release)));
  const rows = [];
  for (const [place, after] of datasets.slice(1).entries())
    rows.push(await rowOf(datasets[place], after));
  publish("update", args, [markdown("update | raw | gzip | brotli | full dataset, gzip", rows)]);
}

async function importedDataset(release) {
  say(`Importing ${basename(release)}`);
  const { importRelease } = await import("../npm/import.js");
  const name = basename(release);
  const { dataset, report } = await importRelease(new Blob([readFileSync(release)]), { name });
  return { name: report.release.split("_")[0], bytes: dataset };
}

async function rowOf(before, after) {
  say(`From ${before.name} to ${after.name}`);
  const { makeUpdate } = await import("../npm/import.js");
  const bytes = await makeUpdate(before.bytes, after.bytes);
  const sizes = [
    bytes.length,
    gzipSync(bytes, { level: 9 }).length,
    brotliCompressSync(bytes).length,
  ];
  return [
    `${before.name} → ${after.name}`,
    ...sizes.map((size) => `${digits(size / 1000)} KB`),
    megabytes(gzipSync(after.bytes, { level: 9 }).length),
  ];
}
