// The list of what a search found: products that open, and what narrows them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { PackLookup } from "../../../npm/core.js";
import { root } from "../../../scripts/common/project.mjs";
import { startPage } from "./page.mjs";

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

test("a code is no list of products", () => {
  const [{ gtin_codes }] = packs.search(TEXT).packs.filter(({ gtin_codes }) => gtin_codes.length > 0);
  assert.equal(listed(start(gtin_codes[0].gtin)), undefined);
});
