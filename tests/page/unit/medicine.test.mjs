// What is in a pack, in the words in which the page says it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { codesOf, medicineOf } = await load("lookup/medicine.ts");

const substance = (name, strength) => ({ id: 1n, name, ...(strength && { strength }) });
const vmp = { id: 322236009n, name: "Paracetamol 500mg tablets", sugar_free: false, gluten_free: false, preservative_free: false, cfc_free: false, forms: [{ id: 1n, name: "Tablet" }], routes: [{ id: 2n, name: "Oral" }], ingredients: [substance("Paracetamol", { value: 500, unit: "mg", denominator_value: 1, denominator_unit: "tablet" })] };

test("a substance has its strength as the release has it", () => {
  assert.deepEqual(medicineOf({ vmp }).substances, [{ name: "Paracetamol", strength: "500 mg / tablet" }]);
  const liquid = { ...vmp, ingredients: [substance("Amoxicillin", { value: 250, unit: "mg", denominator_value: 5, denominator_unit: "ml" }), substance("Water")] };
  assert.deepEqual(medicineOf({ vmp: liquid }).substances, [{ name: "Amoxicillin", strength: "250 mg / 5 ml" }, { name: "Water", strength: "" }]);
});

test("without substances the moiety stands for them", () => {
  assert.deepEqual(medicineOf({ vtm: { id: 1n, name: "Paracetamol" } }).substances, [{ name: "Paracetamol", strength: "" }]);
});

test("form and route are one line", () => assert.equal(medicineOf({ vmp }).given, "Tablet, oral"));

test("what must not be overlooked is said in words, and the rule is not said", () => {
  const controlled = { ...vmp, controlled_drug_category: "Schedule 2 (CD)" };
  assert.deepEqual(medicineOf({ vmp: controlled, amp: { additional_monitoring: true } }).marks, ["Controlled drug: Schedule 2 (CD)", "▼ Under additional monitoring"]);
  assert.deepEqual(medicineOf({ vmp: { ...vmp, controlled_drug_category: "No Controlled Drug Status" } }).marks, []);
  assert.deepEqual(medicineOf({ vmp: { ...vmp, sugar_free: true, prescribing_status: "Valid as a prescribable product" } }).notes, ["Sugar free"]);
});

test("where the data tell nothing, nothing is shown", () => {
  assert.equal(medicineOf(undefined), undefined);
  assert.equal(medicineOf({ amp: { id: 1n, name: "x", parallel_import: false, additional_monitoring: false } }), undefined);
});

test("codes of a supplement stand behind the others, and say where they are from", () => {
  const pack = { pack_id: 41402711000001106n, name: "Paracetamol" };
  const told = codesOf(pack, { amp: { id: 1n, bnf: "0407" }, vmp: { id: 2n, bnf: "040701", atc: "N02BE01" } }).slice(3);
  assert.deepEqual(told.map(({ term, id }) => [term, id]), [["BNF code", "040701"], ["BNF code of this product", "0407"], ["ATC code", "N02BE01"]]);
  assert.ok(told.every(({ name }) => /not an officially endorsed dm\+d product/.test(name)));
  assert.equal(codesOf(pack, { vmp: { id: 2n, atc: "N02BE01" } }).length, 3);
});

test("every code can be copied, the nearest first", () => {
  const concepts = { amp: { id: 1n, name: "a" }, vmp, vtm: { id: 4n, name: "t" } };
  const pack = { pack_id: 41402711000001106n, name: "Paracetamol" };
  assert.deepEqual(codesOf(pack, undefined).length, 1);
  assert.deepEqual(codesOf(pack, concepts).map(({ term, id }) => [term, id]), [["AMPP code", "41402711000001106"], ["AMP code", "1"], ["VMP code", "322236009"], ["VTM code", "4"]]);
});
