// Tests texts that are pasted into the field.
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
  for (const before of ["", " "]) {
    const word = `${before}${"x".repeat(2 * LONGEST)}`;
    assert.deepEqual(fitted(word), { text: word.slice(0, LONGEST), isCut: true }, "a word that is longer is cut");
  }
  const whole = `${"x".repeat(LONGEST - 6)} 28 tb`;
  assert.deepEqual(fitted(whole), { text: whole, isCut: false }, "so long a text is searched whole");
  assert.deepEqual(fitted(`${whole} more`), { text: whole, isCut: true }, "a word that ends where the text does is whole");
});

test("what a field takes as it is meant is left to it", () => {
  assert.ok(!needsFitting("amlodipine 5mg\n"));
  assert.ok(!needsFitting("x".repeat(LONGEST)));
  assert.ok(needsFitting("amlodipine\n5mg"));
  assert.ok(needsFitting("amlodipine\r5mg"));
  assert.ok(needsFitting("x".repeat(LONGEST + 1)));
});
