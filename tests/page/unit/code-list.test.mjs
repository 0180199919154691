// Tests the check of a person's list of codes: the column with the codes, the findings, and that
// the file that is written keeps every row and column.
import assert from "node:assert/strict";
import { test } from "node:test";
import { codes, packs, release, startPage } from "./page.mjs";
import { load } from "./source.mjs";

const [{ CodeList }] = await Promise.all([load("actions/code-list.ts")]);

function start(options) {
  const page = startPage(options);
  return { ...page, codeList: new CodeList(page.store, page.host) };
}

const file = (text, name = "list.csv") => new File([text], name, { type: "text/csv" });
const statuses = ({ store }) => store.state.codeList.check.codes.map(({ status }) => status);

const LIST = `My list
name;qty;EAN
"Paracetamol; 32";100000;${codes.paracetamol}
Lormetazepam;2;${codes.reused}
Rounded;3;5.01E+12
Typo;4;9520000000012
;5;
`;

test("checks a file, and finds the column with the codes", async () => {
  const page = start();
  await page.codeList.checkFile(file(LIST));
  const { check } = page.store.state.codeList;
  assert.deepEqual([check.column, check.first, check.release], [2, 2, "8.2.0_20250814000001"]);
  assert.deepEqual(statuses(page), [
    "current",
    "reused",
    "rounded_number",
    "wrong_check_digit",
    "not_a_code",
  ]);
  assert.deepEqual(page.done.focused, ["code-list-result"]);
});

test("writes every row and column of the list, and what became of each code", async () => {
  const page = start();
  await page.codeList.checkFile(file(LIST));
  page.codeList.export();
  const [[name, type, csv]] = page.done.saved;
  assert.deepEqual([name, type], ["checked-2025-08-20.csv", "text/csv"]);
  const lines = csv.replace("\ufeff", "").trimEnd().split("\r\n");
  assert.equal(
    lines[0],
    "name,qty,EAN,dmd_status,dmd_findings,dmd_kind,dmd_name,dmd_date,dmd_other_code,dmd_other_name,dmd_pack_id",
  );
  assert.equal(lines.length, 7, "the title, and five rows");
  assert.match(lines[1], /^My list,/);
  assert.equal(
    lines[2],
    `Paracetamol; 32,100000,"=""${codes.paracetamol}""",current,,gtin,Paracetamol 500mg tablets (Demo Pharma Ltd) 32 tablet,,,,"=""995200000000000013"""`,
  );
  assert.match(lines[3], /reused,2 packs have carried this GTIN: different medicines,gtin/);
  assert.match(lines[6], /^,5,,not_a_code,/);
});

test("checks a pasted list, also one with columns", () => {
  const page = start();
  page.codeList.checkText(` ${codes.paracetamol}\r\n\r\n995200000000000021\namlodipine\n`);
  assert.deepEqual(statuses(page), ["current", "discontinued", "not_a_code"]);
  page.codeList.checkText(`Ibuprofen\t995200000000000021\nLorazepam\t995200000000000032`);
  assert.deepEqual(statuses(page), ["discontinued", "current"]);
  assert.equal(page.store.state.codeList.check.column, 1);
});

test("a list of more than 10,000 codes is checked whole", () => {
  const page = start();
  page.codeList.checkText(`${codes.paracetamol}\n`.repeat(10_050));
  assert.deepEqual(page.store.state.codeList.check.counts, [["current", 10_050]]);
});

test("says why a list cannot be checked, and keeps nothing of the one before", async () => {
  const page = start();
  page.codeList.checkText(codes.paracetamol);
  for (const [list, problem] of [
    [file("name,qty\nParacetamol,5\n"), "list.csv has no column with GTINs or dm+d codes"],
    [file(""), "list.csv has no rows"],
    [file("x", "list.xls"), "list.xls is in an old format. Save it as .xlsx or .csv"],
  ]) {
    await page.codeList.checkFile(list);
    assert.deepEqual(page.store.state.codeList, { problem });
    assert.deepEqual(page.done.announced.at(-1), { text: problem, isWarning: true });
  }
  page.codeList.close();
  assert.deepEqual(page.store.state.codeList, {});
});

test("without data it says that the list must wait", () => {
  const page = start({ data: { release } });
  page.codeList.checkText(codes.paracetamol);
  assert.match(page.store.state.codeList.problem, /^The data are not on this device yet/);
});

test("the column is that with codes of the release, and not one with long numbers", () => {
  const page = start();
  const rows = ["9520000000011", "9520000000035", "9520000000028"].map(
    (gtin, place) => `${20250814 + place}\t1234567${place}\t${gtin}`,
  );
  page.codeList.checkText(rows.join("\n"));
  assert.equal(page.store.state.codeList.check.column, 2);
  assert.equal(packs.checkList(["20250814"]).codes[0].status, "wrong_check_digit");
});
