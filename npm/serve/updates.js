// From one dataset to a later one in a few kilobytes, as `dataset.json` offers it.
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { makeUpdate } from "../import.js";

const digestOf = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** What `dataset.json` says of it, and its bytes in gzip as `compressed`. Throws an `UpdateError` where there is none, as from another format. */
export async function updateBetween(before, after, options) {
  const update = await makeUpdate(before.bytes, after.bytes, options);
  const compressed = gzipSync(update, { level: 9 });
  const url = `/dataset/${before.sha256.slice(0, 16)}-${after.sha256.slice(0, 16)}.update.gz`;
  return { from: before.sha256, url, sha256: digestOf(update), bytes: update.length, download_bytes: compressed.length, compressed };
}

/** Half of the whole would take longer than the whole: it has to be applied too. */
export const isWorthIt = (update, wholeBytes) => update.download_bytes < wholeBytes / 2;
