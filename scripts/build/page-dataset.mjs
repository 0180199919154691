// The dataset as the page fetches it, apart from the page itself: a new release needs no new page.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { root } from "../common/project.mjs";

/// Puts the bytes under their digest, and beside them what `www/src/data/release.ts` describes, which comes back.
export async function publishDataset(bytes, folder) {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const url = `/dataset/${sha256}.bin.gz`;
  // Compressed here: not every host compresses a type that it doesn't know.
  const compressed = gzipSync(bytes, { level: 9 });
  mkdirSync(join(folder, "dataset"), { recursive: true });
  writeFileSync(join(folder, url), compressed);
  const release = { url, sha256, bytes: bytes.length, download_bytes: compressed.length, ...(await describe(bytes)) };
  writeFileSync(join(folder, "dataset.json"), JSON.stringify(release));
  return release;
}

/// The module itself tells what the dataset holds.
async function describe(bytes) {
  const { FORMAT, PackLookup } = await import(pathToFileURL(join(root, "npm", "core.js")).href);
  const { dataset } = (await PackLookup.open({ dataset: bytes })).about;
  const { release, date, packs, gtin_rows, demo, gaps } = dataset;
  return { format: FORMAT, release, release_date: date, packs, gtin_rows, demo, gaps };
}
