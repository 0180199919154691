// Tests what a search without results offers instead: queries that find packs as they are written.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { PackLookup } from "../../../npm/core.js";
import { root } from "../../../scripts/common/project.mjs";
import { load } from "./source.mjs";

const { alternativesOf } = await load("lookup/query.ts");
const packs = await PackLookup.open({ dataset: readFileSync(join(root, "npm", "packs.bin")) });
const search = (text) => packs.search(text, { limit: 100 });
const alternatives = (query) => alternativesOf(packs, query, search(query).available);

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
    new Set(found.packs.map(({ pack_id }) => packs.concepts(pack_id)?.vtm?.id));
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
