// What an answer says of a code and of the pack, one rule at a time: each of these was once wrong on purpose, and no other test saw it.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { load } from "./source.mjs";

const [{ outcomeOf, readingsOf }, { doubtsOf }, { isSame }, { mistakes }, { nameParts }, { spoken }, { doubtsOfSearch }] = await Promise.all(
  ["outcome.ts", "doubts.ts", "remembered.ts", "mistyped.ts", "pack-name.ts", "spoken.ts", "found.ts"].map((file) => load(`lookup/${file}`)),
);

const GTIN = "09521234567899";
const status = { current: true, discontinued: false, discontinued_date: null, invalid: false };
const pack = (id, product = "Amlodipine 5mg tablets", gtins = [GTIN]) => ({ pack_id: BigInt(id), name: `Pack ${id}`, generic_product_name: product, gtin_codes: gtins.map((gtin) => ({ gtin })) });
const use = (pack) => ({ pack, status, start_date: "2020-01-01", end_date: null });

/// Data in which these packs have carried the code, and every text is a scan of it with so many elements.
const dataWith = (uses, elements = () => [], grade = undefined) => ({
  reuse: () => grade,
  concepts: () => undefined,
  scan: (text) => ({ gtin: GTIN, elements: elements(text), warnings: [] }),
  uses: (gtin) => uses.filter(({ pack }) => pack.gtin_codes.some((entry) => entry.gtin === gtin)),
});
const asked = { by: "code", text: GTIN };

describe("a code that several packs have carried", () => {
  test("is of different products where one of many differs", () => {
    const packs = [pack(1), pack(2), pack(3, "Amlodipine 10mg tablets")];
    assert.equal(outcomeOf(dataWith(packs.map(use)), asked).grade, "unknown");
    assert.equal(outcomeOf(dataWith(packs.slice(0, 2).map(use)), asked).grade, "same-product");
  });

  test("has the grade of the data where they tell one, and its words say how alarming it is", () => {
    const packs = [pack(1), pack(2)];
    for (const [grade, tone, title] of [["different-medicines", "danger", /different medicines/], ["different-strength-or-form", "danger", /another strength or form/], ["same-product", "caution", /the same product/]]) {
      const outcome = outcomeOf(dataWith(packs.map(use), undefined, grade), asked);
      const [doubt] = doubtsOf(asked, outcome, { release: { demo: false, release_date: "2026-01-01", gaps: [] }, today: "2026-01-01" });
      assert.deepEqual([outcome.grade, doubt.kind, doubt.tone], [grade, "reused", tone]);
      assert.match(doubt.text, title);
    }
  });

  test("is another answer when other packs have carried it", () => {
    const choices = [pack(1), pack(2)].map((pack) => ({ pack }));
    const was = { at: 0, outcome: "reused", among: ["1", "3"] };
    assert.equal(isSame(was, { is: "reused", choices }), false);
    assert.equal(isSame({ ...was, among: ["1", "2"] }, { is: "reused", choices }), true);
  });
});

test("of a pack's codes, those that others have carried too are shared, and no others", () => {
  const [own, shared] = ["09521234567898", "09521234567897"];
  const here = pack(1, "Amlodipine 5mg tablets", [GTIN, own, shared]);
  const outcome = outcomeOf(dataWith([use(here), use(pack(2, "Other", [shared]))]), asked);
  assert.deepEqual([outcome.is, outcome.shared], ["pack", [shared]]);
});

test("of two readings of a code the one that tells more counts, and the first of two that tell as much", () => {
  const elements = (text) => Array.from({ length: Number(text.at(-1)) });
  const read = (...texts) => readingsOf(dataWith([], elements), texts).map(({ text }) => text);
  assert.deepEqual(read("first 1", "second 1"), ["first 1"]);
  assert.deepEqual(read("first 1", "second 2"), ["second 2"]);
});

describe("the days of a code", () => {
  const release = { release: "8.2.0", release_date: "2026-01-01", demo: false, gaps: [] };
  const kinds = (today, use) => doubtsOf(asked, { is: "pack", pack: pack(1), uses: [use] }, { release, today }).map(({ kind }) => kind);

  test("its last day is one of them, the next one is not", () => {
    const ending = { start_date: "2020-01-01", end_date: "2026-01-10" };
    assert.deepEqual([kinds("2026-01-10", ending), kinds("2026-01-11", ending)], [[], ["ended"]]);
  });

  test("so is its first day, and not the one before", () => {
    const beginning = { start_date: "2026-01-10", end_date: null };
    assert.deepEqual([kinds("2026-01-10", beginning), kinds("2026-01-09", beginning)], [[], ["not_begun"]]);
  });

  test("twelve digits that don't add up are told once", () => {
    const scan = { gtin: "000000000000", elements: [], warnings: [{ reason: "wrong_check_digit", message: "" }] };
    const doubts = doubtsOf({ by: "code", text: "123456789012" }, { is: "unknown", scan, code: scan.gtin }, { release, today: "2026-01-02" });
    assert.deepEqual(doubts.map(({ kind }) => kind), ["wrong_check_digit"]);
  });
});

test("neighbours that changed places are a guess only where changing them back adds up", () => {
  assert.match(mistakes("9521234567989"), /neighbours may have changed places/);
  assert.doesNotMatch(mistakes("9520000000015"), /neighbours/);
});

test("guesses at what is wrong with digits are a sentence, however many there are", () => {
  const cases = {
    "9520000000015": "one digit may be wrong",
    "952000000015": "a digit may be missing, or one digit may be wrong",
    "9521234567989": "two neighbours may have changed places, or one digit may be wrong",
    " 952000000091\r": "a digit may be missing, two neighbours may have changed places, or one digit may be wrong",
  };
  for (const [typed, guesses] of Object.entries(cases)) assert.equal(mistakes(typed), `The digits don't add up: ${guesses}. Read the number again`);
});

test("what a scanner says of the symbol is none of the digits that don't add up", () => {
  assert.match(mistakes("]I119251234567896"), /neighbours/);
  assert.doesNotMatch(mistakes("]E412345674"), /neighbours/);
  assert.doesNotMatch(mistakes("]E0952000000015"), /missing/, "nobody read twelve digits off a box");
});

test("a pack that is gone is said to be", () => {
  const { text, isWarning } = spoken({ outcome: { is: "gone", packId: "1", name: "Pack 1" }, doubts: [] });
  assert.deepEqual([text, isWarning], ["This release no longer has Pack 1", true]);
});

test("a supplier is what stands before the size: other words in parentheses are of the product", () => {
  assert.deepEqual(nameParts("Emollient (paraffin free) cream (Teva UK Ltd) 500 gram"), { product: "Emollient (paraffin free) cream", supplier: "Teva UK Ltd", size: "500 gram" });
  assert.deepEqual(nameParts("Emollient (paraffin free) cream"), { product: "Emollient (paraffin free) cream" });
});

describe("a search", () => {
  const doubts = (found) => doubtsOfSearch({ corrections: [], relaxed: false, strengths: [], ...found });

  test("that found what was typed casts no doubt", () => assert.deepEqual(doubts({}), []));

  test("tells a medicine that its packs name otherwise", () => {
    assert.deepEqual(doubts({ relaxed: true }), ["No pack says it in these words: check the name on the box"]);
  });

  test("tells what was taken otherwise, and what was left out", () => {
    const corrections = [{ from: "amlodpine", to: ["amlodipine"] }, { from: "BP", to: [] }];
    const [taken, left, ...others] = doubts({ relaxed: true, corrections });
    assert.match(taken, /amlodpine.*amlodipine.*check each letter/);
    assert.match(left, /^Left out: “BP”\. The packs have the rest of what was asked/);
    assert.deepEqual(others, []);
    assert.equal(doubts({ relaxed: true, corrections: corrections.slice(0, 1) }).length, 1);
  });
});
