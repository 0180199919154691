// Reads datasets with a reader that was written only from FORMAT.md, and compares it with the
// module.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { PackLookup } from "../../npm/core.js";
import { paths } from "../../scripts/common/project.mjs";
import { temporaryFolder } from "../common/folders.mjs";
import { compareFormat, startReader } from "../format/compare.mjs";

const skip =
  spawnSync("python3", ["--version"]).status !== 0 &&
  process.env.CI !== "true" &&
  "python3 is missing";
const folder = temporaryFolder();

for (const [name, file] of Object.entries({
  "the golden dataset": paths.testDataset,
  "the demonstration data": paths.demoDataset,
})) {
  test(`the reader and the module have the same packs in ${name}`, { skip }, async () => {
    const { compared, differences } = await compareFormat(file);
    assert.ok(compared > 50);
    assert.deepEqual(differences, []);
  });
}

async function read(...args) {
  const reader = startReader(...args);
  const [[code], printed, complained] = await Promise.all([
    once(reader, "close"),
    text(reader.stdout),
    text(reader.stderr),
  ]);
  return { code, lines: printed.trim().split("\n"), complained };
}

test("the reader finds the packs of each GTIN by the index of numbers", { skip }, async () => {
  const packs = await PackLookup.open({ dataset: readFileSync(paths.demoDataset) });
  const gtins = new Map();
  for (const { pack_id, gtin_codes } of packs)
    for (const { gtin } of gtin_codes) {
      const number = gtin.padStart(14, "0");
      gtins.set(number, (gtins.get(number) ?? new Set()).add(pack_id));
    }
  const { lines } = await read(paths.demoDataset, "--gtin", ...gtins.keys(), "09529999999993");
  const expected = [...gtins.values(), new Set()].map((ids) => [...ids].sort());
  assert.deepEqual(
    lines.map((line) => [...new Set(JSON.parse(line))].sort()),
    expected,
  );
});

test("the reader rejects damaged files in one sentence", { skip }, async () => {
  const whole = readFileSync(paths.demoDataset);
  const changed = (at, byte) => Object.assign(Buffer.from(whole), { [at]: byte });
  for (const bytes of [
    changed(0, 0),
    changed(8, 99),
    changed(11, 0x21),
    changed(60, 255),
    whole.subarray(0, -1),
    whole.subarray(0, 20),
  ]) {
    const file = join(folder, "damaged.bin");
    writeFileSync(file, bytes);
    const { code, lines, complained } = await read(file);
    assert.deepEqual([code, lines, complained.trim().split("\n").length], [1, [""], 1], complained);
  }
});
