// What becomes of a text that is pasted into the field.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { fitted, LONGEST, needsFitting } = await load("lookup/pasted.ts");

test("lines become words of one line", () => {
  assert.deepEqual(fitted("Amlodipine 5 mg\r\n28 tablets\nTeva"), { text: "Amlodipine 5 mg 28 tablets Teva", isCut: false });
});

test("a longer text than a search takes ends with a whole word, and says so", () => {
  const { text, isCut } = fitted("tablet ".repeat(40));
  assert.ok(isCut && text.length <= LONGEST && text.endsWith("tablet"), text);
  assert.deepEqual(fitted("x".repeat(LONGEST + 1)), { text: "x".repeat(LONGEST), isCut: true });
});

test("what a field takes as it is meant is left to it", () => {
  assert.ok(!needsFitting("amlodipine 5mg\n"));
  assert.ok(needsFitting("amlodipine\n5mg"));
  assert.ok(needsFitting("x".repeat(LONGEST + 1)));
});
