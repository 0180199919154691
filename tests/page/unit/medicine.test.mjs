// Tests the page's words for the contents of a pack.
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

test("of a strength all is told that the release has, and one of a unit is the unit", () => {
  const cases = [
    [{ value: 500, unit: "mg" }, "500 mg"],
    [{ value: 10 }, "10"],
    [{ value: 2, unit: "mg", denominator_unit: "ml" }, "2 mg / ml"],
    [{ value: 2, unit: "mg", denominator_value: 0.5, denominator_unit: "ml" }, "2 mg / 0.5 ml"],
  ];
  for (const [strength, words] of cases) {
    assert.equal(medicineOf({ vmp: { ...vmp, ingredients: [substance("Paracetamol", strength)] } }).substances[0].strength, words);
  }
});

test("what has no name in the release is told by its code", () => {
  const unnamed = { ...vmp, forms: [{ id: 385055001n }], routes: [{ id: 2n, name: "Oral" }, { id: 3n }], ingredients: [{ id: 387517004n }] };
  const { substances, given } = medicineOf({ vmp: unnamed });
  assert.deepEqual([substances, given], [[{ name: "387517004", strength: "" }], "385055001, oral, 3"]);
});

test("without substances the moiety stands for them", () => {
  assert.deepEqual(medicineOf({ vtm: { id: 1n, name: "Paracetamol" } }).substances, [{ name: "Paracetamol", strength: "" }]);
  assert.deepEqual(medicineOf({ vmp, vtm: { id: 1n, name: "Moiety" } }).substances.map(({ name }) => name), ["Paracetamol"]);
});

test("form and route are one line", () => assert.equal(medicineOf({ vmp }).given, "Tablet, oral"));

test("what must not be overlooked is said in words, and the rule is not said", () => {
  const controlled = { ...vmp, controlled_drug_category: "Schedule 2 (CD)" };
  assert.deepEqual(medicineOf({ vmp: controlled, amp: { additional_monitoring: true } }).marks, ["Controlled drug: Schedule 2 (CD)", "▼ Under additional monitoring"]);
  assert.deepEqual(medicineOf({ vmp: { ...vmp, controlled_drug_category: "No Controlled Drug Status" } }).marks, []);
  assert.deepEqual(medicineOf({ vmp: { ...vmp, sugar_free: true, prescribing_status: "Valid as a prescribable product" } }).notes, ["Sugar free"]);
});

test("only the release's own words for the rule are not said, and not what says more", () => {
  for (const category of ["No Controlled Drug Status outside hospitals", "Formerly no controlled drug status"]) {
    assert.deepEqual(medicineOf({ vmp: { ...vmp, controlled_drug_category: category } }).marks, [`Controlled drug: ${category}`]);
  }
  const notes = ["None but in hospitals", "Not valid as a prescribable product"];
  assert.deepEqual(medicineOf({ prescribing_notes: ["None", ...notes] }), { substances: [], given: "", marks: [], notes });
});

test("an import and the schedules are marks, and each freedom and each word of the release a note", () => {
  const free = { sugar_free: true, gluten_free: true, preservative_free: true, cfc_free: true };
  const concepts = {
    amp: { parallel_import: true, flavour: "Strawberry", availability_restriction: "None" },
    vmpp: { drug_tariff_category: "Part VIIIA Category M" },
    vmp: { ...vmp, ...free, prescribing_status: "Caution - AMP level prescribing advised", non_availability: "Actual products not available" },
    schedules: ["Schedule 1"],
    prescribing_notes: ["ACBS"],
  };
  const { marks, notes } = medicineOf(concepts);
  assert.deepEqual(marks, ["Parallel import", "Schedule 1"]);
  assert.deepEqual(notes, [
    ...["Sugar free", "Gluten free", "Preservative free", "CFC free"],
    ...["Strawberry", "Caution - AMP level prescribing advised", "Actual products not available"],
    ...["Part VIIIA Category M", "ACBS"],
  ]);
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
  const concepts = { amp: { id: 1n, name: "a" }, vmpp: { id: 3n, name: "g" }, vmp, vtm: { id: 4n, name: "t" } };
  const pack = { pack_id: 41402711000001106n, name: "Paracetamol" };
  assert.deepEqual(codesOf(pack, undefined).length, 1);
  assert.deepEqual(codesOf(pack, concepts).map(({ term, id, name }) => [term, id, name]), [
    ["AMPP code", "41402711000001106", "Paracetamol"],
    ["AMP code", "1", "a"],
    ["VMPP code", "3", "g"],
    ["VMP code", "322236009", "Paracetamol 500mg tablets"],
    ["VTM code", "4", "t"],
  ]);
});
