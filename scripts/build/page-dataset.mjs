// The dataset as the page fetches it, apart from the page itself: a new release needs no new page.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { describeDataset, pathOf } from "../../npm/serve/published.js";
import { root } from "../common/project.mjs";
import { brotliOf } from "./brotli.mjs";

/// Puts the bytes under their digest, and beside them what `www/src/data/release.ts` describes, which comes back.
export async function publishDataset(bytes, folder) {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const br = brotliOf(bytes);
  writeEncodings(join(folder, pathOf(sha256)), { "": bytes, ".br": br, ".gz": gzipSync(bytes) });
  const release = describeDataset({ sha256, bytes: bytes.length, downloadBytes: br.length, ...(await about(bytes)) });
  writeFileSync(join(folder, "dataset.json"), JSON.stringify(release));
  return release;
}

/// Compressed here: not every host compresses a type that it doesn't know, and none as well as this.
function writeEncodings(path, encodings) {
  mkdirSync(join(path, ".."), { recursive: true });
  for (const [ending, encoded] of Object.entries(encodings)) writeFileSync(path + ending, encoded);
}

/// The module itself tells what the dataset holds.
async function about(bytes) {
  const { FORMAT, PackLookup } = await import(pathToFileURL(join(root, "npm", "core.js")).href);
  return { format: FORMAT, about: (await PackLookup.open({ dataset: bytes })).about };
}
