// Tests searches: pasted queries, results in words, products that open, and facets.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { PackLookup } from "../../../npm/core.js";
import { root } from "../../../scripts/common/project.mjs";
import { startPage } from "./page.mjs";
import { load } from "./source.mjs";

const {
  emptyReason,
  fitToQuery,
  isFiltered,
  needsFitting,
  NO_SELECTION,
  productsOf,
  resultTitle,
  searchAnnouncement,
  toggleValue,
} = await load("lookup/search.ts");
const { MAX_QUERY_LENGTH } = await load("lookup/outcome.ts");
const { searchWarnings } = await load("lookup/warnings.ts");

const packs = await PackLookup.open({ dataset: readFileSync(join(root, "npm", "packs.bin")) });
const TEXT = "paracetamol";
const start = (text = TEXT) => {
  const page = startPage({
    data: {
      packs,
      release: {
        release: "1",
        release_date: "2025-08-14",
        demo: true,
        packs: packs.size,
        gtin_rows: 1,
        gaps: [],
      },
    },
  });
  page.search.type(text);
  return page;
};
const listOf = ({ store }) => store.state.products;
const hits = (row) => row.hits?.map(({ pack }) => pack.pack_id);

test("rows are the groups of the search; a single pack is shown directly", () => {
  const { rows, chosen, total, products } = listOf(start());
  assert.deepEqual([chosen, products > 1], [total, true]);
  for (const { group, hits } of rows)
    assert.equal(hits?.length, group.packs === 1 ? 1 : undefined, group.product);
});

test("offers the first five suggestions", () => {
  const all = packs.suggest("p", { limit: 100 });
  assert.ok(all.length > 5);
  assert.deepEqual(start("p").store.state.suggestions, all.slice(0, 5));
});

test("announces the number of packs and products", () => {
  const page = start();
  const { total, products } = listOf(page);
  assert.equal(page.done.announced.at(-1).text, `${total} packs, ${products} products`);
});

test("the packs of a concept are products", () => {
  const page = start();
  const { vmp } = packs.concepts(listOf(page).rows[0].group.pack_ids[0]);
  page.search.showConcept(String(vmp.id));
  const { found } = page.store.state;
  assert.equal(found.kind, "vmp");
  assert.equal(
    listOf(page).rows.reduce((sum, { group }) => sum + group.packs, 0),
    found.total,
  );
  assert.match(resultTitle(found, listOf(page)), /with this VMP code$/);
});

test("offers what a medicine has instead, and searches for it", () => {
  const page = start("amlodipine 7mg");
  const [first] = page.store.state.alternatives;
  page.search.useAlternative(first);
  assert.deepEqual([page.store.state.query, page.store.state.alternatives], [first.query, []]);
  assert.ok(page.store.state.found.total > 0);
});

test("a product opens and closes", () => {
  const page = start();
  const at = listOf(page).rows.findIndex(({ group }) => group.packs > 1);
  const row = () => listOf(page).rows[at];
  page.search.togglePacks(row());
  assert.deepEqual(hits(row()), row().group.pack_ids);
  page.search.togglePacks(row());
  assert.equal(row().hits, undefined);
});

test("the only product is open, and can be closed", () => {
  const [{ product }] = packs
    .search(TEXT, { groupBy: "product" })
    .groups.filter((group) => group.packs > 1);
  const only = packs.search(product, { groupBy: "product" });
  const page = start(product);
  if (only.products === 1) {
    assert.deepEqual(hits(listOf(page).rows[0]), listOf(page).rows[0].group.pack_ids);
    page.search.togglePacks(listOf(page).rows[0]);
    assert.equal(listOf(page).rows[0].hits, undefined);
  } else assert.ok(listOf(page).rows.length > 1);
});

test("facet filters are counted, and clear one by one or together", () => {
  const page = start();
  const { total, facets } = listOf(page);
  const [{ value, packs: left }] = facets.form;
  page.search.toggleFacet("form", value);
  assert.deepEqual([listOf(page).chosen, listOf(page).total], [left, total]);
  assert.match(page.done.announced.at(-1).text, new RegExp(`^${left} of ${total} packs`));
  const [strength] = listOf(page).facets.strength;
  page.search.toggleFacet("strength", strength.value);
  assert.equal(listOf(page).chosen, strength.packs);
  page.search.toggleFacet("form", value);
  assert.deepEqual(page.store.state.selection, {
    strength: [strength.value],
    form: [],
    supplier: [],
  });
  page.search.clearFilters();
  assert.equal(listOf(page).chosen, total);
  assert.equal(page.done.focused.at(-1), "hits-title");
});

test("properties narrow the packs, with counts while the filters are shown", () => {
  const page = start();
  const { total } = listOf(page);
  assert.equal(page.store.state.propertyCounts, undefined);
  page.search.toggleFilters();
  const { property, values } = page.store.state.propertyCounts[0];
  const [{ value, packs: left }] = values;
  page.search.toggleProperty(property, value);
  assert.equal(page.store.state.found.total, left);
  assert.deepEqual([listOf(page).chosen, listOf(page).unfiltered], [left, total]);
  page.search.toggleProperty(property, value);
  assert.deepEqual([page.store.state.properties, listOf(page).chosen], [{}, total]);
});

test("says that the filters left nothing, and clears them", () => {
  const page = start();
  const { total } = listOf(page);
  page.search.toggleFilters();
  page.search.toggleProperty("hospital", "true");
  page.search.toggleProperty("cfc_free", "true");
  assert.equal(page.store.state.found.total, 0);
  assert.equal(page.done.announced.at(-1).text, `No pack of ${total} matches the filters`);
  page.search.clearFilters();
  assert.equal(page.store.state.found.total, total);
});

test("a new query clears the facet filters", () => {
  const page = start();
  page.search.toggleFacet("form", "tablets");
  page.search.type("amlodipine");
  assert.equal(listOf(page).chosen, listOf(page).total);
});

test("shows more products until all are shown", () => {
  const page = start("tablets sodium");
  for (let times = 0; times < 20; times += 1) page.search.more();
  const { rows, products } = listOf(page);
  assert.equal(rows.length, products);
  assert.equal(new Set(rows.map(({ key }) => key)).size, products);
});

test("lists at most 100 packs if there are too many to group", () => {
  const page = start("a");
  const { more } = packs.search("a", { groupBy: "product" });
  for (let times = 0; times < 8; times += 1) page.search.more();
  assert.equal(listOf(page) === undefined, more);
  assert.ok(page.store.state.found.packs.length <= 100);
});

test("opening a pack keeps the list", () => {
  const page = start();
  const row = listOf(page).rows.find(({ group }) => group.packs > 1);
  page.search.togglePacks(row);
  const { hits } = listOf(page).rows.find(({ key }) => key === row.key);
  page.search.open(hits.at(-1).pack);
  assert.equal(page.store.state.query, TEXT);
  assert.equal(listOf(page).rows.find(({ key }) => key === row.key).hits.length, row.group.packs);
});

describe("a query with many products", () => {
  const group = (at) => ({
    origin: at % 2 ? "import" : "supplier",
    product: `Product ${at >> 1}`,
    packs: 2,
    pack_ids: ["1", "2"],
  });
  /** Returns data with this number of products, which records its calls and lacks pack 2. */
  const dataWith = (products, more = false) => {
    const requests = [];
    const search = (text, options) => {
      requests.push({ text, ...options });
      const { offset, limit } = options;
      return {
        more,
        products,
        total: 2 * products,
        groups: Array.from({ length: Math.min(limit, products - offset) }, (_, at) =>
          group(offset + at),
        ),
      };
    };
    return {
      requests,
      search,
      pack: (id) => (id === "1" ? { pack_id: id } : undefined),
      status: (id) => `status of ${id}`,
    };
  };
  const query = {
    text: "x",
    current: true,
    selection: { ...NO_SELECTION, form: ["cream"] },
    properties: { legal_category: ["pom"] },
    limit: 20,
    expanded: new Map(),
  };
  const pages = (products, limit) => {
    const data = dataWith(products);
    const { rows } = productsOf(data, { ...query, limit });
    return {
      shown: rows.length,
      keys: new Set(rows.map(({ key }) => key)).size,
      requests: data.requests.map(({ offset, limit }) => [offset, limit]),
    };
  };

  test("requests only the shown products, 100 at a time", () => {
    assert.deepEqual(pages(500, 20), { shown: 20, keys: 20, requests: [[0, 20]] });
    assert.deepEqual(pages(500, 100), { shown: 100, keys: 100, requests: [[0, 100]] });
    assert.deepEqual(pages(500, 220), {
      shown: 220,
      keys: 220,
      requests: [
        [0, 100],
        [100, 100],
        [200, 20],
      ],
    });
    assert.deepEqual(pages(100, 220), { shown: 100, keys: 100, requests: [[0, 100]] });
  });

  test("passes on the text and the filters", () => {
    const data = dataWith(3);
    productsOf(data, query);
    const { selection, properties: filters, text, current } = query;
    const page = { groupBy: "product", offset: 0, limit: 20 };
    assert.deepEqual(data.requests, [{ text, current, filters, ...selection, ...page }]);
  });

  test("returns no products if there are too many packs to group", () =>
    assert.equal(productsOf(dataWith(500, true), query), undefined));

  test("returns the packs of open products that the data has", () => {
    const hits = (products, expanded) =>
      productsOf(dataWith(products), { ...query, expanded: new Map(expanded) }).rows.map(
        ({ hits }) => hits,
      );
    const open = [{ pack: { pack_id: "1" }, status: "status of 1" }];
    assert.deepEqual(hits(2, [["import Product 0", true]]), [undefined, open]);
    assert.deepEqual(hits(1, []), [open]);
    assert.deepEqual(hits(1, [["supplier Product 0", false]]), [undefined]);
  });
});

test("adds and removes single filter values", () => {
  const two = toggleValue(toggleValue(NO_SELECTION, "form", "cream"), "form", "gel");
  assert.deepEqual(two, { strength: [], form: ["cream", "gel"], supplier: [] });
  assert.deepEqual(toggleValue(two, "form", "cream").form, ["gel"]);
  assert.deepEqual([NO_SELECTION, two].map(isFiltered), [false, true]);
});

test("returns no products for a code", () => {
  const [{ gtin_codes }] = packs
    .search(TEXT)
    .packs.filter(({ gtin_codes }) => gtin_codes.length > 0);
  assert.equal(listOf(start(gtin_codes[0].gtin)), undefined);
});

test("joins lines with spaces", () => {
  assert.deepEqual(fitToQuery("Amlodipine 5 mg\r\n28 tablets\nTeva"), {
    text: "Amlodipine 5 mg 28 tablets Teva",
    isTruncated: false,
  });
});

test("truncates a long text after a whole word", () => {
  const { text, isTruncated } = fitToQuery("tablet ".repeat(40));
  assert.ok(isTruncated && text.length <= MAX_QUERY_LENGTH && text.endsWith("tablet"), text);
  for (const before of ["", " "]) {
    const word = `${before}${"x".repeat(2 * MAX_QUERY_LENGTH)}`;
    assert.deepEqual(
      fitToQuery(word),
      { text: word.slice(0, MAX_QUERY_LENGTH), isTruncated: true },
      "truncates a longer word",
    );
  }
  const whole = `${"x".repeat(MAX_QUERY_LENGTH - 6)} 28 tb`;
  assert.deepEqual(
    fitToQuery(whole),
    { text: whole, isTruncated: false },
    "keeps a text of the maximum length",
  );
  assert.deepEqual(
    fitToQuery(`${whole} more`),
    { text: whole, isTruncated: true },
    "keeps a word that ends at the limit",
  );
});

test("leaves short single-line text to the field", () => {
  assert.ok(!needsFitting("amlodipine 5mg\n"));
  assert.ok(!needsFitting("x".repeat(MAX_QUERY_LENGTH)));
  assert.ok(needsFitting("amlodipine\n5mg"));
  assert.ok(needsFitting("amlodipine\r5mg"));
  assert.ok(needsFitting("x".repeat(MAX_QUERY_LENGTH + 1)));
});

describe("a search", () => {
  const NONE = { strengths: [], routes: [], forms: [], releases: [] };
  const result = (more) => ({
    kind: "name",
    total: 0,
    packs: [],
    corrections: [],
    relaxed: false,
    strengths: [],
    available: NONE,
    no_match: null,
    notices: [],
    ...more,
  });
  const warnings = (search) =>
    searchWarnings({ corrections: [], relaxed: false, ...search }).map(({ text }) => text);

  test("has no warning if it matches as typed", () => {
    assert.deepEqual(searchAnnouncement(result({ total: 2, packs: [1, 2] })), {
      text: "2 packs",
      isWarning: false,
    });
  });

  test("warns about a partial match without ignored words", () => {
    assert.deepEqual(warnings({ relaxed: true }), ["No exact match. Check the name on the box"]);
  });

  test("quotes the ignored words, and marks those that may be medicines", () => {
    const ignored = (...words) => words.map((from) => ({ from, to: [] }));
    assert.deepEqual(warnings({ relaxed: true, corrections: ignored("ee", "4617B") }), [
      "No exact match. Ignored: “ee”, “4617B”. Check the name on the box",
    ]);
    const [first, ...others] = warnings({
      relaxed: true,
      corrections: ignored("zamoxib", "teviren"),
    });
    assert.equal(
      first,
      "No exact match. Ignored: “zamoxib”, “teviren”. These may be medicines. Check the name on the box",
    );
    assert.deepEqual(others, []);
  });

  test("announces its warnings before the results", () => {
    const found = result({
      total: 1,
      packs: [1],
      relaxed: true,
      corrections: [{ from: "amlodpine", to: ["amlodipine"] }],
    });
    const read =
      "No match for “amlodpine”. Showing amlodipine. Check the name on the box. No exact match. 1 pack";
    assert.deepEqual(searchAnnouncement(found), { text: read, isWarning: true });
  });

  test("tells other names of a medicine after the results, and not as a warning", () => {
    const notices = [{ notice: "former-name", from: "frusemide", to: ["furosemide"] }];
    const { text, isWarning } = searchAnnouncement(result({ total: 1, packs: [1], notices }));
    assert.match(text, /^1 pack\. .*frusemide.*furosemide/i);
    assert.equal(isWarning, false);
  });

  test("explains an empty result with the part of the query", () => {
    const reasons = {
      "medicine-not-in-release": "“celexa” is a medicine that is not in this release",
      "ambiguous-abbreviation":
        "“celexa” can mean more than one medicine or route. Write the full name",
      "unreadable-exclusion":
        "No pack name has “celexa”, so the search cannot exclude it. Check the spelling",
      "only-exclusions": "This search only has words to exclude. Add the name of a medicine",
      "unreadable-quantity": "“celexa” is not a quantity. Write it like 2.5mg",
    };
    for (const [reason, text] of Object.entries(reasons)) {
      const found = result({ no_match: { reason, text: "celexa" } });
      assert.equal(emptyReason(found), text);
      assert.deepEqual(searchAnnouncement(found), {
        text: `No pack found. ${text}`,
        isWarning: true,
      });
    }
    assert.equal(emptyReason(result()), undefined);
  });

  test("explains an empty result with the available values", () => {
    const reason = (available) => emptyReason(result({ available: { ...NONE, ...available } }));
    assert.equal(
      reason({ strengths: ["2.5mg", "5mg"] }),
      "No pack has this strength. Available: 2.5mg, 5mg",
    );
    assert.equal(reason({ routes: ["oral"] }), "No pack has this route. Available: oral");
    assert.equal(reason({ forms: ["tablets"] }), "No pack has this form. Available: tablets");
    assert.equal(
      reason({ releases: ["modified release"] }),
      "No pack has this type of release. Available: modified release",
    );
    const both =
      "No pack has this strength and route together. Available strengths: 10mg/1ml. Available routes: oral";
    assert.equal(reason({ strengths: ["10mg/1ml"], routes: ["oral"] }), both);
  });

  test("counts the packs, the shown packs and the products", () => {
    const found = (kind, total, shown = total) => ({
      kind,
      total,
      packs: Array.from({ length: shown }),
    });
    const cases = [
      [found("gtin", 0), undefined, "No pack found"],
      [found("gtin", 1), undefined, "1 pack"],
      [found("name", 4000, 100), undefined, "100 of 4,000 packs"],
      [found("amp", 3), undefined, "3 packs with this AMP code"],
      [found("vmpp", 3), undefined, "3 packs with this VMPP code"],
      [found("vmp", 30, 20), undefined, "20 of 30 packs with this VMP code"],
      [found("vtm", 3), undefined, "3 packs with this VTM code"],
      [found("name", 30, 20), { unfiltered: 30, chosen: 30, products: 2 }, "30 packs, 2 products"],
      [{ ...found("name", 3), unfiltered: 30 }, undefined, "3 of 30 packs"],
      [{ ...found("name", 0), unfiltered: 30 }, undefined, "No pack of 30 matches the filters"],
      [found("name", 30, 20), { unfiltered: 30, chosen: 7, products: 1 }, "7 of 30 packs"],
    ];
    for (const [it, products, text] of cases) assert.equal(resultTitle(it, products), text);
  });
});

// What a search without results offers instead: queries that find packs as they are written.

const { alternativesOf } = await load("lookup/query.ts");
const demonstration = await PackLookup.open({
  dataset: readFileSync(join(root, "npm", "packs.bin")),
});
const search = (text) => demonstration.search(text, { limit: 100 });
const alternatives = (query) => alternativesOf(demonstration, query, search(query).available);

const cases = {
  "amlodipine 7mg": ["amlodipine 2.5mg", "amlodipine 5mg", "amlodipine 10mg"],
  "amlodipine 7 mg tablets": [
    "amlodipine 2.5mg tablets",
    "amlodipine 5mg tablets",
    "amlodipine 10mg tablets",
  ],
  "7mg amlodipine": ["2.5mg amlodipine", "5mg amlodipine", "10mg amlodipine"],
  "amlodipine injection": ["amlodipine tablets"],
  "amlodipine iv": ["amlodipine oral"],
  "amlodipine m/r": ["amlodipine immediate release"],
};

for (const [query, expected] of Object.entries(cases)) {
  test(`${query}: ${expected.join(", ") || "nothing"}`, () =>
    assert.deepEqual(
      alternatives(query).map((alternative) => alternative.query),
      expected,
    ));
}

test("each alternative finds packs of the same medicine, without a correction", () => {
  const moieties = (found) =>
    new Set(found.packs.map(({ pack_id }) => demonstration.concepts(pack_id)?.vtm?.id));
  for (const query of Object.keys(cases)) {
    const medicine = moieties(search(query.split(" ").find((word) => /^[a-z]{5}/.test(word))));
    for (const { query: other, value } of alternatives(query)) {
      const found = search(other);
      assert.ok(found.total > 0 && found.corrections.length === 0 && !found.relaxed, other);
      assert.ok(other.includes(value));
      for (const moiety of moieties(found)) assert.ok(medicine.has(moiety), other);
    }
  }
});
