// Where the dataset comes from: a file of the format, or a release as it is published. Nothing is taken before its digest is right.
import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { DatasetError, FORMAT, PackLookup } from "../core.js";
import { ImportError, importRelease } from "../import.js";
import { Refusal } from "./refusal.js";

/** `read` gives the bytes of a dataset and what the module says of it; `file` is what may change. */
export function sourceOf({ dataset, release, partial }) {
  const file = dataset ?? release ?? fileURLToPath(new URL("../packs.bin", import.meta.url));
  const bytesOf = release === undefined ? readBytes : (path) => importFile(path, partial);
  return { file, read: async () => opened(await bytesOf(file), file) };
}

/** Says nothing of a file that is not there: whoever replaces one may take it away first. */
export function signatureOf(file) {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.mtimeMs} ${found.size} ${found.ino}`;
}

async function opened(bytes, file) {
  const packs = await PackLookup.open({ dataset: bytes }).catch((error) => {
    throw error instanceof DatasetError ? new Refusal(`${file}: ${error.message}`) : error;
  });
  const { about } = packs;
  packs.close();
  return { bytes, about, format: FORMAT };
}

async function importFile(file, partial) {
  try {
    return (await importRelease(await readBytes(file), { name: basename(file), partial, progress: progress() })).dataset;
  } catch (error) {
    throw error instanceof ImportError ? new Refusal(error.message) : error;
  }
}

/** A line for each file of the release. */
function progress() {
  let told;
  return ({ step, file = "the dataset" }) => {
    if (file !== told) process.stderr.write(`${step} ${file}\n`);
    told = file;
  };
}

function readBytes(file) {
  return readFile(file).catch(({ code }) => {
    throw new Refusal(`${file} can't be read (${code})`);
  });
}
