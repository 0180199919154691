// Tests when a symbol that was seen in frames counts as read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { Agreement } = await load("scan/agreement.ts");

test("a linear code counts when a second frame agrees", () => {
  const agreement = new Agreement();
  const symbol = { format: "EAN13", text: "]E05012345678900", isLinear: true };
  assert.deepEqual(agreement.accept([symbol], 0), []);
  assert.deepEqual(agreement.accept([symbol], 100), [symbol]);
});
