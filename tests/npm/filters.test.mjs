// Tests the filters of the module, and of assistants. The cases in tests/cases/api/filters.json test
// the answers themselves.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FLAG_PROPERTIES, PROPERTIES, TEXT_PROPERTIES } from "../../npm/api/properties.js";
import { PackLookup } from "../../npm/index.js";
import { PackLookup as AsyncPackLookup } from "../../npm/async.js";
import { callTool } from "../../npm/mcp/tools.js";
import { paths } from "../../scripts/common/project.mjs";

const packs = await PackLookup.open(paths.testDataset);
const whole = await PackLookup.open(paths.demoDataset);

describe("the module", () => {
  test("knows the properties of the core, and the kind of each", () => {
    const { properties } = whole.filters();
    const known = properties.map(({ property }) => property);
    assert.deepEqual(known.toSorted(), PROPERTIES.toSorted());
    const isFlag = ({ values }) => values.every(({ value }) => /^(true|false|absent)$/.test(value));
    const flags = properties.filter(isFlag).map(({ property }) => property);
    assert.deepEqual(
      flags.filter((property) => FLAG_PROPERTIES.includes(property)),
      FLAG_PROPERTIES,
    );
    assert.ok(TEXT_PROPERTIES.every((property) => !FLAG_PROPERTIES.includes(property)));
  });

  test("a count is the number of packs that its value finds", () => {
    const checkCount = (text, filters, expected) => {
      const found = whole.search(text, { limit: 1, filters });
      assert.deepEqual([found.total, found.unfiltered], expected, JSON.stringify(filters));
    };
    for (const text of ["", "tablets"]) {
      const { total, properties } = whole.filters(text || undefined);
      for (const { property, values } of properties) {
        for (const { value, name, packs: count } of values) {
          checkCount(text, { [property]: value }, [count, total]);
          checkCount(text, { [property]: name }, [count, total]);
        }
      }
    }
  });

  test("takes texts, lists and booleans, and an undefined filter is none", () => {
    const filters = { legal_category: ["GSL", "p"], sugar_free: false, tariff: undefined };
    const { total, unfiltered, kind } = packs.search("", { filters });
    assert.deepEqual([total, unfiltered, kind], [2, 65, "filters"]);
    const grouped = packs.search("demo", { groupBy: "product", filters });
    assert.deepEqual([grouped.total, grouped.unfiltered, grouped.groups.length], [2, 63, 2]);
  });

  for (const [what, filters, error] of [
    [
      "a misspelt property",
      { legalCategory: "POM" },
      { name: "RangeError", reason: "bad_filters" },
    ],
    ["no object", "POM", { name: "TypeError", reason: "bad_filters" }],
    ["a map, whose entries would be lost", new Map([["tariff", "x"]]), { reason: "bad_filters" }],
    ["a number", { tariff: 1 }, { name: "TypeError", reason: "bad_tariff" }],
    ["a boolean for a text", { tariff: true }, { name: "TypeError", reason: "bad_tariff" }],
    [
      "a value that no pack has",
      { tariff: "Part X" },
      { name: "PackLookupError", reason: "unknown_value" },
    ],
  ])
    test(`refuses ${what}`, () => {
      assert.throws(() => packs.search("demo", { filters }), error);
      assert.throws(() => packs.filters("demo", { filters }), error);
    });

  test("answers alike in a worker", async (t) => {
    const async = await AsyncPackLookup.open(paths.testDataset);
    t.after(() => async.close());
    const options = { filters: { legal_category: "POM" } };
    assert.deepEqual(await async.filters("demo", options), packs.filters("demo", options));
    const [{ total }, expected] = [
      await async.search("demo", options),
      packs.search("demo", options),
    ];
    assert.equal(total, expected.total);
  });
});

describe("for assistants", () => {
  const ask = (name, args) => callTool(packs, name, args, "2025-08-15");

  test("a search says what its filters removed", () => {
    const { structuredContent } = ask("search_packs", {
      query: "demo",
      filters: ["legal_category=gsl", "legal_category=P", "sugar_free=false"],
    });
    const { warnings, total, unfiltered } = structuredContent;
    assert.deepEqual([total, unfiltered], [2, 63]);
    const [{ code, text }] = warnings;
    assert.equal(code, "filtered");
    assert.match(text, /legal_category=gsl, .* keep 2 of 63 packs/);
  });

  test("list_filters counts, also without a query", () => {
    const { total, properties } = ask("list_filters", {}).structuredContent;
    assert.equal(total, 65);
    assert.deepEqual(
      properties.map(({ property }) => property),
      packs.filters().properties.map(({ property }) => property),
    );
  });

  for (const [filter, message] of [
    ["colour=red", /“colour=red” is no filter/],
    ["tariff", /Write property=value/],
    ["tariff=Part X", /No pack has tariff "part-x"; the values are/],
  ])
    test(`${filter} is an error that says what to do`, () => {
      const { isError, content } = ask("search_packs", { query: "demo", filters: [filter] });
      assert.ok(isError);
      assert.match(content[0].text, message);
    });
});
