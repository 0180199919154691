// Brotli at its highest quality takes most of a minute for a whole release. It runs in a process of
// its own with low priority: this file again.
import { spawn } from "node:child_process";
import { constants as system, setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const script = fileURLToPath(import.meta.url);

/** The argument with which this file compresses its standard input to its standard output. */
const COMPRESS = "--compress";

/**
 * Compresses at the highest quality, with the default window. The largest window would save 0.03 %
 * of a release and cost devices 12 MB of memory.
 */
export function bestBrotli(bytes) {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

/**
 * Compresses bytes. Returns `undefined` if the process was ended or could not start,
 * for example without memory.
 */
export async function compress(bytes, signal) {
  if (signal.aborted) return undefined;
  try {
    const child = spawn(process.execPath, [script, COMPRESS], {
      stdio: ["pipe", "pipe", "inherit"],
      signal,
    });
    return await compressIn(child, bytes);
  } catch {
    return undefined;
  }
}

function compressIn(child, bytes) {
  child.on("error", () => {});
  child.stdin.on("error", () => {});
  lowerPriority(child.pid);
  child.stdin.end(bytes);
  return outputOf(child);
}

async function outputOf(child) {
  const exit = new Promise((resolve) => child.once("close", resolve));
  const compressed = await buffer(child.stdout).catch(() => undefined);
  return (await exit) === 0 ? compressed : undefined;
}

/** Lowers the priority. Not every system allows it. */
function lowerPriority(pid) {
  try {
    setPriority(pid, system.priority.PRIORITY_LOW);
  } catch {}
}

if (process.argv[1] === script && process.argv[2] === COMPRESS)
  process.stdout.write(bestBrotli(await buffer(process.stdin)));
