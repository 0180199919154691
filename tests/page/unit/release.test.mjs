// Tests how releases compare, which server responses are valid, and the names of releases.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FORMAT } from "../../../npm/core.js";
import { load } from "./source.mjs";

const { standing, readRelease, isReadable, needsNewerPage } = await load("data/release.ts");
const { dataDoubts } = await load("data/doubts.ts");

const release = (change = {}) => ({
  url: "/dataset/a.bin.gz",
  sha256: "a",
  bytes: 10,
  download_bytes: 5,
  format: FORMAT,
  release: "8.2.0_20260801000001",
  release_date: "2026-08-01",
  packs: 1,
  gtin_rows: 1,
  demo: false,
  gaps: [],
  ...change,
});

const standings = [
  { offered: {}, is: "same" },
  { offered: { sha256: "b", release_date: "2026-08-08" }, is: "later" },
  { offered: { sha256: "b" }, is: "reissued" },
  { offered: { sha256: "b", release_date: "2026-07-25" }, is: "older" },
  { offered: { sha256: "b", release_date: "2027-01-01", demo: true }, is: "demonstration" },
  { known: { demo: true }, offered: { sha256: "b", release_date: "2026-07-25" }, is: "real" },
  { known: { demo: true }, offered: { sha256: "b", demo: true, release_date: "2026-08-08" }, is: "later" },
];

for (const { known = {}, offered, is } of standings) {
  test(`${JSON.stringify(offered)} beside ${JSON.stringify(known)} is ${is}`, () => {
    assert.equal(standing(release(offered), release(known)), is);
  });
}

test("without a release before it, one is the first", () => assert.equal(standing(release(), undefined), "first"));

test("only the page's own format is readable, and a newer one asks for a newer page", () => {
  const formats = [FORMAT - 1, FORMAT, FORMAT + 1].map((format) => release({ format }));
  assert.deepEqual(formats.map(isReadable), [false, true, false]);
  assert.deepEqual(formats.map(needsNewerPage), [false, false, true]);
});

test("an answer without a format number is of the first format, and has no gaps", () => {
  const { format, gaps, ...first } = release();
  assert.deepEqual(readRelease(first), release({ format: 1, gaps: [] }));
});

for (const said of [undefined, null, "<html>", {}, { ...release(), bytes: -1 }, { ...release(), url: 7 }]) {
  test(`${JSON.stringify(said)} is no release`, () => assert.throws(() => readRelease(said), /no release/));
}

test("a server can't say that a release is damaged here", () => {
  assert.equal(readRelease(release({ damaged: true })).damaged, undefined);
});

const doubts = [
  { is: {}, today: "2026-08-03", kinds: [] },
  { is: { demo: true }, today: "2026-08-03", kinds: ["demonstration"] },
  { is: { damaged: true }, today: "2026-08-03", kinds: ["damaged"], words: /damaged/ },
  { is: { gaps: ["no_gtin_file"] }, today: "2026-08-03", kinds: ["partial"], words: /no barcode is known/ },
  { is: { gaps: ["mixed_weeks", "no_vmp_file"] }, today: "2026-08-03", kinds: ["partial"], words: /different weeks.*;.*generic packs/ },
  { is: { gaps: ["of_a_later_version"] }, today: "2026-08-03", kinds: ["partial"], words: /part of the release was missing/ },
  { is: {}, today: "2026-08-16", kinds: ["stale"] },
  { is: {}, today: "2026-07-31", kinds: [] },
  { is: {}, today: "2019-01-01", kinds: ["clock"], words: /before the data was made/ },
  { is: {}, today: "2036-08-01", kinds: ["stale", "clock"], words: /10 years after the data was made/ },
];

for (const { is, today, kinds, words = /(?:)/ } of doubts) {
  test(`on ${today}, ${JSON.stringify(is)} is in doubt for [${kinds}]`, () => {
    const told = dataDoubts(release(is), today);
    assert.deepEqual(told.map(({ kind }) => kind), kinds);
    assert.match(told.at(-1)?.text ?? "", words);
  });
}

test("damage is the one doubt about the data that is a danger", () => {
  const [damaged, ...others] = dataDoubts(release({ damaged: true, demo: true, gaps: ["mixed_weeks"] }), "2036-01-01");
  assert.equal(damaged.tone, "danger");
  assert.deepEqual(new Set(others.map(({ tone }) => tone)), new Set(["caution"]));
});
