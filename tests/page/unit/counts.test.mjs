// Tests stock counts: which entries are counted together.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { counted } = await load("history/counts.ts");

const row = { at: 1, request: { by: "code", text: "x" }, outcome: "pack", code: "05012345678900", packId: "1", doubts: [] };
const doubt = (kind, about) => ({ kind, about, text: kind });
const counts = (...changes) => counted(changes.map((change, key) => ({ ...row, key: String(key), ...change }))).map(({ count }) => count);

test("scans of the same code, pack, batch and expiry are counted together", () => {
  assert.deepEqual(counts({ serial: "1" }, { serial: "2" }, { batch: "A" }, { expiry: "2027-01-31" }, { packId: "2" }), [2, 1, 1, 1]);
});

test("what is in doubt is not counted with what is not", () => {
  const again = doubt("serial_again", "box");
  const ended = doubt("ended", "code");
  assert.deepEqual(counts({}, { doubts: [again] }, { doubts: [ended] }, { doubts: [again, ended] }, { doubts: [ended] }), [1, 1, 2, 1]);
});

test("a doubt about all the data separates nothing", () => {
  assert.deepEqual(counts({}, { doubts: [doubt("stale", "data")] }), [2]);
});

test("no text that a code holds can make two lines one", () => {
  assert.deepEqual(counts({ batch: "A\nB" }, { batch: "A", expiry: "B" }), [1, 1]);
});

test("the same list is counted once", () => {
  const list = [{ ...row, key: "1" }];
  assert.equal(counted(list), counted(list));
});
