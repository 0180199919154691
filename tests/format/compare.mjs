// Compares every pack of a dataset, as the module answers for it, with a reader that was written
// only from FORMAT.md, in another language: node tests/format/compare.mjs RELEASE. It fails if
// there is a difference.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { isDeepStrictEqual } from "node:util";
import { PackLookup } from "../../npm/core.js";
import { importRelease } from "../../npm/import.js";
import { Failure, isMainScript, main } from "../../scripts/common/run.mjs";

const READER = join(import.meta.dirname, "reader.py");
const SHOWN = 5;

/** Starts the reader. It needs Python only. */
export const startReader = (...args) =>
  spawn("python3", [READER, ...args], { stdio: ["ignore", "pipe", "pipe"] });

/**
 * The numbers of packs and of different ones, and the first differences: `[{ id, found,
 * expected }]`.
 */
export async function compareFormat(file) {
  const packs = await PackLookup.open({ dataset: readFileSync(file) });
  const reader = startReader(file);
  const ended = once(reader, "close");
  const differences = [];
  let [compared, different] = [0, 0];
  for await (const line of createInterface(reader.stdout)) {
    const expected = JSON.parse(line);
    const found = answerOf(packs, expected.record.pack_id);
    compared += 1;
    if (isDeepStrictEqual(found, expected)) continue;
    different += 1;
    if (different <= SHOWN) differences.push({ id: expected.record.pack_id, found, expected });
  }
  const [code] = await ended;
  if (code !== 0) throw new Failure(`the reader of ${file} failed: ${reader.stderr.read()}`);
  if (compared !== packs.size)
    throw new Failure(`the reader has ${compared} packs, the module ${packs.size}`);
  packs.close();
  return { compared, different, differences };
}

/** Tells what the module knows of a pack. The address of its page is not in the file. */
function answerOf(packs, id) {
  const { url: _, ...record } = packs.pack(id) ?? {};
  return { record, dmd: packs.concepts(id) ?? null };
}

async function compareRelease(path) {
  const folder = mkdtempSync(join(tmpdir(), "pack-lookup-format-"));
  try {
    const { dataset } = await importRelease(new Blob([readFileSync(path)]), {
      name: basename(path),
    });
    writeFileSync(join(folder, "packs.bin"), dataset);
    const { compared, different, differences } = await compareFormat(join(folder, "packs.bin"));
    console.log(`${compared} packs compared with a reader from FORMAT.md, ${different} differ`);
    for (const one of differences) console.log(JSON.stringify(one));
    if (differences.length > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (isMainScript(import.meta.url)) main(([path]) => compareRelease(path));
