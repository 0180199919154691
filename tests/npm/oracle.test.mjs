// Compares every record and all concepts of the demonstration release with an independent reader of
// its files. `npm run check` does so for any release.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { paths } from "../../scripts/common/project.mjs";
import { qualityReport } from "../../npm/import.js";
import { PackLookup } from "../../npm/index.js";
import { compare, compareWith } from "../oracle/compare.mjs";
import { compareFindings, compareQuality, expectedFindings } from "../oracle/quality.mjs";
import { expectedOf } from "../oracle/expected.mjs";
import { readRelease } from "../oracle/release.mjs";

let release;

before(() => {
  release = readRelease(paths.demoRelease);
});

test("each record and its concepts equal the files of the release", async () => {
  const { compared, differences } = await compare(paths.demoRelease);
  assert.deepEqual({ compared, differences }, { compared: 2000, differences: [] });
});

// A column of each file and section that affects results, with the value to which it is changed.
for (const [file, path, column, text] of [
  ["ampp", "AMPPS/AMPP", "NM", "Another name"],
  ["ampp", "MEDICINAL_PRODUCT_PRICE/PRICE_INFO", "PRICE", "123456"],
  ["ampp", "DRUG_PRODUCT_PRESCRIB_INFO/PRESCRIB_INFO", "DENT_F", "1"],
  ["amp", "AMPS/AMP", "NM", "Another name"],
  ["vmpp", "VMPPS/VMPP", "QTYVAL", "1234"],
  ["vmpp", "DRUG_TARIFF_INFO/DTINFO", "PAY_CATCD", "9999"],
  ["vmp", "VMPS/VMP", "NM", "Another name"],
  ["vmp", "VIRTUAL_PRODUCT_INGREDIENT/VPI", "STRNT_NMRTR_VAL", "12345.5"],
  ["vmp", "DRUG_FORM/DFORM", "FORMCD", "1"],
  ["vmp", "DRUG_ROUTE/DROUTE", "ROUTECD", "1"],
  ["vmp", "CONTROL_DRUG_INFO/CONTROL_INFO", "CATCD", "9999"],
  ["vtm", "VTM", "NM", "Another name"],
  ["ingredient", "ING", "NM", "Another name"],
]) {
  test(`a changed ${column} in ${path} is a difference`, async () => {
    const packs = await PackLookup.demo({ ids: "string" });
    const changed = {
      ...release,
      [file]: release[file].map((one) =>
        one.path === path ? { ...one, row: { ...one.row, [column]: text } } : one,
      ),
    };
    const { differences } = compareWith(packs, expectedOf(changed));
    assert.ok(differences.length > 0);
    packs.close();
  });
}

test("the data quality report equals the files of the release", async () => {
  const { counts, differences } = await compareQuality(paths.demoRelease);
  assert.deepEqual(differences, []);
  assert.deepEqual(counts, {
    reused: 25,
    overlapping_periods: 22,
    wrong_check_digit: 1,
    two_forms: 42,
    invalid_pack: 55,
  });
});

const changeColumn = (path, column, text) => (rows) =>
  rows.map((one) => (one.path === path ? { ...one, row: { ...one.row, [column]: text } } : one));

const endAll = (rows) =>
  JSON.parse(
    JSON.stringify(rows).replaceAll(
      /(\{"name":"STARTDT","text":"[^"]*"\})/g,
      '$1,{"name":"ENDDT","text":"0001-01-01"}',
    ),
  );

for (const [what, file, change] of [
  ["an invalid flag", "ampp", changeColumn("AMPPS/AMPP", "INVALID", "1")],
  [
    "one generic product of all packs",
    "vmpp",
    (rows) =>
      changeColumn(
        "VMPPS/VMPP",
        "VPID",
        rows.find(({ path }) => path === "VMPPS/VMPP").row.VPID,
      )(rows),
  ],
  ["an end of a period", "gtin", endAll],
]) {
  test(`${what} affects the data quality report`, async () => {
    const { json } = await qualityReport(readFileSync(paths.demoDataset));
    const { findings } = JSON.parse(Buffer.from(json));
    const { differences } = compareFindings(
      findings,
      expectedFindings({ ...release, [file]: change(release[file]) }),
    );
    assert.ok(differences.length > 0);
  });
}
