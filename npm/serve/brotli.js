// Brotli at its best takes the better part of a minute for a whole release: in a process of its own, behind all others.
import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("./brotli-process.js", import.meta.url));

/** A promise of the compressed bytes, or of nothing where the process was ended, or never began: a system may have no room for one. */
export async function compress(bytes, signal) {
  try {
    const child = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"], signal });
    return await compressIn(child, bytes);
  } catch {
    return undefined;
  }
}

function compressIn(child, bytes) {
  child.on("error", () => {});
  child.stdin.on("error", () => {});
  stepBack(child.pid);
  child.stdin.end(bytes);
  return ended(child);
}

async function ended(child) {
  const exit = new Promise((resolve) => child.once("close", resolve));
  const compressed = await buffer(child.stdout).catch(() => undefined);
  return (await exit) === 0 ? compressed : undefined;
}

/** Not every system lets it. */
function stepBack(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {}
}
