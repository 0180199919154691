// Makes the update from one dataset to a later one, as `dataset.json` offers it.
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { makeUpdate } from "../import.js";

const digestOf = (bytes) => createHash("sha256").update(bytes).digest("hex");

/**
 * Returns the entry for `dataset.json`, and the update in gzip as `compressed`. Throws an `UpdateError` if there is no update, for example
 * between two formats.
 */
export async function updateBetween(before, after, options) {
  const update = await makeUpdate(before.bytes, after.bytes, options);
  const compressed = gzipSync(update, { level: 9 });
  const url = `/dataset/${before.sha256.slice(0, 16)}-${after.sha256.slice(0, 16)}.update.gz`;
  return { from: before.sha256, url, sha256: digestOf(update), bytes: update.length, download_bytes: compressed.length, compressed };
}

/** Returns whether an update is worth offering. Half the size of the dataset would take longer than the dataset, because it must be applied. */
export const isWorthIt = (update, wholeBytes) => update.download_bytes < wholeBytes / 2;
