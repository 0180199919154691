// Tests grouped results: products that open, and facets.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { PackLookup } from "../../../npm/core.js";
import { root } from "../../../scripts/common/project.mjs";
import { startPage } from "./page.mjs";
import { load } from "./source.mjs";

const { isNarrowed, NO_CHOICES, productsOf, toggled } = await load("lookup/products.ts");

const packs = await PackLookup.open({ dataset: readFileSync(join(root, "npm", "packs.bin")) });
const TEXT = "paracetamol";
const start = (text = TEXT) => {
  const page = startPage({ data: { packs, release: { release: "1", release_date: "2025-08-14", demo: true, packs: packs.size, gtin_rows: 1, gaps: [] } } });
  page.search.type(text);
  return page;
};
const listed = ({ store }) => store.state.products;
const hits = (line) => line.hits?.map(({ pack }) => pack.pack_id);

test("lines are the groups of the search, and one pack needs no line above it", () => {
  const { lines, chosen, total, products } = listed(start());
  assert.deepEqual([chosen, products > 1], [total, true]);
  for (const { group, hits } of lines) assert.equal(hits?.length, group.packs === 1 ? 1 : undefined, group.product);
});

test("what is heard counts packs and products", () => {
  const page = start();
  const { total, products } = listed(page);
  assert.equal(page.done.said.at(-1).text, `${total} packs, ${products} products`);
});

test("a product opens, and closes", () => {
  const page = start();
  const at = listed(page).lines.findIndex(({ group }) => group.packs > 1);
  const line = () => listed(page).lines[at];
  page.search.toggle(line());
  assert.deepEqual(hits(line()), line().group.pack_ids);
  page.search.toggle(line());
  assert.equal(line().hits, undefined);
});

test("the only product is open at once, and can be closed", () => {
  const [{ product }] = packs.search(TEXT, { groupBy: "product", sort: "relevance" }).groups.filter((group) => group.packs > 1);
  const only = packs.search(product, { groupBy: "product" });
  const page = start(product);
  if (only.products === 1) {
    assert.deepEqual(hits(listed(page).lines[0]), listed(page).lines[0].group.pack_ids);
    page.search.toggle(listed(page).lines[0]);
    assert.equal(listed(page).lines[0].hits, undefined);
  } else assert.ok(listed(page).lines.length > 1);
});

test("choices narrow the list, are counted, and are taken back one by one or all at once", () => {
  const page = start();
  const { total, facets } = listed(page);
  const [{ value, packs: left }] = facets.form;
  page.search.narrow("form", value);
  assert.deepEqual([listed(page).chosen, listed(page).total], [left, total]);
  assert.match(page.done.said.at(-1).text, new RegExp(`^${left} of ${total} packs`));
  const [strength] = listed(page).facets.strength;
  page.search.narrow("strength", strength.value);
  assert.equal(listed(page).chosen, strength.packs);
  page.search.narrow("form", value);
  assert.deepEqual(page.store.state.choices, { strength: [strength.value], form: [], supplier: [] });
  page.search.widen();
  assert.equal(listed(page).chosen, total);
  assert.equal(page.done.focused.at(-1), "hits-title");
});

test("another query is not narrowed, so that nothing is hidden unseen", () => {
  const page = start();
  page.search.narrow("form", "tablets");
  page.search.type("amlodipine");
  assert.equal(listed(page).chosen, listed(page).total);
});

test("more products, until there are no more", () => {
  const page = start("tablets sodium");
  for (let times = 0; times < 20; times += 1) page.search.more();
  const { lines, products } = listed(page);
  assert.equal(lines.length, products);
  assert.equal(new Set(lines.map(({ key }) => key)).size, products);
});

test("so many packs that they are not grouped are a list of packs, at most a hundred", () => {
  const page = start("a");
  const { more } = packs.search("a", { groupBy: "product" });
  for (let times = 0; times < 8; times += 1) page.search.more();
  assert.equal(listed(page) === undefined, more);
  assert.ok(page.store.state.found.packs.length <= 100);
});

test("a pack of the list that is opened leaves the list as it was", () => {
  const page = start();
  const line = listed(page).lines.find(({ group }) => group.packs > 1);
  page.search.toggle(line);
  const { hits } = listed(page).lines.find(({ key }) => key === line.key);
  page.search.open(hits.at(-1).pack);
  assert.equal(page.store.state.query, TEXT);
  assert.equal(listed(page).lines.find(({ key }) => key === line.key).hits.length, line.group.packs);
});

describe("a query whose products are many", () => {
  const group = (at) => ({ origin: at % 2 ? "import" : "supplier", product: `Product ${at >> 1}`, packs: 2, pack_ids: [1n, 2n] });
  /** Returns data with this number of products, which records its calls and lacks pack 2. */
  const dataWith = (products, more = false) => {
    const asked = [];
    const search = (text, options) => {
      asked.push({ text, ...options });
      const { offset, limit } = options;
      return { more, products, total: 2 * products, groups: Array.from({ length: Math.min(limit, products - offset) }, (_, at) => group(offset + at)) };
    };
    return { asked, search, pack: (id) => (id === 1n ? { pack_id: id } : undefined), status: (id) => `status of ${id}` };
  };
  const question = { text: "x", current: true, choices: { ...NO_CHOICES, form: ["cream"] }, most: 20, opened: new Map() };
  const pages = (products, most) => {
    const data = dataWith(products);
    const { lines } = productsOf(data, { ...question, most });
    return { shown: lines.length, keys: new Set(lines.map(({ key }) => key)).size, asked: data.asked.map(({ offset, limit }) => [offset, limit]) };
  };

  test("is asked for no more of them than are shown, a hundred at a time", () => {
    assert.deepEqual(pages(500, 20), { shown: 20, keys: 20, asked: [[0, 20]] });
    assert.deepEqual(pages(500, 100), { shown: 100, keys: 100, asked: [[0, 100]] });
    assert.deepEqual(pages(500, 220), { shown: 220, keys: 220, asked: [[0, 100], [100, 100], [200, 20]] });
    assert.deepEqual(pages(100, 220), { shown: 100, keys: 100, asked: [[0, 100]] });
  });

  test("is asked as it is, with all that is chosen, the best first", () => {
    const data = dataWith(3);
    productsOf(data, question);
    const { choices, text, current } = question;
    assert.deepEqual(data.asked, [{ text, current, ...choices, groupBy: "product", sort: "relevance", offset: 0, limit: 20 }]);
  });

  test("has none where they are too many to be grouped", () => assert.equal(productsOf(dataWith(500, true), question), undefined));

  test("shows the packs of what was opened, as far as the data have them, and not what was closed", () => {
    const hits = (products, opened) => productsOf(dataWith(products), { ...question, opened: new Map(opened) }).lines.map(({ hits }) => hits);
    const open = [{ pack: { pack_id: 1n }, status: "status of 1" }];
    assert.deepEqual(hits(2, [["import Product 0", true]]), [undefined, open]);
    assert.deepEqual(hits(1, []), [open]);
    assert.deepEqual(hits(1, [["supplier Product 0", false]]), [undefined]);
  });
});

test("a list is narrowed by any choice, and a choice is taken back alone", () => {
  const two = toggled(toggled(NO_CHOICES, "form", "cream"), "form", "gel");
  assert.deepEqual(two, { strength: [], form: ["cream", "gel"], supplier: [] });
  assert.deepEqual(toggled(two, "form", "cream").form, ["gel"]);
  assert.deepEqual([NO_CHOICES, two].map(isNarrowed), [false, true]);
});

test("a code is no list of products", () => {
  const [{ gtin_codes }] = packs.search(TEXT).packs.filter(({ gtin_codes }) => gtin_codes.length > 0);
  assert.equal(listed(start(gtin_codes[0].gtin)), undefined);
});
