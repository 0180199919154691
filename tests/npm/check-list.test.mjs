// Tests the check of lists of codes in the module. The cases in tests/cases/api/check-list.json test
// the answers.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PackLookup } from "../../npm/index.js";
import { paths } from "../../scripts/common/project.mjs";

const open = (options) =>
  PackLookup.open(paths.testDataset, { history: paths.testHistory, ...options });

describe("checkList", () => {
  test("says what became of each code, in the order of the list", async () => {
    const packs = await open();
    const { codes, counts, complete, since } = packs.checkList(
      ["9520000000035", 995200000000000021n, " 95220001000001109 ", "5.01E+12", 9520000000011],
      { since: new Date(2025, 7, 1) },
    );
    assert.deepEqual(
      codes.map(({ code, status }) => [code, status]),
      [
        ["9520000000035", "reused"],
        ["995200000000000021", "discontinued"],
        ["95220001000001109", "current"],
        ["5.01E+12", "rounded_number"],
        ["9520000000011", "current"],
      ],
    );
    assert.deepEqual([counts.current, complete, since], [2, true, "2025-08-01"]);
    assert.equal(codes[0].pack_id, "995200000000000045");
  });

  test("has ids as the dataset was opened", async () => {
    const asked = [["10009001000001103", "9520000000011"], { since: "2025-07-31" }];
    const [bigint, text] = [
      (await open({ ids: "bigint" })).checkList(...asked),
      (await open()).checkList(...asked),
    ];
    assert.deepEqual(
      [bigint.codes[1].pack_id, text.codes[1].pack_id],
      [995200000000000013n, "995200000000000013"],
    );
    assert.deepEqual([bigint.complete, text.codes[0].status], [false, "removed"]);
  });

  test("takes a list without codes, and 10,000", async () => {
    const packs = await open();
    assert.deepEqual(packs.checkList([]).codes, []);
    const { codes, counts } = packs.checkList(Array(10_000).fill("9520000000011"));
    assert.deepEqual([codes.length, counts.current], [10_000, 10_000]);
  });

  test("rejects what is no list", async () => {
    const packs = await open();
    for (const [args, error] of [
      [[], { name: "TypeError", reason: "bad_codes" }],
      [["9520000000011"], { name: "TypeError", reason: "bad_codes" }],
      [[[5.5]], { name: "TypeError", reason: "bad_code" }],
      [[[null]], { name: "TypeError", reason: "bad_code" }],
      [[["1".repeat(101)]], { name: "RangeError", reason: "code_too_long" }],
      [[Array(10_001).fill("1")], { name: "RangeError", reason: "too_many_codes" }],
      [[[], { since: "yesterday" }], { name: "RangeError", reason: "bad_since" }],
      [[[], { day: "2025-01-01" }], { name: "TypeError", reason: "unknown_option" }],
    ])
      assert.throws(() => packs.checkList(...args), error);
  });
});
