// Tests the import of the user's release without a browser: its progress and its result.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { OwnReleases } = await load("actions/own-release.ts");
const { Store } = await load("store.ts");
const { initialState } = await load("state.ts");
const { isWorthSaying } = await load("data/release.ts");

const report = { release: "8.2.0", release_date: "2025-08-14", packs: 3, gtin_rows: 2, findings: [] };
const file = { name: "nhsbsa_dmd_8.2.0_20250814000001.zip" };

/** Returns a page with a simulated importer. */
function start(importOwn) {
  const store = new Store(initialState({ beep: true, vibrate: true }));
  const [used, said] = [[], []];
  const ownReleases = new OwnReleases(store, { say: (spoken) => said.push(spoken) }, importOwn, (opened) => used.push(opened));
  return { store, ownReleases, used, said, own: () => store.state.own };
}

test("a release is read, told file by file, and used", async () => {
  const steps = [];
  const page = start(async (_, progress) => {
    steps.push(page.own());
    progress({ step: "reading", file: "f_ampp2_3140825.xml", read: 1, size: 2 });
    steps.push(page.own());
    return { opened: "opened", report };
  });
  await page.ownReleases.bring(file);
  assert.deepEqual(steps.map(({ is, progress }) => [is, progress?.file]), [["importing", undefined], ["importing", "f_ampp2_3140825.xml"]]);
  assert.deepEqual(page.used, ["opened"]);
  assert.deepEqual(page.own(), { is: "imported", report });
  page.ownReleases.dismiss();
  assert.equal(page.own(), undefined);
});

test("what can't be used is told in a sentence, aloud too, and nothing is put in place of the data", async () => {
  const page = start(() => Promise.reject(new Error("not a complete zip file")));
  await page.ownReleases.bring(file);
  assert.deepEqual(page.own(), { is: "failed", reason: "not a complete zip file" });
  assert.deepEqual(page.used, []);
  assert.deepEqual(page.said, [{ text: "This is no release that can be used: not a complete zip file", isWarning: true }]);
});

test("an import that is cancelled ends without a word, and one that finishes too late is not used", async () => {
  let end;
  const page = start((_, __, signal) => new Promise((resolve, reject) => {
    end = resolve;
    signal.addEventListener("abort", () => reject(signal.reason));
  }));
  const importing = page.ownReleases.bring(file);
  page.ownReleases.cancel();
  end({ opened: "opened", report });
  await importing;
  assert.deepEqual([page.own(), page.used, page.said], [undefined, [], []]);
});

test("another file takes the place of the one that is being read", async () => {
  const ends = [];
  const page = start((_, __, signal) => new Promise((resolve, reject) => {
    ends.push(resolve);
    signal.addEventListener("abort", () => reject(signal.reason));
  }));
  const first = page.ownReleases.bring(file);
  const second = page.ownReleases.bring({ name: "other.zip" });
  ends[1]({ opened: "second", report });
  await Promise.all([first, second]);
  assert.deepEqual(page.used, ["second"]);
  assert.equal(page.own().is, "imported");
});

test("who has a release of their own hears of later ones only", () => {
  const own = { own: true };
  for (const [standing, whoHasOwn, whoHasOffered] of [
    ["later", true, true],
    ["real", true, true],
    ["older", false, true],
    ["reissued", false, true],
    ["demonstration", false, true],
    ["same", false, false],
  ]) {
    assert.equal(isWorthSaying(standing, own), whoHasOwn, standing);
    assert.equal(isWorthSaying(standing, {}), whoHasOffered, standing);
  }
});
