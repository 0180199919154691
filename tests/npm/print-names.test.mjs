// Tests on the demonstration data that the name of a company finds no pack as the name of a
// medicine, and that each medicine keeps its name.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PackLookup } from "../../npm/index.js";
import { checkedQuestion, packsOf } from "../../npm/print/candidates.js";

const packs = await PackLookup.open();
const find = (text) => packs.search(text).packs;
const question = (name, strength, form) => ({
  text: `${name} ${strength} ${form}`,
  name,
  strength,
  parts: [],
  doubts: [],
  alternatives: [],
});

/** `Amlodipine 5mg tablets (Accord Healthcare Ltd) 28 tablet`. */
const NAME =
  /^(?<medicine>\D+) (?<strength>\d[\d.,]*(?:mg|micrograms?)) (?<form>tablets|capsules) .*?\((?<supplier>\S+)/;

const products = ["tablets", "capsules"]
  .flatMap((form) => pagesOf(form))
  .flatMap(({ name }) => NAME.exec(name)?.groups ?? []);

function pagesOf(text) {
  const { total } = packs.search(text, { limit: 1 });
  return Array.from(
    { length: Math.ceil(total / 100) },
    (_, page) => packs.search(text, { limit: 100, offset: 100 * page }).packs,
  ).flat();
}

test("the name of a company finds no pack", async () => {
  const asked = new Map(
    products.map(({ supplier, strength, form }) => [
      `${supplier} ${strength} ${form}`,
      question(supplier, strength, form),
    ]),
  );
  const answered = [];
  for (const one of asked.values())
    if ((await packsOf(one, find)).length > 0) answered.push(one.text);
  assert.ok(asked.size > 300, `${asked.size}`);
  assert.deepEqual(answered, []);
});

test("each medicine keeps its name", async () => {
  const asked = new Map(
    products.map(({ medicine, strength, form }) => [
      `${medicine} ${strength} ${form}`,
      question(medicine, strength, form),
    ]),
  );
  assert.ok(asked.size > 300, `${asked.size}`);
  const lost = new Set();
  for (const one of asked.values())
    if ((await checkedQuestion(one, find)).name === undefined) lost.add(one.name);
  assert.deepEqual([...lost], []);
});
