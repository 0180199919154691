// Tests the validation of the server's list of releases.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { parseReleaseList } = await load("data/fetch.ts");

const release = { release: "8.2.0_20250814000001", date: "2025-08-14", served_first: "2025-08-18T07:10:00Z", counts: { added: 312, removed: 4, gtins_reused: 1 } };

test("parses the date, the first day and the changes of each release", () => {
  const { nextExpected, releases } = parseReleaseList({ next_expected: "2025-08-25", releases: [release, { ...release, counts: undefined }] });
  assert.equal(nextExpected, "2025-08-25");
  assert.deepEqual(releases[0], { name: release.release, date: "2025-08-14", since: "2025-08-18", changes: { added: 312, removed: 4, reused: 1 } });
  assert.equal(releases[1].changes, undefined);
});

test("skips invalid entries, and returns at most eight", () => {
  const { releases } = parseReleaseList({ next_expected: "2025-08-25", releases: [{}, null, { ...release, date: "soon" }, ...Array(20).fill(release)] });
  assert.equal(releases.length, 8);
  for (const other of [undefined, {}, [], { next_expected: null, releases: [] }, { releases: [release] }, { next_expected: "2025-08-25", releases: {} }]) assert.equal(parseReleaseList(other), undefined);
});
