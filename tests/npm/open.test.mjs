// Tests opening a dataset: data that was damaged in transit is never used.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { publishDataset } from "../../scripts/build/page.mjs";
import { root } from "../../scripts/common/project.mjs";
import { FORMAT as FORMAT_OF_CORE } from "../../npm/core.js";
import { DatasetError, FORMAT, PackLookup } from "../../npm/index.js";

const whole = readFileSync(join(root, "npm", "packs.bin"));
const HEADER_BITS = 16 * 8;
const FLIPS = 400;

/** All bits of the header's first 16 bytes, and others spread over the whole file. They are the same in every run. */
const bits = Array.from({ length: FLIPS }, (_, n) =>
  n < HEADER_BITS ? n : HEADER_BITS + Math.floor(((n - HEADER_BITS) * (whole.length * 8 - HEADER_BITS)) / (FLIPS - HEADER_BITS)) + ((n * 5) % 8),
);

function withBitTurned(bit) {
  const bytes = new Uint8Array(whole);
  bytes[bit >> 3] ^= 1 << (bit & 7);
  return bytes;
}

async function opens(dataset, options) {
  try {
    (await PackLookup.open({ dataset, ...options })).close();
    return true;
  } catch (error) {
    assert.ok(error instanceof DatasetError, error);
    return false;
  }
}

test("of 400 datasets with one wrong bit none opens", async () => {
  const opened = [];
  for (const bit of bits) if (await opens(withBitTurned(bit))) opened.push(bit);
  assert.deepEqual(opened, []);
});

test("the whole one opens, verified at once or later", async () => {
  for (const verify of [true, false]) {
    const packs = await PackLookup.open({ dataset: whole, verify });
    assert.equal(await packs.verify(), true);
    packs.close();
  }
});

test("whoever verifies later is told then", async () => {
  const packs = await PackLookup.open({ dataset: withBitTurned(whole.length * 8 - 1), verify: false });
  assert.equal(await packs.verify(), false);
  packs.close();
});

test("the reason says what is wrong", async () => {
  const reason = (dataset) => PackLookup.open({ dataset }).then(assert.fail, (error) => error.reason);
  const changed = (at, byte) => Object.assign(new Uint8Array(whole), { [at]: byte });
  assert.equal(await reason(changed(0, 0)), "not_a_dataset");
  assert.equal(await reason(changed(8, FORMAT + 1)), "newer_format");
  assert.equal(await reason(changed(8, FORMAT - 1)), "older_format");
  assert.equal(await reason(whole.subarray(0, -1)), "torn");
  assert.equal(await reason(withBitTurned(whole.length * 8 - 1)), "damaged");
  // The flag of demonstration data.
  assert.equal(await reason(withBitTurned(10 * 8)), "damaged");
});

test("FORMAT is the format of the datasets that the module reads", () => {
  assert.equal(FORMAT, whole.readUInt16LE(8));
  assert.equal(FORMAT, FORMAT_OF_CORE);
});

test("what the release lacked is told", async () => {
  const packs = await PackLookup.open();
  assert.deepEqual(packs.about.dataset.gaps, []);
  packs.close();
});

test("what the page is told of a dataset has its format and its gaps", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "pack-lookup-dataset-"));
  t.after(() => rmSync(folder, { recursive: true }));
  await publishDataset(whole, folder);
  const told = JSON.parse(readFileSync(join(folder, "dataset.json"), "utf8"));
  assert.deepEqual([told.format, told.gaps, told.demo], [FORMAT, [], true]);
});
