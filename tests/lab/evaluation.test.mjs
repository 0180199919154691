// The queries of the evaluation: what lab/reports/evaluation.md says of them is so.
import assert from "node:assert/strict";
import { test } from "node:test";
import { heardWord, misreadStrength, misreadWord, inOtherUnits } from "../../lab/lib/box/misread.mjs";
import { halfOf, HALVES, keyOf, medicineOf, productOf } from "../../lab/lib/box/products.mjs";
import { MADE, makeBoxQueries } from "../../lab/lib/box/model.mjs";
import { makerOnBox } from "../../lab/lib/box/wording.mjs";
import { linesOf, readWritten } from "../../lab/lib/judged.mjs";
import { groupBy } from "../../lab/lib/records.mjs";
import { Random } from "../common/random.mjs";

const MEDICINES = ["Amlodipine", "Simvastatin", "Ramipril", "Lisinopril", "Metformin", "Gliclazide", "Sertraline", "Fluoxetine", "Losartan", "Candesartan", "Folic acid", "Fusidic acid"];
const FORMS = { tablets: ["5mg", "tablet"], capsules: ["250microgram", "capsule"], cream: ["2%", "gram"] };
const MAKERS = ["Accord-UK Ltd", "Teva UK Ltd", "Bristol Laboratories Ltd", "Brown & Burk UK Ltd", "Special Order", "Sigma Pharmaceuticals Plc"];
const BRANDS = { Amlodipine: "Istin", Simvastatin: "Zocor", Ramipril: "Tritace", Lisinopril: "Zestril" };

/// A small release of the names that the model reads.
const RECORDS = MEDICINES.flatMap((medicine) =>
  Object.entries(FORMS).flatMap(([form, [strength, unit]]) => [
    ...MAKERS.flatMap((maker) => ["28", "100"].map((count) => record(medicine, medicine, strength, form, maker, `${count} ${unit}`))),
    ...(BRANDS[medicine] ? [record(BRANDS[medicine], medicine, strength, form, "Teva UK Ltd", `30 ${unit}`)] : []),
  ]),
);

function record(named, medicine, strength, form, maker, size) {
  const generic = `${medicine} ${strength} ${form}`;
  return { name: `${named} ${strength} ${form} (${maker}) ${size}`, generic_product_name: generic, generic_pack_name: `${generic} ${size}` };
}

const made = makeBoxQueries(RECORDS);

test("the same release gives the same queries, in whatever order it is asked", () => {
  const told = (queries) => queries.map(({ class: kind, half, text }) => [kind, half, text]);
  assert.deepEqual(told(makeBoxQueries(RECORDS)), told(made));
  assert.ok(new Set(made.map((query) => query.class)).size >= 10);
});

test("the pack that a made query was drawn from is right, and no pack of another medicine is", () => {
  for (const { text, meant, right, isRight } of made) {
    assert.ok(isRight(meant), text);
    const medicines = new Set(RECORDS.filter(({ name }) => right.has(name)).map(medicineOf));
    assert.equal(medicines.size, 1, text);
  }
});

test("a class asks for a medicine once, and has no more than it may", () => {
  for (const queries of groupBy(made, (query) => `${query.class} ${query.half}`).values()) {
    assert.ok(queries.length <= MADE);
    assert.equal(new Set(queries.map(({ meant }) => meant.replace(/ \d.*/, ""))).size, queries.length);
  }
});

test("what is made for one half names no medicine of the other", () => {
  const medicines = (half) => made.filter((query) => query.half === half).map(({ right }) => medicineOf(RECORDS.find(({ name }) => right.has(name))));
  const tune = new Set(medicines("tune"));
  assert.ok(tune.size > 0);
  assert.deepEqual(medicines("report").filter((medicine) => tune.has(medicine)), []);
});

test("no query is longer than what may be asked", () => {
  const all = [...made, ...HALVES.flatMap(readWritten)];
  assert.deepEqual(all.filter(({ text }) => text.length > 200), []);
});

test("the files hold the queries of their own half, thirty a class or nearly", () => {
  for (const half of HALVES) {
    const written = readWritten(half);
    assert.deepEqual(written.filter((query) => query.half !== half).map(({ text }) => text), []);
    const classes = groupBy(written, (query) => query.class);
    assert.equal(classes.size, 12);
    for (const [kind, queries] of classes) assert.ok(queries.length >= 28, `${kind}: ${queries.length}`);
  }
});

test("halves are by the first word that says something", () => {
  const cases = [["Co-codamol", "codamol"], ["The Boots Company Plc", "boots"], ["Dr Reddy's Laboratories", "reddy"], ["A A H Pharmaceuticals Ltd", "pharmaceuticals"], ["Accord-UK Ltd", "accord"]];
  for (const [name, key] of cases) assert.equal(keyOf(name), key);
  assert.equal(halfOf("Amlodipine"), "report");
  assert.equal(halfOf("Simvastatin"), "tune");
  assert.equal(halfOf("Simvastatin", "Teva UK Ltd"), "tune");
  assert.equal(halfOf("Amlodipine", "Teva UK Ltd"), null);
});

test("fifty pairs of look-alikes are asked both ways, none of them among the judged", () => {
  const pairs = (file, kind) => linesOf(file).filter((cells) => cells[0] === kind).map(([, , right, partner]) => [right.split(" ")[0], partner].sort().join(" "));
  const apart = groupBy(pairs("look-alikes-box.tsv", "look-alike-box"), (pair) => pair);
  assert.equal(apart.size, 50);
  assert.ok([...apart.values()].every((both) => both.length === 2));
  const judged = new Set(pairs("judged.tsv", "look-alike"));
  assert.deepEqual([...apart.keys()].filter((pair) => judged.has(pair)), []);
});

test("names are taken apart", () => {
  const { product, brand, medicine, strength, form, supplier, count, unit } = productOf({
    name: "Istin 5mg tablets (Lexon (UK) Ltd) 28 tablet 2 x 14 tablets",
    generic_product_name: "Amlodipine 5mg tablets",
    generic_pack_name: "Amlodipine 5mg tablets 28 tablet",
  });
  assert.deepEqual([product, brand, medicine, strength, form, supplier, count, unit], ["Istin 5mg tablets", "Istin", "Amlodipine", "5mg", "tablets", "Lexon (UK) Ltd", "28", "tablet"]);
  const two = { name: "Valsartan 80mg / Amlodipine 5mg tablets (Teva UK Ltd) 28 tablet", generic_product_name: "Valsartan 80mg / Amlodipine 5mg tablets", generic_pack_name: "Valsartan 80mg / Amlodipine 5mg tablets 28 tablet" };
  assert.equal(medicineOf(two), "amlodipine / valsartan");
  assert.equal(medicineOf({ generic_product_name: "Levothyroxine sodium 50microgram tablets" }), "levothyroxine");
  assert.equal(medicineOf({ generic_product_name: "Sodium chloride 0.9% eye drops" }), "sodium chloride");
});

test("makers are called as boxes call them", () => {
  const cases = { "Teva UK Ltd": "Teva", "Accord-UK Ltd": "Accord", "Bristol Laboratories Ltd": "Bristol", "The Boots Company Plc": "Boots", "Brown & Burk UK Ltd": "Brown & Burk", "Kent Pharma (UK) Ltd": "Kent" };
  for (const [supplier, name] of Object.entries(cases)) assert.equal(makerOnBox(supplier), name);
});

test("a strength in other words is the same strength", () => {
  const ways = (strength, form) => new Set(Array.from({ length: 200 }, (_, seed) => inOtherUnits(new Random(seed), strength, form)));
  assert.deepEqual(ways("500mg", "tablets"), new Set(["0.5g", "0.5 g"]));
  assert.ok(ways("50microgram", "tablets").has("0.05mg"));
  assert.deepEqual(ways("1%", "cream"), new Set(["10mg/g"]));
  assert.deepEqual(ways("0.5%", "eye drops"), new Set(["5mg/ml"]));
  assert.ok(ways("5mg", "tablets").has("5.0mg"));
  assert.deepEqual(ways("2mmol", "tablets"), new Set([null]));
});

test("misread and misheard words are never words that are known", () => {
  const known = new Set(["rnetformin"]);
  for (let seed = 0; seed < 200; seed++) {
    const random = new Random(seed);
    for (const change of [misreadWord, heardWord]) {
      const changed = change(random, "metformin", known);
      assert.ok(changed === null || (changed !== "metformin" && !known.has(changed)));
    }
    assert.notEqual(misreadStrength(random, "500mg"), "500mg");
  }
  assert.equal(misreadWord(new Random(1), "xxx", known), null);
});
