// Access to the dataset's file within a time limit. A dead network drive blocks an access for ever,
// and its thread then prevents a normal exit.
import { constants } from "node:fs";
import { mkdir, open, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { causeOf, UserError } from "./messages.js";
import { limits } from "./limits.js";

/** Why a file is not read. */
class Refused extends Error {}

/** The accesses that have not ended. */
const pending = new Set();

/** Finds the status of a file, or `undefined` if it is missing or does not respond. */
export const statusOf = (file, signal) =>
  withinTime(() => stat(file), signal).catch(() => undefined);

/** Reads the bytes of a regular file. Links are followed. */
export async function readRegularFile(file, signal) {
  try {
    return await withinTime(() => read(file, signal), signal);
  } catch (error) {
    throw new UserError(
      `cannot read ${file}: ${error instanceof Refused ? error.message : causeOf(error)}`,
    );
  }
}

async function read(file, signal) {
  // Without this flag, opening a FIFO would wait for a writer.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    requireRegular(await handle.stat());
    return await handle.readFile({ signal });
  } finally {
    await handle.close();
  }
}

function requireRegular(stats) {
  if (stats.isDirectory()) throw new Refused("it is a folder");
  if (!stats.isFile()) throw new Refused("it is not a regular file");
  if (stats.size > limits.fileBytes)
    throw new Refused(`it has more than ${limits.fileBytes.toLocaleString("en")} bytes`);
}

/**
 * Waits for an access, until the time limit or the signal. While one is blocked, no other is
 * started: it would block another thread.
 */
async function withinTime(start, signal) {
  if (pending.size > 0) throw new Refused("the file system does not respond");
  const access = start();
  pending.add(access);
  access.catch(() => {}).finally(() => pending.delete(access));
  const ended = new AbortController();
  const timeout = pause(limits.accessMs, undefined, {
    signal: AbortSignal.any([ended.signal, ...(signal ? [signal] : [])]),
  }).then(() => {
    throw new Refused("the file system does not respond");
  });
  try {
    return await Promise.race([access, timeout]);
  } finally {
    ended.abort();
  }
}

/**
 * Ends this process by the default of SIGTERM if an access is blocked: a normal exit would wait for
 * it for ever.
 */
export async function endIfBlocked(error) {
  await Promise.race([Promise.allSettled(pending), pause(limits.checkMs)]);
  if (pending.size === 0) return;
  if (error) process.stderr.write(`pack-lookup: ${error.message}\n`);
  process.removeAllListeners("SIGTERM");
  process.kill(process.pid, "SIGTERM");
}

/**
 * Creates a folder and those above it. Node's own option for this never ends where no folder can be
 * made, such as in /proc.
 */
export async function makeFolder(folder) {
  try {
    await mkdir(folder);
  } catch (error) {
    if (error.code === "EEXIST" && (await stat(folder)).isDirectory()) return;
    if (error.code !== "ENOENT" || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder);
  }
}
