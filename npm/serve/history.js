// The history that the server keeps in a folder: what changed from release to release. The folder
// also has the dataset of the last release, from which the next changes are found. If the process
// ends between both files, the history is ahead, and the next call finds the same changes again.
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { causeOf, UserError } from "../node/messages.js";
import { PackLookup } from "../core.js";
import { followHistory } from "../import.js";
import { makeFolder, readRegularFile, statusOf } from "../node/files.js";

/**
 * Makes a function that takes the bytes of the next dataset, and returns the history until it. If
 * there can be none, it reports why, the files stay as they are, and the result is `undefined`.
 */
export function historyIn(folder, { signal, say }) {
  if (folder === undefined) return async () => undefined;
  const files = filesIn(folder);
  return async (bytes) => {
    try {
      return await follow(folder, files, bytes, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      say(`${folder}: ${error.message}; what changed is not served`);
      return undefined;
    }
  };
}

const filesIn = (folder) => ({
  history: join(folder, "history.bin"),
  last: join(folder, "last.bin"),
});

/**
 * Finds the dataset that was served last, also before this start, or `undefined` without a
 * folder. A damaged file is reported when the history is followed.
 */
export async function lastServed(folder, signal) {
  if (folder === undefined) return undefined;
  const bytes = await readIfExists(filesIn(folder).last, signal);
  const packs = bytes && (await PackLookup.open({ dataset: bytes }).catch(() => undefined));
  if (packs === undefined) return undefined;
  const { about } = packs;
  packs.close();
  return { about };
}

async function follow(folder, files, bytes, signal) {
  const history = await readIfExists(files.history, signal);
  const before = await readIfExists(files.last, signal);
  const next = await followHistory(bytes, { history, before, signal });
  await makeFolder(folder).catch(cannotWrite);
  await replace(files.history, next);
  await replace(files.last, bytes);
  return next;
}

/** A file that exists and cannot be read is an error: without it, changes would be lost. */
const readIfExists = async (file, signal) =>
  (await statusOf(file, signal)) ? readRegularFile(file, signal) : undefined;

/** Writes a file atomically, so that there is always a complete file. */
async function replace(file, bytes) {
  await writeFile(`${file}.new`, bytes).catch(cannotWrite);
  await rename(`${file}.new`, file).catch(cannotWrite);
}

function cannotWrite(error) {
  throw new UserError(`cannot write the history: ${causeOf(error)}`);
}
