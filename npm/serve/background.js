// Background work: brotli of a dataset, the update from the previous dataset, and brotli of the
// files that the page shares with the module. All are served without waiting for it.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { makeUpdate } from "../import.js";
import { compress } from "./brotli.js";
import { sharedFiles } from "./shared-files.js";
import { isCompressed } from "./static-files.js";

/**
 * Returns `start(dataset, previous)`, where `previous` was served until now. A new dataset cancels
 * the work for the last one.
 */
export function startBackgroundWork(processes, end) {
  let current;
  let pageCompressed;

  function compressPageOnce() {
    pageCompressed ??= compressPage(processes, end);
    return pageCompressed;
  }

  return function start(dataset, previous) {
    current?.abort();
    current = new AbortController();
    const signal = AbortSignal.any([end, current.signal]);
    // After the dataset, for which brotli saves more.
    addBrotli(processes, dataset, signal).then(compressPageOnce);
    if (previous) addUpdate(processes, dataset, previous, signal);
  };
}

/**
 * Compresses one file after the other, so that the machine keeps its other cores and its memory.
 */
async function compressPage(processes, signal) {
  for (const { path, file } of sharedFiles()) {
    if (!isCompressed(path)) continue;
    // A package that is replaced while it serves may lack the file.
    const bytes = await readFile(file).catch(() => undefined);
    const br = bytes && (await compress(bytes, signal));
    if (br) processes.addToPage(path, br);
  }
}

async function addBrotli(processes, { sha256, encodings }, signal) {
  const br = await compress(encodings.identity, signal);
  if (br) processes.add(sha256, { br });
}

async function addUpdate(processes, dataset, previous, signal) {
  const update = await updateBetween(bytesOf(previous), bytesOf(dataset), { signal }).catch(
    () => undefined,
  );
  if (update && isWorthOffering(update, dataset.encodings.gzip.length))
    processes.add(dataset.sha256, { update });
}

function bytesOf({ sha256, encodings }) {
  return { sha256, bytes: encodings.identity };
}

function digestOf(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * Builds the entry for `dataset.json`, and the update in gzip as `compressed`. Throws an
 * `UpdateError` without an update, for example between two formats.
 */
export async function updateBetween(before, after, options) {
  const update = await makeUpdate(before.bytes, after.bytes, options);
  const compressed = gzipSync(update, { level: 9 });
  const url = `/dataset/${before.sha256.slice(0, 16)}-${after.sha256.slice(0, 16)}.update.gz`;
  return {
    from: before.sha256,
    url,
    sha256: digestOf(update),
    bytes: update.length,
    download_bytes: compressed.length,
    compressed,
  };
}

/**
 * Reports whether an update is worth offering. Half the size of the dataset would take longer than
 * the dataset, because it must be applied.
 */
export const isWorthOffering = (update, wholeBytes) => update.download_bytes < wholeBytes / 2;
