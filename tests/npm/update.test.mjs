// Tests updates in WebAssembly: the same bytes as from the native program, and a sentence for each
// error. Also tests the updates that `npm run deploy` makes from earlier deployed releases.
import assert from "node:assert/strict";
import { readFileSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { applyUpdate, makeUpdate, UpdateError } from "../../npm/import.js";
import { PackLookup } from "../../npm/index.js";
import { paths, root } from "../../scripts/common/project.mjs";
import { temporaryFolder } from "../common/folders.mjs";
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import {
  publishDataset,
  publishUpdates,
  storedReleases,
  storeRelease,
} from "../../scripts/build/page.mjs";

const before = readFileSync(paths.testDataset);
const week = readFileSync(join(root, "tests", "cases", "week.update"));
const after = Buffer.from(await applyUpdate(before, week));

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
  const packs = await PackLookup.open({ dataset: after });
  assert.equal(packs.about.dataset.release, "8.3.0_20250821000001");
  assert.equal(packs.gtin("9520000000073").prices.price, 175);
  packs.close();
  assert.deepEqual(Buffer.from(await makeUpdate(before, after)), week);
});

test("applyUpdate() accepts Blobs and bytes, and does not transfer them", async () => {
  const fromBlob = await applyUpdate(new Blob([before]), new Uint8Array(week).buffer);
  assert.deepEqual(Buffer.from(fromBlob), after);
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

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

const day = (number) => `2025-08-${String(number).padStart(2, "0")}`;
const keepDay = (number, folder) =>
  storeRelease(Buffer.from(day(number)), { release_date: day(number) }, folder);
const keptDays = (folder) =>
  storedReleases(folder).map(({ bytes }) => Number(bytes.toString().slice(-2)));

test("keeps the last eight deployed releases, the latest first, in any order of days", (t) => {
  const folder = join(temporaryFolder(t), "releases");
  assert.deepEqual(storedReleases(folder), []);
  const days = [5, 1, 9, 3, 7, 2, 8, 4, 6, 12, 11, 10];
  for (const number of days) keepDay(number, folder);
  assert.deepEqual(keptDays(folder), days.toReversed().slice(0, 8));
});

test("sorts releases without a number before others, by day", (t) => {
  const folder = temporaryFolder(t);
  for (const number of [8, 9])
    writeFileSync(join(folder, `${day(number)}-${sha256(day(number))}.bin`), day(number));
  keepDay(1, folder);
  assert.deepEqual(keptDays(folder), [1, 9, 8]);
});

test("a deployed older release is the latest one", (t) => {
  const folder = temporaryFolder(t);
  for (const number of [2, 3, 4, 5, 6, 7, 8, 9, 1]) keepDay(number, folder);
  assert.deepEqual(keptDays(folder), [1, 9, 8, 7, 6, 5, 4, 3]);
  keepDay(5, folder);
  assert.deepEqual(
    keptDays(folder),
    [5, 1, 9, 8, 7, 6, 4, 3],
    "a release that is deployed again is kept once, as the latest",
  );
  assert.equal(readdirSync(folder).length, 8);
});

test("ignores other files, and files whose digest differs from their name", (t) => {
  const folder = temporaryFolder(t);
  storeRelease(before, { release_date: "2025-08-14" }, folder);
  writeFileSync(join(folder, ".DS_Store"), "");
  const [name] = readdirSync(folder).filter((name) => name.endsWith(".bin"));
  writeFileSync(join(folder, name.replace(/-[0-9a-f]{64}/, `-${"0".repeat(64)}`)), before);
  assert.deepEqual(
    storedReleases(folder).map(({ digest }) => digest),
    [sha256(before)],
  );
});

test("publishes and lists an update from each kept release", async (t) => {
  const [page, releases] = [temporaryFolder(t), temporaryFolder(t)];
  storeRelease(before, { release_date: "2025-08-14" }, releases);
  storeRelease(after, { release_date: "2025-08-21" }, releases);
  const release = await publishDataset(after, page);
  const updates = await publishUpdates(after, page, storedReleases(releases));
  const description = JSON.parse(readFileSync(join(page, "dataset.json"), "utf8"));
  assert.deepEqual(description, { ...release, updates });
  assert.deepEqual(
    updates.map(({ from }) => from),
    [sha256(before)],
    "no update from the release itself",
  );
  const [{ url, ...update }] = updates;
  assert.equal(
    url,
    `/dataset/${sha256(before).slice(0, 16)}-${sha256(after).slice(0, 16)}.update.gz`,
  );
  const compressed = readFileSync(join(page, url));
  const bytes = gunzipSync(compressed);
  assert.deepEqual(update, {
    from: sha256(before),
    sha256: sha256(bytes),
    bytes: bytes.length,
    download_bytes: compressed.length,
  });
  assert.equal(sha256(await applyUpdate(before, bytes)), release.sha256);
});

test("lists no update that is too large, or from an unreadable release", async (t) => {
  const page = temporaryFolder(t);
  await publishDataset(after, page);
  const kept = [readFileSync(paths.demoDataset), Buffer.from("of another format")].map((bytes) => ({
    digest: sha256(bytes),
    bytes,
  }));
  t.mock.method(console, "warn", () => {});
  assert.deepEqual(await publishUpdates(after, page, kept), []);
  assert.deepEqual(
    readdirSync(join(page, "dataset")).filter((name) => name.includes("update")),
    [],
  );
});

test("publishes no updates without kept releases", async (t) => {
  const page = temporaryFolder(t);
  await publishDataset(after, page);
  assert.deepEqual(await publishUpdates(after, page, storedReleases(join(page, "releases"))), []);
  assert.ok(!existsSync(join(page, "releases")));
});
