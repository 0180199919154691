// Tests the filters of the module and of assistants, whose answers the cases in
// tests/cases/api/filters.json test. Also tests results grouped by product: the same packs as
// without groups, each in one group, and the counts of facets.
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

const grouped = (text, options) => whole.search(text, { groupBy: "product", ...options });
const productOf = (name) =>
  name.replace(/ \((?:[^()]|\([^()]*\))*\)[^()]*(?:\([^()]*\)[^()]*)?$/, "");

/** The name of a pack's group: its generic product, or the title of a device. */
const groupNameOf = ({ name, legal_category, generic_product_name }) =>
  legal_category === "Not Applicable" ? productOf(name) : generic_product_name;

for (const [text, sort] of [
  ["paracetamol 500mg tab", "name"],
  ["amlodipine", "relevance"],
  ["special order", "relevance"],
  ["9520000000011", "name"],
]) {
  test(`groups of "${text}" by ${sort} contain each pack of the search once, in its order`, () => {
    const { groups, total, chosen, products } = grouped(text, { sort, limit: 100 });
    const plain = [];
    for (let offset = 0; offset === 0 || offset < total; offset += 100)
      plain.push(...whole.search(text, { sort, limit: 100, offset }).packs);
    const order = new Map(plain.map(({ pack_id }, at) => [pack_id, at]));
    assert.deepEqual([chosen, products], [total, groups.length]);
    assert.deepEqual(
      groups.flatMap(({ pack_ids }) => pack_ids).sort(),
      plain.map(({ pack_id }) => pack_id).sort(),
    );
    assert.deepEqual(
      groups.map(({ packs }) => packs),
      groups.map(({ pack_ids }) => pack_ids.length),
    );
    const places = groups.map(({ pack_ids }) => pack_ids.map((id) => order.get(id)));
    // A page of names is sorted again, but groups are formed from all packs.
    const isApart = (at) => Number(groups[at].origin !== "supplier");
    const expected = groups
      .map((_, at) => at)
      .toSorted(
        (a, b) => isApart(a) - isApart(b) || Math.min(...places[a]) - Math.min(...places[b]),
      );
    if (sort === "relevance")
      assert.deepEqual(
        groups.map((_, at) => at),
        expected,
        "imports and specials come last",
      );
    if (sort === "relevance")
      for (const all of places)
        assert.deepEqual(
          all,
          all.toSorted((a, b) => a - b),
        );
    for (const { product, brands, pack_ids } of groups) {
      const members = pack_ids.map((id) => whole.pack(id));
      assert.deepEqual([...new Set(members.map(groupNameOf))], [product]);
      const titles = new Set(members.map(({ name }) => productOf(name)));
      titles.delete(product);
      assert.deepEqual(brands, [...titles]);
    }
  });
}

test("a facet value counts the packs that remain if it is selected", () => {
  const [{ value: form }] = grouped("a").facets.form;
  const { facets, chosen, total } = grouped("a", { form });
  assert.ok(chosen < total);
  for (const { value, packs } of facets.strength)
    assert.equal(grouped("a", { form, strength: value }).chosen, packs, value);
  assert.deepEqual(facets.form, grouped("a").facets.form);
  assert.equal(
    grouped("a", { form: [form, facets.form[1].value] }).chosen,
    chosen + facets.form[1].packs,
  );
});

test("a selected value without packs returns no groups, and is listed with 0 packs", () => {
  const { chosen, groups, facets } = grouped("a", { strength: "7 stone" });
  assert.deepEqual(
    [chosen, groups, facets.strength.at(-1)],
    [0, [], { value: "7 stone", packs: 0 }],
  );
});

test("limit and offset count groups", () => {
  const all = grouped("a", { limit: 100 }).groups;
  assert.deepEqual(
    [...grouped("a", { limit: 3 }).groups, ...grouped("a", { limit: 4, offset: 3 }).groups],
    all.slice(0, 7),
  );
});

test("imports and specials are separate groups", () => {
  const originOf = (name) => {
    if (/\((?:[^()]* )?Special Order\)/.test(name)) return "special";
    return /\(Imported( \([^()]*\))?\)/.test(name) ? "import" : "supplier";
  };
  for (const text of ["special order", "sodium", "ireland", "amlodipine"]) {
    for (const { origin, pack_ids } of grouped(text, { limit: 100 }).groups)
      assert.deepEqual(
        new Set(pack_ids.map((id) => originOf(whole.pack(id).name))),
        new Set([origin]),
      );
  }
  assert.equal(grouped("special order").groups[0].origin, "special");
});

test("an empty result has available values and the reason, with and without groups", () => {
  const none = { strengths: [], routes: [], forms: [], releases: [] };
  const cases = [
    ["amlodipine 81mg", { ...none, strengths: ["2.5mg", "5mg", "10mg"] }, null],
    ["amlodipine 5mg ms", none, { reason: "ambiguous-abbreviation", text: "ms" }],
    ["amlodipine", none, null],
  ];
  for (const [text, available, no_match] of cases) {
    for (const found of [whole.search(text), grouped(text)]) {
      assert.deepEqual([found.available, found.no_match], [available, no_match], text);
    }
  }
});
