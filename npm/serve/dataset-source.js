// The source of the dataset: a dataset file, or a release zip. A dataset is used only if its digest is right. The file is watched for changes.
import { access, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { UserError } from "../cli/user-error.js";
import { DatasetError, FORMAT, PackLookup } from "../core.js";
import { ImportError, importRelease } from "../import.js";

/** The default files in the working folder, as in every other command (`src/command_line/dataset.rs`). */
const USUAL = ["packs.bin", join("build", "packs.bin")];

/** Returns `file`, the path to watch, and `read`, which returns the dataset's bytes and description. */
export async function sourceOf({ dataset, release, partial, signal }) {
  const file = dataset ?? release ?? (await chosen());
  const bytesOf = release === undefined ? () => readBytes(file, { signal }) : () => importFile(file, { partial, signal });
  return { file, read: async () => opened(await bytesOf(), file) };
}

async function chosen() {
  return process.env.PACK_LOOKUP_DATASET || (await inFolder()) || bundled();
}

async function inFolder() {
  for (const file of USUAL) if (await exists(file)) return file;
}

/** Returns whether a file exists. A file that cannot be read exists too. */
const exists = (file) => access(file).then(() => true, ({ code }) => !["ENOENT", "ENOTDIR"].includes(code));

function bundled() {
  process.stderr.write("no dataset found; serving the bundled demonstration data (pass --dataset FILE for your own)\n");
  return fileURLToPath(new URL("../packs.bin", import.meta.url));
}

/** Returns a signature of the file's state. Returns `undefined` if the file is missing: a replacement may first remove it. */
export async function signatureOf(file) {
  const found = await stat(file).catch(() => undefined);
  return found && `${found.mtimeMs} ${found.size} ${found.ino}`;
}

async function opened(bytes, file) {
  const packs = await PackLookup.open({ dataset: bytes }).catch((error) => {
    throw error instanceof DatasetError ? new UserError(`${file}: ${error.message}`) : error;
  });
  const { about } = packs;
  packs.close();
  return { bytes, about, format: FORMAT };
}

async function importFile(file, options) {
  try {
    return (await importRelease(await readBytes(file, options), { name: basename(file), progress: progress(), ...options })).dataset;
  } catch (error) {
    throw error instanceof ImportError ? new UserError(printable(error.message)) : error;
  }
}

/** Returns a listener that writes one line per file of the release. */
function progress() {
  let last;
  return ({ step, file = "the dataset" }) => {
    if (file !== last) process.stderr.write(`${step} ${printable(file)}\n`);
    last = file;
  };
}

/** Replaces control characters, which could control the terminal. File names in a release are untrusted text. */
const printable = (text) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");

function readBytes(file, { signal } = {}) {
  return readFile(file, { signal }).catch(({ code }) => {
    throw new UserError(`${file} can't be read (${code})`);
  });
}

/** The polling interval. Network drives and containers do not report changes of files. */
const POLL_MS = 1_000;

/**
 * Calls `take` for each new file or SIGHUP, one call after the other. A file counts when two polls find it unchanged. `taken` is the signature
 * of the served file, from before it was read.
 */
export async function watch({ file, taken, isAsked, signal }, take) {
  let seen = taken;
  while (await nextPoll(signal)) {
    const before = seen;
    seen = (await signatureOf(file)) ?? taken;
    const isOther = seen !== taken && seen === before;
    if (!isAsked() && !isOther) continue;
    taken = seen;
    await take();
  }
}

const nextPoll = (signal) => pause(POLL_MS, true, { signal }).catch(() => false);
