// Tests the import of the user's release without a browser: its progress and its result.
import assert from "node:assert/strict";
import { test } from "node:test";
import { held, invented, mine, pageOf, releaseOf, settled } from "./page.mjs";
import { load } from "./source.mjs";

const { ReleaseImport } = await load("actions/data.ts");
const { initialState, Store } = await load("state/state.ts");
const { isWorthOffering } = await load("blocks/device/release.ts");

const report = {
  release: "8.2.0",
  release_date: "2025-08-14",
  packs: 3,
  gtin_rows: 2,
  findings: [],
};
const file = { name: "nhsbsa_dmd_8.2.0_20250814000001.zip" };

/** A page with a simulated importer. */
function start(importReleaseFile) {
  const store = new Store(initialState());
  const [used, announced] = [[], []];
  const releaseImport = new ReleaseImport(
    store,
    { announce: (announcement) => announced.push(announcement) },
    importReleaseFile,
    (opened) => used.push(opened),
  );
  return { store, releaseImport, used, announced, state: () => store.state.releaseImport };
}

test("imports a release, reports progress by file, and uses it", async () => {
  const steps = [];
  const page = start(async (_, progress) => {
    steps.push(page.state());
    progress({ step: "reading", file: "f_ampp2_3140825.xml", read: 1, size: 2 });
    steps.push(page.state());
    return { opened: "opened", report };
  });
  await page.releaseImport.importFile(file);
  assert.deepEqual(
    steps.map(({ is, progress }) => [is, progress?.file]),
    [
      ["importing", undefined],
      ["importing", "f_ampp2_3140825.xml"],
    ],
  );
  assert.deepEqual(page.used, ["opened"]);
  assert.deepEqual(page.state(), { is: "imported", report });
  assert.deepEqual(page.announced, [{ text: "You are now using your release", isWarning: false }]);
  page.releaseImport.dismiss();
  assert.equal(page.state(), undefined);
});

test("shows and announces why a file cannot be used, and keeps the data", async () => {
  const page = start(() => Promise.reject(new Error("not a complete zip file")));
  await page.releaseImport.importFile(file);
  assert.deepEqual(page.state(), { is: "failed", reason: "not a complete zip file" });
  assert.deepEqual(page.used, []);
  assert.deepEqual(page.announced, [
    { text: "This file cannot be used: not a complete zip file", isWarning: true },
  ]);
});

test("a cancelled import shows no message, and its result is not used", async () => {
  let end;
  const page = start(
    (_, __, signal) =>
      new Promise((resolve, reject) => {
        end = resolve;
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
  );
  const importing = page.releaseImport.importFile(file);
  page.releaseImport.cancel();
  end({ opened: "opened", report });
  await importing;
  assert.deepEqual([page.state(), page.used, page.announced], [undefined, [], []]);
});

test("a second file cancels the first import", async () => {
  const ends = [];
  const page = start(
    (_, __, signal) =>
      new Promise((resolve, reject) => {
        ends.push(resolve);
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
  );
  const first = page.releaseImport.importFile(file);
  const second = page.releaseImport.importFile({ name: "other.zip" });
  ends[1]({ opened: "second", report });
  await Promise.all([first, second]);
  assert.deepEqual(page.used, ["second"]);
  assert.equal(page.state().is, "imported");
});

test("an imported release is offered only later or real data", () => {
  const imported = { own: true };
  for (const [comparison, besideImported, besideDownloaded] of [
    ["later", true, true],
    ["real", true, true],
    ["older", false, true],
    ["reissued", false, true],
    ["demonstration", false, true],
    ["same", false, false],
  ]) {
    assert.equal(isWorthOffering(comparison, imported), besideImported, comparison);
    assert.equal(isWorthOffering(comparison, {}), besideDownloaded, comparison);
  }
});

/** Uses the person's own release, as the import does when it has ended. */
const useOwn = (page) =>
  page.data.use({
    release: releaseOf("own", { own: true }),
    packs: { close() {} },
    isStored: true,
    verifyDigest: async () => true,
  });

test("a running download does not replace an imported release", async () => {
  for (const offered of [mine, invented]) {
    const page = pageOf({ offered });
    const ends = held(page.world);
    const start = page.data.start();
    await settled();
    useOwn(page);
    ends[0].progress.received(7);
    assert.equal(ends[0].progress.signal.aborted, true, "it is not stored either");
    assert.equal(page.store.state.data.is, "ready", "the download is no longer shown");
    ends[0].end();
    await start;
    await settled();
    assert.equal(page.store.state.release.sha256, "own");
    assert.deepEqual(page.world.closed, [offered.sha256]);
  }
});

test("ignores a failed download after an import", async () => {
  const page = pageOf({ offered: mine });
  let fail;
  page.world.installs = () => new Promise((_, reject) => (fail = reject));
  const start = page.data.start();
  await settled();
  useOwn(page);
  fail(new Error("the download came to a stop"));
  await start;
  assert.equal(page.store.state.data.is, "ready");
});

test("stored data that opens late does not replace an imported release", async () => {
  let answer;
  const page = pageOf({ stored: new Promise((resolve) => (answer = resolve)), offered: mine });
  const start = page.data.start();
  useOwn(page);
  answer(mine);
  await start;
  assert.equal(page.store.state.release.sha256, "own");
  assert.deepEqual(page.world.closed, [mine.sha256]);
});
