// Tests stock counts: which entries are counted together.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { groupEntries } = await load("history/entries.ts");

const row = { at: 1, request: { by: "code", text: "x" }, outcome: "pack", code: "05012345678900", packId: "1", doubts: [] };
const warning = (kind, about) => ({ kind, about, text: kind });
const counts = (...changes) => groupEntries(changes.map((change, key) => ({ ...row, key: String(key), ...change }))).map(({ count }) => count);

test("groups scans of the same code, pack, batch and expiry", () => {
  assert.deepEqual(counts({ serial: "1" }, { serial: "2" }, { batch: "A" }, { expiry: "2027-01-31" }, { packId: "2" }), [2, 1, 1, 1]);
});

test("separates scans with different warnings", () => {
  const again = warning("serial_again", "box");
  const ended = warning("ended", "code");
  assert.deepEqual(counts({}, { doubts: [again] }, { doubts: [ended] }, { doubts: [again, ended] }, { doubts: [ended] }), [1, 1, 2, 1]);
});

test("does not separate scans by warnings about the data", () => {
  assert.deepEqual(counts({}, { doubts: [warning("stale", "data")] }), [2]);
});

test("no content of a code can merge two groups", () => {
  assert.deepEqual(counts({ batch: "A\nB" }, { batch: "A", expiry: "B" }), [1, 1]);
});

test("caches the groups of a list", () => {
  const list = [{ ...row, key: "1" }];
  assert.equal(groupEntries(list), groupEntries(list));
});
