// Tests search results grouped by product: the same packs as without groups, each in one group, and
// the counts of facets.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PackLookup } from "../../npm/index.js";

const packs = await PackLookup.open();
const grouped = (text, options) => packs.search(text, { groupBy: "product", ...options });
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
      plain.push(...packs.search(text, { sort, limit: 100, offset }).packs);
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
      const members = pack_ids.map((id) => packs.pack(id));
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
        new Set(pack_ids.map((id) => originOf(packs.pack(id).name))),
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
    for (const found of [packs.search(text), grouped(text)]) {
      assert.deepEqual([found.available, found.no_match], [available, no_match], text);
    }
  }
});
