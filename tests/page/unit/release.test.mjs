// Tests how releases compare, which server responses are valid, the warnings about a release, and when a new version of the page is installed.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FORMAT } from "../../../npm/core.js";
import { load } from "./source.mjs";

const { compareRelease, dataWarnings, isReadable, needsNewerPage, readRelease } = await load("data/release.ts");
const { migrateData } = await load("offline/migrate-data.ts");

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
  test(`${JSON.stringify(offered)} compared with ${JSON.stringify(known)} is ${is}`, () => {
    assert.equal(compareRelease(release(offered), release(known)), is);
  });
}

test("a release is the first if none is stored", () => assert.equal(compareRelease(release(), undefined), "first"));

test("reads only its own format, and a newer one needs a newer page", () => {
  const formats = [FORMAT - 1, FORMAT, FORMAT + 1].map((format) => release({ format }));
  assert.deepEqual(formats.map(isReadable), [false, true, false]);
  assert.deepEqual(formats.map(needsNewerPage), [false, false, true]);
});

test("a description without a format has format 1 and no gaps", () => {
  const { format, gaps, ...first } = release();
  assert.deepEqual(readRelease(first), release({ format: 1, gaps: [] }));
});

for (const json of [undefined, null, "<html>", {}, { ...release(), bytes: -1 }, { ...release(), url: 7 }]) {
  test(`rejects ${JSON.stringify(json)}`, () => assert.throws(() => readRelease(json), /not a release/));
}

test("ignores a damaged flag of the server", () => {
  assert.equal(readRelease(release({ damaged: true })).damaged, undefined);
});

const cases = [
  { is: {}, today: "2026-08-03", kinds: [] },
  { is: { demo: true }, today: "2026-08-03", kinds: ["demonstration"] },
  { is: { damaged: true }, today: "2026-08-03", kinds: ["damaged"], words: /damaged/ },
  { is: { gaps: ["no_gtin_file"] }, today: "2026-08-03", kinds: ["partial"], words: /it has no barcodes/ },
  { is: { gaps: ["mixed_weeks", "no_vmp_file"] }, today: "2026-08-03", kinds: ["partial"], words: /different weeks.*;.*generic packs/ },
  { is: { gaps: ["of_a_later_version"] }, today: "2026-08-03", kinds: ["partial"], words: /part of the release is missing/ },
  { is: {}, today: "2026-08-16", kinds: ["stale"] },
  { is: {}, today: "2026-07-31", kinds: [] },
  { is: {}, today: "2019-01-01", kinds: ["clock"], words: /before the data was made/ },
  { is: {}, today: "2036-08-01", kinds: ["stale", "clock"], words: /10 years after the data was made/ },
];

for (const { is, today, kinds, words = /(?:)/ } of cases) {
  test(`on ${today}, ${JSON.stringify(is)} has the warnings [${kinds}]`, () => {
    const warnings = dataWarnings(release(is), today);
    assert.deepEqual(warnings.map(({ kind }) => kind), kinds);
    assert.match(warnings.at(-1)?.text ?? "", words);
  });
}

test("only damage is a danger among warnings about the data", () => {
  const [damaged, ...others] = dataWarnings(release({ damaged: true, demo: true, gaps: ["mixed_weeks"] }), "2036-01-01");
  assert.equal(damaged.tone, "danger");
  assert.deepEqual(new Set(others.map(({ tone }) => tone)), new Set(["caution"]));
});

describe("a new version of the page", () => {
  const release = (change = {}) => ({ sha256: "new", format: FORMAT, release_date: "2026-08-08", demo: false, gaps: [], ...change });
  const stored = release({ sha256: "old", format: FORMAT - 1, release_date: "2026-08-01" });
  const silent = new Error("the server did not answer");

  const cases = [
    { name: "the data is stored in this format", hasData: true, stored, offered: silent },
    { name: "a first visit", offered: silent },
    { name: "another format is stored", stored, offered: release(), installs: true },
    { name: "the same release in another format", stored, offered: release({ release_date: "2026-08-01" }), installs: true },
    { name: "real data instead of demonstration data", stored: { ...stored, demo: true }, offered: release(), installs: true },
    { name: "no network", stored, offered: silent, fails: /did not answer/ },
    { name: "the server has an older format", stored, offered: release({ format: FORMAT - 1 }), fails: /can read/ },
    { name: "the server has a newer format", stored, offered: release({ format: FORMAT + 1 }), fails: /can read/ },
    { name: "demonstration data instead of real data", stored, offered: release({ demo: true }), fails: /without consent/ },
    { name: "an older release", stored, offered: release({ release_date: "2026-07-01" }), fails: /without consent/ },
    { name: "a download that fails", stored, offered: release(), installs: new Error("truncated"), fails: /truncated/ },
  ];

  for (const { name, hasData = false, stored, offered, installs = false, fails } of cases) {
    test(`${name}: ${fails ? "keeps the old version" : "installs the new version"}`, async () => {
      const installed = [];
      const raise = (value) => {
        if (value instanceof Error) throw value;
        return value;
      };
      const migrated = migrateData({
        hasData: async () => hasData,
        releaseOfOtherFormat: async () => stored,
        offered: async () => raise(offered),
        install: async (release) => (raise(installs), installed.push(release)),
      });
      if (fails) await assert.rejects(migrated, fails);
      else await migrated;
      assert.equal(installed.length, installs === true ? 1 : 0);
    });
  }
});
