// Tests the exported history, cell by cell.
import assert from "node:assert/strict";
import { test } from "node:test";
import { strFromU8, unzipSync } from "fflate";
import { load } from "./source.mjs";

const { files } = await load("history/export.ts");
const NOW = { today: "2026-11-27", watchLists: [] };
const [toCsv, toXlsx, toJson] = ["csv", "xlsx", "json"].map(
  (format) => (entries) => files[format].write(entries, NOW),
);

const entry = {
  key: "1",
  at: Date.UTC(2026, 10, 21, 14, 2),
  request: { by: "code", text: "x" },
  outcome: "pack",
  code: "05012345678900",
  packId: "123456789012345678",
  name: 'Tablets "500", film-coated',
  batch: "00123",
  serial: "1E5",
  expiry: "2027-12-31",
  doubts: [],
  release: { name: "8.2.0", date: "2026-11-16", demo: false },
};
const chosen = {
  ...entry,
  among: ["1", "2", "3"],
  doubts: [
    { kind: "chosen", about: "code", text: "Chosen by you: this code was on 3 packs" },
    { kind: "stale", about: "data", text: "The data is 40 days old" },
  ],
};

/** The cells of a CSV file, by column. */
function read(csv) {
  assert.ok(csv.startsWith("\ufeff"), "spreadsheets recognise UTF-8 by its mark");
  const rows = csv
    .slice(1)
    .split("\r\n")
    .filter(Boolean)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
      ),
    );
  const [head, ...body] = rows;
  return body.map((cells) => Object.fromEntries(head.map((name, column) => [name, cells[column]])));
}

const cells = (change) => read(toCsv([{ ...entry, ...change }]))[0];

/** Codes that spreadsheets would read as numbers, dates or formulas. */
const CODES = [
  "00123",
  "1E5",
  "3-4",
  "2026-03-04",
  "MAR1",
  "TRUE",
  "=1+1",
  "+5",
  "-7",
  "@x",
  "\t=1",
  'a"b',
  "a,b",
  "10:30",
  "5%",
];

test("a spreadsheet reads codes as text, never as a number, a date or a formula", () => {
  assert.equal(cells({}).gtin, '="05012345678900"');
  assert.equal(cells({}).pack_id, '="123456789012345678"');
  for (const code of CODES) {
    const written = `="${code.replaceAll('"', '""')}"`;
    assert.equal(cells({ batch: code }).batch, written);
    assert.equal(cells({ serial: code }).serial, written);
  }
});

test("a missing value is an empty cell", () => {
  const { packId: _, batch: __, serial: ___, ...without } = entry;
  const [row] = read(toCsv([{ ...without, code: "" }]));
  for (const column of ["gtin", "pack_id", "batch", "serial", "chosen", "doubts"])
    assert.equal(row[column], "");
});

test("escapes every cell that would be a formula", () => {
  for (const name of ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1"])
    assert.match(cells({ name }).name, /^'/);
  assert.equal(cells({}).name, entry.name);
});

test("writes a code over 255 characters without a formula", () => {
  assert.equal(cells({ batch: `=${"1".repeat(300)}` }).batch, `'=${"1".repeat(300)}`);
});

test("exports the number of packs to choose from, and every warning", () => {
  const [row] = read(toCsv([chosen]));
  assert.equal(row.chosen, "chosen by hand among 3 packs");
  assert.equal(row.doubts, "Chosen by you: this code was on 3 packs; The data is 40 days old");
  assert.equal(cells({ outcome: "reused", among: ["1", "2", "3"] }).chosen, "");
});

test("JSON has ids as strings and warnings as a list", () => {
  const [row, plain] = JSON.parse(toJson([chosen, entry]));
  assert.equal(row.pack_id, entry.packId);
  assert.equal(row.gtin, entry.code);
  assert.deepEqual(row.chosen_among, chosen.among);
  assert.deepEqual(row.doubts, chosen.doubts);
  assert.deepEqual(row.release, entry.release);
  assert.deepEqual([plain.chosen_among, plain.doubts], [null, []]);
});

test("every cell of the spreadsheet has the type text", async () => {
  const file = await toXlsx([{ ...chosen, batch: "=1+1", name: "a<b & _x0041_\x1d" }]);
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()));
  const sheet = strFromU8(parts["xl/worksheets/sheet1.xml"]);
  const strings = [...strFromU8(parts["xl/sharedStrings.xml"]).matchAll(/<t[^>]*>(.*?)<\/t>/g)].map(
    ([, text]) => text,
  );
  const texts = [...sheet.matchAll(/<c r="[A-Z]+2"[^>]* t="s"[^>]*><v>(\d+)<\/v>/g)].map(
    ([, place]) => strings[place],
  );
  for (const text of [entry.code, entry.packId, "=1+1", "1E5", "a&lt;b &amp; _x005F_x0041__x001D_"])
    assert.ok(texts.includes(text), text);
  const others = sheet
    .match(/<c [^>]*>/g)
    .filter((start) => !start.includes(' t="s"') && !start.endsWith("/>"));
  assert.deepEqual([others, sheet.includes("<f>")], [[], false], "no numbers and no formulas");
});
