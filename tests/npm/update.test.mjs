// Tests updates in WebAssembly: the same bytes as from the native program, and a sentence for each
// error.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { applyUpdate, makeUpdate, UpdateError } from "../../npm/import.js";
import { PackLookup } from "../../npm/index.js";
import { paths, root } from "../../scripts/common/project.mjs";

const before = readFileSync(paths.testDataset);
const week = readFileSync(join(root, "tests", "cases", "week.update"));

async function failureOf(promise) {
  const error = await promise.then(
    () => assert.fail("it was applied"),
    (reason) => reason,
  );
  assert.ok(error instanceof UpdateError, String(error));
  assert.equal(error.name, "UpdateError");
  return error;
}

function changed(bytes, change) {
  const copy = Uint8Array.from(bytes);
  change(copy);
  return copy;
}

test("applyUpdate() returns the next dataset, and makeUpdate() the update of the native program", async () => {
  const after = await applyUpdate(before, week);
  const packs = await PackLookup.open({ dataset: after });
  assert.equal(packs.about.dataset.release, "8.3.0_20250821000001");
  assert.equal(packs.gtin("9520000000073").prices.price, 175);
  packs.close();
  assert.deepEqual(Buffer.from(await makeUpdate(before, after)), week);
});

test("applyUpdate() accepts Blobs and bytes, and does not transfer them", async () => {
  const after = Buffer.from(await applyUpdate(new Blob([before]), new Uint8Array(week).buffer));
  assert.deepEqual(Buffer.from(await applyUpdate(before, new Blob([week]))), after);
  assert.ok(before.length > 0 && week.length > 0);
});

test("progress reports reading and writing", async () => {
  const steps = [];
  await applyUpdate(before, week, { progress: ({ step }) => steps.push(step) });
  assert.deepEqual(steps, ["reading", "writing"]);
});

const rejected = [
  { what: "a dataset", update: before, reason: "not_an_update" },
  { what: "an empty file", update: new Uint8Array(), reason: "not_an_update" },
  {
    what: "a damaged update",
    update: changed(week, (bytes) => (bytes[100] ^= 1)),
    reason: "damaged",
  },
  { what: "a truncated update", update: week.subarray(0, week.length / 2), reason: "damaged" },
  {
    what: "an update of a later version",
    update: changed(week, (bytes) => (bytes[8] += 1)),
    reason: "other_version",
  },
  {
    what: "an update for another dataset",
    dataset: readFileSync(paths.demoDataset),
    update: week,
    reason: "other_dataset",
  },
  {
    what: "a file that is not a dataset",
    dataset: new Uint8Array(100),
    update: week,
    reason: "no_dataset",
  },
];

for (const { what, dataset = before, update, reason } of rejected) {
  test(`applyUpdate() rejects ${what} in one sentence`, async () => {
    const error = await failureOf(applyUpdate(dataset, update));
    assert.equal(error.reason, reason, error.message);
    assert.doesNotMatch(error.message, /\n|unreachable/);
  });
}

test("makeUpdate() rejects a file that is not a dataset", async () => {
  assert.equal((await failureOf(makeUpdate(before, week))).reason, "no_dataset");
});

test("applyUpdate() rejects with unavailable without the WebAssembly", async () => {
  const wasm = new Response("", { status: 404 });
  // A loaded module is cached, so another copy is imported.
  const fresh = await import("../../npm/import.js?fresh");
  const error = await fresh.applyUpdate(before, week, { wasm }).then(
    () => assert.fail("it was applied"),
    (reason) => reason,
  );
  assert.deepEqual([error.name, error.reason], ["UpdateError", "unavailable"]);
});

test("applyUpdate() and makeUpdate() throw TypeError for values that are neither bytes nor a Blob", async () => {
  for (const mistake of [undefined, null, "packs.bin", 5]) {
    await assert.rejects(applyUpdate(before, mistake), TypeError);
    await assert.rejects(applyUpdate(mistake, week), TypeError);
    await assert.rejects(makeUpdate(before, mistake), TypeError);
  }
});

test("a signal or an error of the progress listener cancels an update", async () => {
  const isAbort = (error) => error.name === "AbortError";
  await assert.rejects(applyUpdate(before, week, { signal: AbortSignal.abort() }), isAbort);
  const running = new AbortController();
  await assert.rejects(
    applyUpdate(before, week, { signal: running.signal, progress: () => running.abort() }),
    isAbort,
  );
  const fault = new Error("thrown by the listener");
  await assert.rejects(
    applyUpdate(before, week, {
      progress: () => {
        throw fault;
      },
    }),
    (error) => error === fault,
  );
});
