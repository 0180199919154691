// Tests opening a dataset: data that was damaged in transit is never used, and old data have a
// warning in the module and for assistants.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { publishDataset } from "../../scripts/build/page.mjs";
import { root, paths } from "../../scripts/common/project.mjs";
import { temporaryFolder } from "../common/folders.mjs";
import { FORMAT as FORMAT_OF_CORE, PackLookup as OfCore } from "../../npm/core.js";
import { PackLookup as InWorker } from "../../npm/async.js";
import { DatasetError, FORMAT, PackLookup } from "../../npm/index.js";
import { wrongOpenings } from "./project/sources.js";
import { callTool } from "../../npm/mcp/tools.js";
import { asReal } from "../common/changed-files.mjs";

const whole = readFileSync(join(root, "npm", "packs.bin"));
const HEADER_BITS = 16 * 8;
const FLIPS = 400;

/**
 * All bits of the header's first 16 bytes, and others spread over the whole file. They are the same
 * in every run.
 */
const bits = Array.from({ length: FLIPS }, (_, n) =>
  n < HEADER_BITS
    ? n
    : HEADER_BITS +
      Math.floor(((n - HEADER_BITS) * (whole.length * 8 - HEADER_BITS)) / (FLIPS - HEADER_BITS)) +
      ((n * 5) % 8),
);

function withFlippedBit(bit) {
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

test("open() rejects each of 400 datasets with one flipped bit", async () => {
  const opened = [];
  for (const bit of bits) if (await opens(withFlippedBit(bit))) opened.push(bit);
  assert.deepEqual(opened, []);
});

for (const [name, Module] of Object.entries({
  PackLookup,
  "PackLookup of pack-lookup/async": InWorker,
})) {
  test(`${name}.open() reads datasets, and refuses everything else by its kind`, async () => {
    assert.deepEqual(
      await wrongOpenings(Module, new Uint8Array(whole), runInNewContext("globalThis")),
      [],
    );
  });

  test(`${name} opens demonstration data by its name, and without an argument`, async () => {
    for (const packs of [
      await Module.open(),
      await Module.demo(),
      await Module.demo({ ids: "string" }),
    ]) {
      assert.ok((await packs.about).dataset.demo);
      await packs.close();
    }
    assert.equal(
      (await (await Module.demo({ ids: "string" })).gtin("9521234567899")).pack_id,
      "900000011000001106",
    );
    await assert.rejects(Module.demo({ dataset: whole }), { reason: "unknown_option" });
    await assert.rejects(Module.demo("packs.bin"), { reason: "bad_options" });
  });
}

test("open() of pack-lookup/core has no demonstration data", async () => {
  for (const args of [[], [undefined], [{}]])
    await assert.rejects(OfCore.open(...args), {
      reason: "bad_dataset",
      message: /not (undefined; PackLookup\.demo\(\) |an object)/,
    });
});

test("the error of open() names the kind of a value, and where demonstration data is", async () => {
  const messageOf = (value) => OfCore.open(value).then(assert.fail, ({ message }) => message);
  const expected =
    "the dataset must be a URL, a path in Node, a Request, a Response, a Blob, a file handle, a stream or bytes, not ";
  for (const [value, kind] of [
    [new Map(), "a Map"],
    [new AbortController().signal, "an AbortSignal"],
    [null, "null"],
    [[], "an array"],
    ["", "an empty string"],
    [7, "a number"],
    [{ dataset: null }, "null"],
  ]) {
    assert.equal(await messageOf(value), expected + kind);
  }
  assert.equal(
    await messageOf(undefined),
    `${expected}undefined; PackLookup.demo() of the module pack-lookup opens demonstration data`,
  );
});

test("open() names what is missing if the browser cannot decompress gzip", async (t) => {
  const { DecompressionStream } = globalThis;
  t.after(() => (globalThis.DecompressionStream = DecompressionStream));
  delete globalThis.DecompressionStream;
  await assert.rejects(PackLookup.open({ dataset: gzipSync(whole) }), {
    name: "DatasetError",
    reason: "unavailable",
    message: /no DecompressionStream/,
  });
  assert.ok(await opens(whole));
});

test("open() accepts an unchanged dataset, and verify() returns true", async () => {
  for (const verify of [true, false]) {
    const packs = await PackLookup.open({ dataset: whole, verify });
    assert.equal(await packs.verify(), true);
    packs.close();
  }
});

test("open() lets the platform compute the digest", async (t) => {
  const names = modulesOfNode(t);
  (await PackLookup.open(whole)).close();
  assert.ok(names().includes("crypto"));
  (await PackLookup.open(whole, { verify: false })).close();
  assert.equal(names().filter((name) => name === "crypto").length, 1);
});

test("open() reports the same damage in a worker, and if the platform cannot compute digests", async (t) => {
  const datasets = [
    whole,
    whole.subarray(0, 40),
    whole.subarray(0, -1),
    ...[20 * 8, 60 * 8, whole.length * 8 - 1].map(withFlippedBit),
  ];
  const damageOf = ({ name, reason, message }) => ({ name, reason, message });
  const outcomes = (Module) =>
    Promise.all(
      datasets.map((dataset) => Module.open({ dataset }).then((packs) => packs.close(), damageOf)),
    );
  const expected = await outcomes(PackLookup);
  assert.deepEqual(await outcomes(InWorker), expected);
  const names = modulesOfNode(t, ["crypto"]);
  assert.deepEqual(await outcomes(PackLookup), expected);
  assert.ok(names().includes("crypto"));
});

/** Records the modules of Node that are loaded. Those in `missing` cannot be. */
function modulesOfNode(t, missing = []) {
  const { getBuiltinModule } = process;
  const { mock } = t.mock.method(process, "getBuiltinModule", (name) =>
    missing.includes(name) ? undefined : getBuiltinModule(name),
  );
  return () => mock.calls.map(({ arguments: [name] }) => name);
}

test("open() never uses bytes that changed after they were verified", async () => {
  for (let turns = 0; turns < 8; turns += 1) {
    const bytes = new Uint8Array(whole);
    const opening = PackLookup.open(bytes);
    for (let turn = 0; turn < turns; turn += 1) await null;
    bytes[bytes.length - 1] ^= 1;
    const packs = await opening.catch((error) => assert.equal(error.reason, "damaged"));
    assert.notEqual(await packs?.verify(), false);
    packs?.close();
  }
});

test("verify() returns false for a damaged dataset", async () => {
  const packs = await PackLookup.open({
    dataset: withFlippedBit(whole.length * 8 - 1),
    verify: false,
  });
  assert.equal(await packs.verify(), false);
  packs.close();
});

test("the reason of a DatasetError is the kind of damage", async () => {
  const reason = (dataset) =>
    PackLookup.open({ dataset }).then(assert.fail, (error) => error.reason);
  const changed = (at, byte) => Object.assign(new Uint8Array(whole), { [at]: byte });
  assert.equal(await reason(changed(0, 0)), "not_a_dataset");
  assert.equal(await reason(changed(8, FORMAT + 1)), "newer_format");
  assert.equal(await reason(changed(8, FORMAT - 1)), "older_format");
  assert.equal(await reason(whole.subarray(0, -1)), "torn");
  assert.equal(await reason(withFlippedBit(whole.length * 8 - 1)), "damaged");
  // The flag of demonstration data.
  assert.equal(await reason(withFlippedBit(10 * 8)), "damaged");
});

test("FORMAT is the format version in the header", () => {
  assert.equal(FORMAT, whole.readUInt16LE(8));
  assert.equal(FORMAT, FORMAT_OF_CORE);
});

test("about lists the gaps of the release", async () => {
  const packs = await PackLookup.open();
  assert.deepEqual(packs.about.dataset.gaps, []);
  packs.close();
});

test("dataset.json has the format and the gaps", async (t) => {
  const folder = temporaryFolder(t);
  await publishDataset(whole, folder);
  const description = JSON.parse(readFileSync(join(folder, "dataset.json"), "utf8"));
  assert.deepEqual([description.format, description.gaps, description.demo], [FORMAT, [], true]);
});

const oldData = asReal(readFileSync(paths.testDataset));
const today = new Date().toISOString().slice(0, 10);

test("old data have a warning, from the age that the caller sets", async () => {
  const old = await PackLookup.open(oldData);
  const { date, age_days: age } = old.about.dataset;
  const expected = `Old data: the release of ${date} is ${age} days old. Names, barcodes and packs may have changed since.`;
  assert.equal(old.about.warning, expected);
  assert.equal(
    Object.fromEntries(old.respond({ path: "/api/gtin/1" }).headers)["Dataset-Notice"],
    expected,
  );
  const { about } = await PackLookup.open(oldData, { oldAfterDays: age + 1 });
  assert.equal(about.warning, undefined);
});

test("each answer to an assistant from old data has the warning", async () => {
  const packs = await PackLookup.open(oldData);
  for (const [tool, args] of [
    ["about", {}],
    ["search_packs", { query: "paracetamol" }],
  ]) {
    const { warnings } = callTool(packs, tool, args, today).structuredContent;
    assert.ok(
      warnings.some(({ code, text }) => code === "stale" && text.includes("days old")),
      tool,
    );
  }
});

test("an age must be a number of days", async () => {
  for (const oldAfterDays of [0, 1.5, 100_000, "14", null])
    await assert.rejects(PackLookup.open(oldData, { oldAfterDays }), {
      reason: "bad_oldAfterDays",
    });
});
