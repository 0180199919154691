// Tests how a pack is shown: the parts of its name, its status, the expiry date, and its contents.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { load } from "./source.mjs";

const { codesOf, expiryStatus, medicineOf, nameParts, statusText } = await load("lookup/pack.ts");
const { pluralUnit } = await load("common/format.ts");

const substance = (name, strength) => ({ id: "1", name, ...(strength && { strength }) });
const vmp = {
  id: "322236009",
  name: "Paracetamol 500mg tablets",
  sugar_free: false,
  gluten_free: false,
  preservative_free: false,
  cfc_free: false,
  forms: [{ id: "1", name: "Tablet" }],
  routes: [{ id: "2", name: "Oral" }],
  ingredients: [
    substance("Paracetamol", {
      value: 500,
      unit: "mg",
      denominator_value: 1,
      denominator_unit: "tablet",
    }),
  ],
};

test("shows the strength of a substance as the release has it", () => {
  assert.deepEqual(medicineOf({ vmp }).substances, [
    { name: "Paracetamol", strength: "500 mg / tablet" },
  ]);
  const liquid = {
    ...vmp,
    ingredients: [
      substance("Amoxicillin", {
        value: 250,
        unit: "mg",
        denominator_value: 5,
        denominator_unit: "ml",
      }),
      substance("Water"),
    ],
  };
  assert.deepEqual(medicineOf({ vmp: liquid }).substances, [
    { name: "Amoxicillin", strength: "250 mg / 5 ml" },
    { name: "Water", strength: "" },
  ]);
});

test("shows all parts of a strength, and omits a denominator of 1", () => {
  const cases = [
    [{ value: 500, unit: "mg" }, "500 mg"],
    [{ value: 10 }, "10"],
    [{ value: 2, unit: "mg", denominator_unit: "ml" }, "2 mg / ml"],
    [{ value: 2, unit: "mg", denominator_value: 0.5, denominator_unit: "ml" }, "2 mg / 0.5 ml"],
  ];
  for (const [strength, words] of cases) {
    assert.equal(
      medicineOf({ vmp: { ...vmp, ingredients: [substance("Paracetamol", strength)] } })
        .substances[0].strength,
      words,
    );
  }
});

test("shows the code if the release has no name", () => {
  const unnamed = {
    ...vmp,
    forms: [{ id: "385055001" }],
    routes: [{ id: "2", name: "Oral" }, { id: "3" }],
    ingredients: [{ id: "387517004" }],
  };
  const { substances, formAndRoute } = medicineOf({ vmp: unnamed });
  assert.deepEqual(
    [substances, formAndRoute],
    [[{ name: "387517004", strength: "" }], "385055001, oral, 3"],
  );
});

test("shows the VTM if there are no substances", () => {
  assert.deepEqual(medicineOf({ vtm: { id: "1", name: "Paracetamol" } }).substances, [
    { name: "Paracetamol", strength: "" },
  ]);
  assert.deepEqual(
    medicineOf({ vmp, vtm: { id: "1", name: "Moiety" } }).substances.map(({ name }) => name),
    ["Paracetamol"],
  );
});

test("joins form and route", () => assert.equal(medicineOf({ vmp }).formAndRoute, "Tablet, oral"));

test("shows properties that must not be overlooked, and not the normal values", () => {
  const controlled = { ...vmp, controlled_drug_category: "Schedule 2 (CD)" };
  assert.deepEqual(medicineOf({ vmp: controlled, amp: { additional_monitoring: true } }).cautions, [
    "Controlled drug: Schedule 2 (CD)",
    "▼ Under additional monitoring",
  ]);
  assert.deepEqual(
    medicineOf({ vmp: { ...vmp, controlled_drug_category: "No Controlled Drug Status" } }).cautions,
    [],
  );
  assert.deepEqual(
    medicineOf({
      vmp: { ...vmp, sugar_free: true, prescribing_status: "Valid as a prescribable product" },
    }).notes,
    ["Sugar free"],
  );
});

test("hides only the exact texts of the normal values", () => {
  for (const category of [
    "No Controlled Drug Status outside hospitals",
    "Formerly no controlled drug status",
  ]) {
    assert.deepEqual(medicineOf({ vmp: { ...vmp, controlled_drug_category: category } }).cautions, [
      `Controlled drug: ${category}`,
    ]);
  }
  const notes = ["None but in hospitals", "Not valid as a prescribable product"];
  assert.deepEqual(medicineOf({ prescribing_notes: ["None", ...notes] }), {
    substances: [],
    formAndRoute: "",
    cautions: [],
    notes,
  });
});

test("shows imports and schedules as cautions, and other properties as notes", () => {
  const free = { sugar_free: true, gluten_free: true, preservative_free: true, cfc_free: true };
  const concepts = {
    amp: { parallel_import: true, flavour: "Strawberry", availability_restriction: "None" },
    vmpp: { drug_tariff_category: "Part VIIIA Category M" },
    vmp: {
      ...vmp,
      ...free,
      prescribing_status: "Caution - AMP level prescribing advised",
      non_availability: "Actual products not available",
    },
    schedules: ["Schedule 1"],
    prescribing_notes: ["ACBS"],
  };
  const { cautions, notes } = medicineOf(concepts);
  assert.deepEqual(cautions, ["Parallel import", "Schedule 1"]);
  assert.deepEqual(notes, [
    ...["Sugar free", "Gluten free", "Preservative free", "CFC free"],
    ...["Strawberry", "Caution - AMP level prescribing advised", "Actual products not available"],
    ...["Part VIIIA Category M", "ACBS"],
  ]);
});

test("shows nothing if the data has nothing", () => {
  assert.equal(medicineOf(undefined), undefined);
  assert.equal(
    medicineOf({
      amp: { id: "1", name: "x", parallel_import: false, additional_monitoring: false },
    }),
    undefined,
  );
});

test("lists supplementary codes last, with their source", () => {
  const pack = { pack_id: "41402711000001106", name: "Paracetamol" };
  const reported = codesOf(pack, {
    amp: { id: "1", bnf: "0407" },
    vmp: { id: "2", bnf: "040701", atc: "N02BE01" },
  }).slice(3);
  assert.deepEqual(
    reported.map(({ term, id }) => [term, id]),
    [
      ["BNF code", "040701"],
      ["BNF code of this product", "0407"],
      ["ATC code", "N02BE01"],
    ],
  );
  assert.ok(reported.every(({ name }) => /not an officially endorsed dm\+d product/.test(name)));
  assert.equal(codesOf(pack, { vmp: { id: "2", atc: "N02BE01" } }).length, 3);
});

test("lists all codes, the nearest concept first", () => {
  const concepts = {
    amp: { id: "1", name: "a" },
    vmpp: { id: "3", name: "g" },
    vmp,
    vtm: { id: "4", name: "t" },
  };
  const pack = { pack_id: "41402711000001106", name: "Paracetamol" };
  assert.deepEqual(codesOf(pack, undefined).length, 1);
  assert.deepEqual(
    codesOf(pack, concepts).map(({ term, id, name }) => [term, id, name]),
    [
      ["AMPP code", "41402711000001106", "Paracetamol"],
      ["AMP code", "1", "a"],
      ["VMPP code", "3", "g"],
      ["VMP code", "322236009", "Paracetamol 500mg tablets"],
      ["VTM code", "4", "t"],
    ],
  );
});

describe("the status of a pack", () => {
  const status = { current: true, discontinued: false, discontinued_date: null, invalid: false };
  const cases = [
    [{}, "Listed as current in dm+d"],
    [{ current: false, invalid: true }, "Marked invalid in dm+d"],
    [
      { current: false, discontinued: true, discontinued_date: "2024-05-01" },
      "Discontinued on 1 May 2024",
    ],
    [
      { current: false, invalid: true, discontinued: true },
      "Marked invalid in dm+d, discontinued (no date recorded)",
    ],
  ];
  for (const [it, text] of cases) {
    test(text, () =>
      assert.deepEqual(statusText({ ...status, ...it }), {
        tone: text === "Listed as current in dm+d" ? "plain" : "caution",
        text,
      }),
    );
  }
});

test("the expiry date is valid, with a caution in the last 30 days", () => {
  const cases = {
    "2026-01-09": ["danger", "Expired 1 day ago, on 9 January 2026"],
    "2026-01-10": ["caution", "Expires today, 10 January 2026"],
    "2026-02-09": ["caution", "Expires in 30 days, on 9 February 2026"],
    "2026-02-10": ["plain", "Expires in 31 days, on 10 February 2026"],
  };
  for (const [expiry, [tone, text]] of Object.entries(cases))
    assert.deepEqual(expiryStatus(expiry, "2026-01-10"), {
      tone,
      text,
      short: text.split(", ")[0],
    });
});

test("the supplier is the last text in parentheses before the size", () => {
  assert.deepEqual(nameParts("Emollient (paraffin free) cream (Teva UK Ltd) 500 gram"), {
    product: "Emollient (paraffin free) cream",
    supplier: "Teva UK Ltd",
    size: "500 gram",
  });
  assert.deepEqual(nameParts("Emollient (paraffin free) cream"), {
    product: "Emollient (paraffin free) cream",
  });
  const cases = {
    "Adrenaline (base) 1mg/1ml (1 in 1,000) solution (Kent Pharma (UK) Ltd) 10 ampoule": [
      "Kent Pharma (UK) Ltd",
      "10 ampoule",
    ],
    "Fluid (Teva) 4 bag (4 x 500 ml) 2 box (sterile)": [
      "Teva",
      "4 bag (4 x 500 ml) 2 box (sterile)",
    ],
    "Cream (Teva)": [],
    "Cream (Teva) tube 5": [],
    "(Teva) 28 tablet": [],
    "Cream) (Teva 5": [],
  };
  for (const [name, [supplier, size]] of Object.entries(cases)) {
    const parts = nameParts(name);
    assert.deepEqual([parts.supplier, parts.size], [supplier, size], name);
    assert.equal(
      supplier ? `${parts.product} (${supplier}) ${size}` : parts.product,
      name,
      "joined, the parts are the name",
    );
  }
});

test("writes the plural of a unit", () => {
  const plurals = {
    tablet: "tablets",
    patch: "patches",
    suppository: "suppositories",
    ml: "ml",
    "unit dose": "unit doses",
    lozenge: "lozenges",
  };
  for (const [unit, plural] of Object.entries(plurals)) assert.equal(pluralUnit(unit), plural);
});
