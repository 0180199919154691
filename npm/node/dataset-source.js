// The source of the dataset: a dataset file, or a release zip. A dataset is used only if its digest
// is right. The file is watched for changes.
import { access } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { requireDescription } from "../api/described.js";
import { printable, UserError, log } from "./messages.js";
import { DatasetError, FORMAT, PackLookup, SignatureError } from "../core.js";
import { ImportError, importRelease } from "../import.js";
import { readRegularFile, statusOf } from "./files.js";
import { settingOf } from "./settings-reader.js";

/**
 * The default files in the working folder, as in every other command
 * (`src/command_line/dataset.rs`).
 */
const DEFAULT_FILES = ["packs.bin", join("build", "packs.bin")];

/**
 * Returns `file`, the path to watch, and `read`, which returns the dataset's bytes and description.
 */
export async function findSource(settings) {
  const { dataset, release, partial, host = LOCAL, demo, signal } = settings;
  const file = dataset ?? release ?? (await inFolder()) ?? bundled({ host, demo });
  const readDataset =
    release === undefined
      ? () => readRegularFile(file, signal)
      : () => importFile(file, { partial, signal });
  const signatureFor = signatures(settings);
  const read = async () => {
    const bytes = await readDataset();
    const signature = await signatureFor(bytes);
    return { ...(await validated(bytes, file)), ...(signature && { signature }) };
  };
  return { file, read };
}

/**
 * Makes a function that requires the named description of each dataset, and returns its
 * signature. While the server runs, none may be older than the last one.
 */
function signatures({ description, public_key: publicKeys, signal }) {
  if (description === undefined) return async () => undefined;
  let last;
  return async (bytes) => {
    const options = { description, publicKeys, after: last, signal };
    const { signature } = await requireDescription(bytes, options).catch((error) => {
      throw error instanceof SignatureError
        ? new UserError(`${description}: ${printable(error.message)}`)
        : error;
    });
    if (publicKeys !== undefined) last = signature;
    return signature;
  };
}

async function inFolder() {
  for (const file of DEFAULT_FILES) if (await exists(file)) return file;
}

/** Reports whether a file exists. A file that cannot be read exists too. */
const exists = (file) =>
  access(file).then(
    () => true,
    ({ code }) => !["ENOENT", "ENOTDIR"].includes(code),
  );

/** Assistants on this machine have no address. */
const LOCAL = "localhost";
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|::1)$/;

/** Demonstration data on an address that other machines reach might be taken for real. */
function bundled({ host, demo }) {
  if (!demo && !LOOPBACK.test(host))
    throw new UserError(
      `no dataset found; name one with --dataset or --release. To serve demonstration data to other machines, add --demo`,
    );
  log(
    "info",
    "no dataset found; serving the bundled demonstration data (pass --dataset FILE for your own)",
  );
  return fileURLToPath(new URL("../packs.bin", import.meta.url));
}

/**
 * Makes a signature of the file's state. Returns `undefined` if the file is missing: a
 * replacement may first remove it.
 */
export async function signatureOf(file, signal) {
  const stats = await statusOf(file, signal);
  return stats && `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
}

async function validated(bytes, file) {
  const oldAfterDays = settingOf("old_after");
  const packs = await PackLookup.open({ dataset: bytes, oldAfterDays }).catch((error) => {
    throw error instanceof DatasetError ? new UserError(`${file}: ${error.message}`) : error;
  });
  const { about } = packs;
  packs.close();
  return { bytes, about, format: FORMAT };
}

async function importFile(file, options) {
  try {
    return (
      await importRelease(await readRegularFile(file, options.signal), {
        name: basename(file),
        progress: progress(),
        ...options,
      })
    ).dataset;
  } catch (error) {
    throw error instanceof ImportError ? new UserError(printable(error.message)) : error;
  }
}

/** Makes a listener that writes one line per file of the release. */
function progress() {
  let last;
  return ({ step, file = "the dataset" }) => {
    if (file !== last) log("info", `${step} ${printable(file)}`);
    last = file;
  };
}

/**
 * Says why a dataset must not replace another one by itself, or `undefined`: it is older, or has
 * demonstration data instead of real data.
 */
export function rollbackOf({ about: { dataset: current } }, { about: { dataset: next } }) {
  if (current.demo !== next.demo) return next.demo ? "it is demonstration data" : undefined;
  return next.date < current.date
    ? `its release of ${next.date} is older than that of ${current.date}`
    : undefined;
}

/** The polling interval. Network drives and containers do not report changes of files. */
const POLL_MS = 1_000;

/**
 * Calls `reload` for each new file or SIGHUP, one call after the other. A file counts when two
 * polls find it unchanged. `served` is the signature of the served file, from before it was read.
 */
export async function watch({ file, served, isReloadRequested, signal }, reload) {
  let latest = served;
  while (await nextPoll(signal)) {
    const previous = latest;
    latest = (await signatureOf(file, signal)) ?? served;
    const isNew = latest !== served && latest === previous;
    if (!isReloadRequested() && !isNew) continue;
    served = latest;
    await reload();
  }
}

const nextPoll = (signal) => pause(POLL_MS, true, { signal }).catch(() => false);
