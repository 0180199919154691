// Tests the updates that `npm run deploy` makes from earlier deployed releases.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { applyUpdate } from "../../npm/import.js";
import {
  publishDataset,
  publishUpdates,
  storedReleases,
  storeRelease,
} from "../../scripts/build/page.mjs";
import { paths, root } from "../../scripts/common/project.mjs";

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const before = readFileSync(paths.testDataset);
const after = Buffer.from(
  await applyUpdate(before, readFileSync(join(root, "tests", "cases", "week.update"))),
);

function folderOf(t) {
  const folder = mkdtempSync(join(tmpdir(), "pack-lookup-releases-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

const day = (number) => `2025-08-${String(number).padStart(2, "0")}`;
const keepDay = (number, folder) =>
  storeRelease(Buffer.from(day(number)), { release_date: day(number) }, folder);
const keptDays = (folder) =>
  storedReleases(folder).map(({ bytes }) => Number(bytes.toString().slice(-2)));

test("keeps the last eight deployed releases, the latest first, in any order of days", (t) => {
  const folder = join(folderOf(t), "releases");
  assert.deepEqual(storedReleases(folder), []);
  const days = [5, 1, 9, 3, 7, 2, 8, 4, 6, 12, 11, 10];
  for (const number of days) keepDay(number, folder);
  assert.deepEqual(keptDays(folder), days.toReversed().slice(0, 8));
});

test("sorts releases without a number before others, by day", (t) => {
  const folder = folderOf(t);
  for (const number of [8, 9])
    writeFileSync(join(folder, `${day(number)}-${sha256(day(number))}.bin`), day(number));
  keepDay(1, folder);
  assert.deepEqual(keptDays(folder), [1, 9, 8]);
});

test("a deployed older release is the latest one", (t) => {
  const folder = folderOf(t);
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
  const folder = folderOf(t);
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
  const [page, releases] = [folderOf(t), folderOf(t)];
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
  const page = folderOf(t);
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
  const page = folderOf(t);
  await publishDataset(after, page);
  assert.deepEqual(await publishUpdates(after, page, storedReleases(join(page, "releases"))), []);
  assert.ok(!existsSync(join(page, "releases")));
});
