// Tests texts that are pasted into the field.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { fitToQuery, MAX_QUERY_LENGTH, needsFitting } = await load("lookup/search.ts");

test("joins lines with spaces", () => {
  assert.deepEqual(fitToQuery("Amlodipine 5 mg\r\n28 tablets\nTeva"), { text: "Amlodipine 5 mg 28 tablets Teva", isTruncated: false });
});

test("truncates a long text after a whole word", () => {
  const { text, isTruncated } = fitToQuery("tablet ".repeat(40));
  assert.ok(isTruncated && text.length <= MAX_QUERY_LENGTH && text.endsWith("tablet"), text);
  for (const before of ["", " "]) {
    const word = `${before}${"x".repeat(2 * MAX_QUERY_LENGTH)}`;
    assert.deepEqual(fitToQuery(word), { text: word.slice(0, MAX_QUERY_LENGTH), isTruncated: true }, "truncates a longer word");
  }
  const whole = `${"x".repeat(MAX_QUERY_LENGTH - 6)} 28 tb`;
  assert.deepEqual(fitToQuery(whole), { text: whole, isTruncated: false }, "keeps a text of the maximum length");
  assert.deepEqual(fitToQuery(`${whole} more`), { text: whole, isTruncated: true }, "keeps a word that ends at the limit");
});

test("leaves short single-line text to the field", () => {
  assert.ok(!needsFitting("amlodipine 5mg\n"));
  assert.ok(!needsFitting("x".repeat(MAX_QUERY_LENGTH)));
  assert.ok(needsFitting("amlodipine\n5mg"));
  assert.ok(needsFitting("amlodipine\r5mg"));
  assert.ok(needsFitting("x".repeat(MAX_QUERY_LENGTH + 1)));
});
