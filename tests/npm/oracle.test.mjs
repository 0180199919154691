// Compares every record and all concepts of the demonstration release with an independent reader of
// its files. `npm run check` does so for any release.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { paths, root } from "../../scripts/common/project.mjs";
import { temporaryFolder } from "../common/folders.mjs";
import { qualityReport } from "../../npm/import.js";
import { PackLookup } from "../../npm/index.js";
import { compareChanges, expectedChanges } from "../oracle/changes.mjs";
import { compare, compareWith } from "../oracle/compare.mjs";
import { compareFindings, compareQuality, expectedFindings } from "../oracle/quality.mjs";
import { expectedOf } from "../oracle/expected.mjs";
import { readRelease } from "../oracle/release.mjs";
import { compareTables, expectedTables } from "../oracle/tables.mjs";

const folder = temporaryFolder();

/** A demonstration release of this number of packs. */
function demoOf(packs) {
  const file = join(folder, `${packs}.zip`);
  execFileSync(process.execPath, [
    join(root, "npm", "cli.js"),
    ...["demo", "--packs", String(packs), "-o", file],
  ]);
  return file;
}

const tables = join(folder, "tables");
execFileSync(process.execPath, [
  join(root, "npm", "cli.js"),
  ...["export", "--all", tables, "--ids", "string", "--dataset", paths.demoRelease],
]);

// Made before any test: a process in which WebAssembly has reserved memory may not start another.
const demonstrations = [300, 310, 290].map(demoOf);

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
  ["ampp", "REIMBURSEMENT_INFO/REIMB_INFO", "SPEC_CONTCD", "1"],
  ["ampp", "REIMBURSEMENT_INFO/REIMB_INFO", "BB", "1"],
  ["ampp", "REIMBURSEMENT_INFO/REIMB_INFO", "DND", "1"],
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
    const packs = await PackLookup.demo();
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

test("each value of the exported tables equals the files of the release", () => {
  const { values, differences } = compareTables(expectedTables(release), tables);
  assert.deepEqual(differences, []);
  assert.ok(values > 100_000);
});

test("a changed value of any table, and a row too many or too few, is a difference", () => {
  const expected = expectedTables(release);
  for (const [name, rows] of Object.entries(expected)) {
    assert.ok(rows.length > 0, name);
    const [first] = rows;
    for (const column of Object.keys(first)) {
      const changed = { [name]: [{ ...first, [column]: "another" }, ...rows.slice(1)] };
      assert.equal(compareTables(changed, tables).differences.length, 2, `${name} ${column}`);
    }
    assert.equal(compareTables({ [name]: rows.slice(1) }, tables).differences.length, 1);
    assert.equal(compareTables({ [name]: [...rows, first] }, tables).differences.length, 1);
  }
});

test("docs/tables.md has each table and each of its columns, in their order", () => {
  const text = readFileSync(join(root, "docs", "tables.md"), "utf8");
  const { resources } = JSON.parse(readFileSync(join(tables, "datapackage.json"), "utf8"));
  for (const { name, description, schema } of resources) {
    const columns = schema.fields.map((field) => `\`${field.name}\``).join(", ");
    const row = `| \`${name}\` | ${description.replace("A row for ", "")} | ${columns} |`;
    assert.ok(text.includes(row), row);
  }
});

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

describe("what changed between two releases", () => {
  test("equals their files", async () => {
    const steps = await compareChanges(demonstrations);
    assert.deepEqual(
      steps.map(({ missed, invented }) => [missed, invented]),
      [
        [[], []],
        [[], []],
      ],
    );
    for (const { expected } of steps) assert.ok(expected > 100, String(expected));
  });

  test("a changed column is a change", () => {
    for (const [file, path, column, text, kind] of [
      ["ampp", "AMPPS/AMPP", "NM", "Another name", "renamed ampp"],
      ["ampp", "AMPPS/AMPP", "INVALID", "1", "invalid ampp"],
      ["ampp", "MEDICINAL_PRODUCT_PRICE/PRICE_INFO", "PRICE", "123456", "price ampp"],
      ["vmp", "VMPS/VMP", "VPIDPREV", "38188111000001100", "replaces vmp"],
      ["vtm", "VTM", "VTMID", "38188111000001100", "new vtm"],
    ]) {
      const edited = (one) =>
        one.path === path ? { ...one, row: { ...one.row, [column]: text } } : one;
      const changed = { ...release, [file]: release[file].map(edited) };
      const changes = [...expectedChanges(release, changed)];
      assert.ok(
        changes.some((change) => change.startsWith(kind)),
        `${kind}: ${changes.slice(0, 3)}`,
      );
    }
  });
});
