// Tests expected lists: files keep every digit, columns are recognised, and a comparison has each
// row and each line once.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { codes, packs } from "./page.mjs";
import { load } from "./source.mjs";

const { gradeOf, recogniseColumns } = await load("stock-take/columns.ts");
const { compare } = await load("stock-take/difference.ts");
const { readList } = await load("stock-take/difference.ts");
const { readTable } = await load("stock-take/files.ts");
const { isConceptId, listedCode } = await load("stock-take/columns.ts");
const { wholeNumber } = await load("stock-take/columns.ts");
const { Ledger } = await load("stock-take/model.ts");
const { writeDifference, writeLines } = await load("stock-take/export.ts");
const { toXlsx } = await load("export/tables.ts");

/** The cells of rows that are written with bars between them. */
const rowsOf = (...rows) => rows.map((row) => (row === "" ? [] : row.split("|")));

const csv = (text, name = "list.csv") => new File([text], name, { type: "text/csv" });

describe("a file is read as text", () => {
  const cases = {
    "leading zeros": ["gtin,qty\n00012345678905,2", rowsOf("gtin|qty", "00012345678905|2")],
    "the formula that keeps zeros": ['gtin,qty\n="0123",2', rowsOf("gtin|qty", "0123|2")],
    "semicolons, quotes and a byte order mark": [
      '\ufeffcode;name\r\n"1";"a ""b"";c"\r\n',
      rowsOf("code|name", '1|a "b";c'),
    ],
    "tabs and empty lines, which keep the numbers of rows": [
      "a\tb\n\n1\t2\n",
      [["a", "b"], [""], ["1", "2"]],
    ],
    "a line that names the separator": ["sep=;\ncode;qty\n1;2", rowsOf("", "code|qty", "1|2")],
    "a comma in a cell with line breaks": [
      'a,b\n"x,\ny",2',
      [
        ["a", "b"],
        ["x,\ny", "2"],
      ],
    ],
  };
  for (const [title, [text, rows]] of Object.entries(cases))
    test(title, async () => assert.deepEqual((await readTable(csv(text))).rows, rows));

  const utf16 = (text, isBigEndian) => {
    const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
    return isBigEndian ? bytes.swap16() : bytes;
  };
  const encodings = {
    "UTF-16, little endian": utf16("Müller,1"),
    "UTF-16, big endian": utf16("Müller,1", true),
    "UTF-16 without a byte order mark": Buffer.from("Müller,1", "utf16le"),
    "the code page of Windows": Buffer.from("Müller,1", "latin1"),
    "UTF-8": Buffer.from("Müller,1"),
  };
  for (const [title, bytes] of Object.entries(encodings))
    test(title, async () =>
      assert.deepEqual((await readTable(csv(bytes))).rows, [["Müller", "1"]]),
    );

  for (const [title, quote] of Object.entries({
    "a quotation mark that nothing closes": '9520000000011,"Dressing 5,1',
    "one that a later row closes": '9520000000011,"Dressing 5,1\n9520000000028,10" dressing,2',
  }))
    test(`${title} loses no row`, async () => {
      const others = Array.from({ length: 20 }, (_, at) => `95200000000${at + 10},name,${at}`);
      const { rows, notes } = await readTable(csv(["gtin,name,qty", quote, ...others].join("\n")));
      assert.equal(rows.length, 1 + quote.split("\n").length + others.length);
      assert.match(notes[0], /quotation mark is not closed/);
      assert.deepEqual(rows.at(-1), others.at(-1).split(","));
    });

  test("an export of a stock-take, also as JSON", async () => {
    const take = { id: "t", name: "Weekly", place: "", startedAt: 0 };
    const lines = new Ledger(scans(codes.paracetamol, 3, "A1")).lines();
    for (const format of ["csv", "xlsx", "json"]) {
      const file = new File([await writeLines(format, take, lines, NOW)], `list.${format}`);
      const { rows } = await readTable(file);
      const { head, columns } = recogniseColumns(rows);
      assert.deepEqual(readList(rows, columns, head).rows, [
        { code: codes.paracetamol, quantity: 3, batch: "A1", name: "N" },
      ]);
    }
  });

  test("a spreadsheet, with codes of 17 digits", async () => {
    const rows = [{ id: "38188111000001100", zero: "00012345678905" }];
    const columns = [
      { name: "id", textOf: ({ id }) => id },
      { name: "zero", textOf: ({ zero }) => zero },
    ];
    const file = new File([await toXlsx(columns, rows)], "list.xlsx");
    assert.deepEqual((await readTable(file)).rows, [
      ["id", "zero"],
      ["38188111000001100", "00012345678905"],
    ]);
  });

  test("a file that is no spreadsheet is rejected with what to do", async () => {
    await assert.rejects(
      readTable(new File(["x"], "list.xlsx")),
      /cannot be read as a spreadsheet\. Save it as/,
    );
    await assert.rejects(readTable(csv("\n\n")), /has no rows/);
  });
});

describe("columns are recognised", () => {
  const cases = [
    [rowsOf("GTIN|Qty", "9520000000011|1"), { code: 0, quantity: 1 }],
    [
      rowsOf("Product name|Barcode|Expected quantity|Lot", "a|9520000000011|2|3"),
      { code: 1, quantity: 2, batch: 3, name: 0 },
    ],
    [[["AMPP code", "Stock on hand"]], { code: 0, quantity: 1 }],
    [rowsOf("x|packs", "9520000000011|4"), { code: 0, quantity: 1 }],
    [[["9520000000011", "4"]], { code: 0 }],
    [
      rowsOf(
        "Stock code|GTIN|Discount|Country|Expected date|Qty",
        "A12|9520000000011|5|2|2026-01-02|7",
      ),
      { code: 1, quantity: 5 },
    ],
    [
      rowsOf("Weekly list of ward 3", "", "Item|EAN|Quantity", "a|9520000000011|1"),
      { code: 1, quantity: 2, name: 0 },
    ],
    [rowsOf("GTIN|Stock|Count", "9520000000011|1|2"), { code: 0 }],
    [
      rowsOf("PIP code|Barcode|Quantity|Pack size", "1234567|9520000000011|2|28"),
      { code: 1, quantity: 2 },
    ],
    [rowsOf("GTIN|Quantity", "9520000000011|2.5"), { code: 0 }],
  ];
  for (const [rows, columns] of cases)
    test(JSON.stringify(rows[0]), () => {
      const found = recogniseColumns(rows).columns;
      assert.deepEqual(
        Object.fromEntries(Object.entries(found).filter(([, at]) => at !== undefined)),
        columns,
      );
    });

  const heads = {
    code: [
      "GTIN",
      "gtin_code",
      "EAN13",
      "Bar code",
      "Barcode number",
      "AMPP code",
      "Pack ID",
      "UPC",
    ],
    quantity: [
      "Qty",
      "QTY EXPECTED",
      "StockOnHand",
      "Stock level",
      "Expected",
      "Count",
      "SOH",
      "Packs",
    ],
    batch: ["Batch", "Batch No.", "LOT", "Lot number"],
    name: ["Description", "Product name", "Item", "Drug"],
  };
  for (const [kind, names] of Object.entries(heads))
    for (const name of names)
      test(`${name} is a head of only the ${kind} column`, () => {
        const named = Object.keys(heads).filter((other) => gradeOf(other, name) > 0);
        assert.deepEqual(named, [kind]);
      });
  for (const name of [
    "Discount",
    "Country",
    "Account",
    "Expected date",
    "Barcode type",
    "Unit price",
    "Batch expiry",
    "Lot size",
    "Quantity on order",
    "Min stock",
    "Pack size",
    "Stock value",
    "Supplier name",
    "Postcode",
  ])
    test(`${name} is a head of none`, () =>
      assert.deepEqual(
        Object.keys(heads).filter((kind) => gradeOf(kind, name) > 0),
        [],
      ));
});

test("quantities are whole numbers, or groups of exactly three digits", () => {
  const numbers = {
    12: 12,
    "1,000": 1000,
    "1 000 000": 1_000_000,
    "5.0": 5,
    "5.00": 5,
    "\uff11\uff12": 12,
    0: 0,
  };
  for (const [text, number] of Object.entries(numbers))
    assert.equal(wholeNumber(text), number, text);
  for (const text of [
    "1,5",
    "2,00",
    "13,75",
    "1,0000",
    "1.000",
    "2e1",
    "0x10",
    "-3",
    "",
    "1.5",
    "12 packs",
  ])
    assert.equal(wholeNumber(text), undefined, text);
});

test("codes are GTINs with a right check digit, or AMPP codes", () => {
  const listed = {
    9520000000011: "9520000000011",
    "0952 0000-000011": "09520000000011",
    "036000291452": "00036000291452",
    36000291452: "00036000291452",
    96385074: "00000096385074",
    "9520000000011.0": "9520000000011",
    38188111000001100: "38188111000001100",
  };
  for (const [text, code] of Object.entries(listed)) assert.deepEqual(listedCode(text), { code });
  const reasons = {
    "": /missing/,
    abc: /not a GTIN/,
    1234567: /PIP code/,
    9520000000012: /wrong check digit/,
    952000000001: /wrong check digit/,
    "9.52E+12": /rounded number/,
    38188111000001000: /spreadsheet may have rounded/,
    1234567890123456789: /too long/,
  };
  for (const [text, reason] of Object.entries(reasons))
    assert.match(listedCode(text).reason, reason);
  assert.ok(isConceptId("38188111000001100") && !isConceptId("38188111000001109"));
});

test("rows add up by code and batch, and unusable ones have a reason", () => {
  const table = [
    ["gtin", "qty", "batch"],
    ["9520000000011", "1", "a1"],
    ["09520000000011", "2", "A1"],
    ["9520000000011", "1,000", ""],
    ["", "", ""],
    ["9.52E+12", "1", ""],
    ["38188111000000000", "1", ""],
    ["12", "1", ""],
    ["", "1", ""],
    ["9520000000011", "1.5", ""],
  ];
  const { rows, rejected, total } = readList(table, { code: 0, quantity: 1, batch: 2 }, 0);
  assert.deepEqual(rows, [
    { code: "9520000000011", quantity: 3, batch: "a1" },
    { code: "9520000000011", quantity: 1000 },
  ]);
  assert.deepEqual([rejected.map(({ row }) => row), total], [[6, 7, 8, 9, 10], 8]);
});

const NOW = { today: "2026-11-27", watchLists: [] };
const pack = (gtin) => packs.gtin(gtin);
let serial = 0;
function scans(gtin, amount, batch, packId = String(pack(gtin).pack_id)) {
  return Array.from({ length: amount }, () => {
    const key = String(serial++).padStart(6, "0");
    return {
      take: "t",
      key,
      is: "scan",
      entry: {
        key,
        at: serial,
        outcome: packId === null ? "reused" : "pack",
        ...(packId !== null && { packId, name: "N" }),
        code: gtin,
        ...(batch && { batch }),
        request: { by: "code", text: gtin },
        doubts: [],
      },
    };
  });
}
/** A pack of a re-used code that is not the one of its latest use. */
const otherPackOf = (gtin) =>
  packs
    .uses(gtin)
    .map(({ pack }) => String(pack.pack_id))
    .find((id) => id !== String(pack(gtin).pack_id));

const kindsOf = (expected, events) =>
  compare(packs, expected, new Ledger(events).lines()).map(
    ({ is, expected, counted }) => `${is} ${counted}/${expected}`,
  );

describe("a comparison", () => {
  const { paracetamol, ended, reused, unknown } = codes;
  const cases = {
    "as many as listed": [
      [{ code: paracetamol, quantity: 2 }],
      scans(paracetamol, 2),
      ["listed 2/2"],
    ],
    "another form of the code": [
      [{ code: `0${paracetamol}`, quantity: 1 }],
      scans(paracetamol, 1),
      ["listed 1/1"],
    ],
    "the AMPP code": [
      [{ code: String(pack(paracetamol).pack_id), quantity: 1 }],
      scans(paracetamol, 1),
      ["listed 1/1"],
    ],
    "missing and more": [
      [
        { code: paracetamol, quantity: 3 },
        { code: ended, quantity: 1 },
      ],
      [...scans(paracetamol, 1), ...scans(ended, 2)],
      ["missing 1/3", "more 2/1"],
    ],
    "another batch": [
      [{ code: paracetamol, quantity: 1, batch: "A1" }],
      [...scans(paracetamol, 1, "a1"), ...scans(paracetamol, 2, "B2")],
      ["listed 1/1", "other-batch 2/0"],
    ],
    "batches add up if the list has none": [
      [{ code: paracetamol, quantity: 3 }],
      [...scans(paracetamol, 1, "A"), ...scans(paracetamol, 2, "B")],
      ["listed 3/3"],
    ],
    "not listed": [[], scans(paracetamol, 1), ["not-listed 1/0"]],
    "a code without a pack": [[{ code: unknown, quantity: 1 }], [], ["unknown-code 0/1"]],
    "a re-used code of the list, until a person has chosen": [
      [{ code: reused, quantity: 1 }],
      scans(reused, 1),
      ["re-used 0/1", "not-listed 1/0"],
    ],
    "a re-used code of the list, with the chosen pack": [
      [{ code: reused, quantity: 1, chosen: String(pack(reused).pack_id) }],
      scans(reused, 1),
      ["listed 1/1"],
    ],
    "a scan of a re-used code, until a person has chosen": [
      [{ code: String(pack(reused).pack_id), quantity: 1 }],
      scans(reused, 1, undefined, null),
      ["missing 0/1", "re-used 1/0"],
    ],
    "a chosen pack that the list does not mean": [
      [{ code: reused, quantity: 1, chosen: otherPackOf(reused) }],
      scans(reused, 1),
      ["missing 0/1", "not-listed 1/0"],
    ],
    "a code that the data refuses": [[{ code: "12345678", quantity: 1 }], [], ["unknown-code 0/1"]],
  };
  for (const [title, [expected, events, kinds]] of Object.entries(cases))
    test(title, () => assert.deepEqual(kindsOf(expected, events), kinds));

  test("another size of a listed product", () => {
    const [id, other] = packsOfOneProduct();
    assert.deepEqual(
      kindsOf([{ code: id, quantity: 1 }], scans("09520000000099", 1, undefined, other)),
      ["missing 0/1", "other-size 1/0"],
    );
  });
});

/** The codes of two packs with the same VMP. */
function packsOfOneProduct() {
  for (const { pack_id } of packs.search("tablets", { limit: 100 }).packs) {
    const vmp = packs.concepts(pack_id)?.vmp?.id;
    const same = vmp && packs.search(String(vmp)).packs;
    if (same?.length > 1) return same.slice(0, 2).map(({ pack_id }) => String(pack_id));
  }
  throw new Error("the dataset has no product with two packs");
}

test("exports have codes as text, every doubt, and no word of right or safe", async () => {
  const take = { id: "t", name: "Weekly: ward 3", place: "Ward 3", startedAt: 0 };
  const [event] = scans(codes.paracetamol, 1, "A1");
  event.entry.doubts = [{ kind: "expired", about: "box", text: "Expired" }];
  const lines = new Ledger([event]).lines();
  const text = writeLines("csv", take, lines, NOW);
  for (const part of ['"=""9520000000011"""', '"=""A1"""', "Expired"])
    assert.ok(text.includes(part), part);
  const difference = writeDifference(
    "json",
    take,
    compare(packs, [{ code: codes.paracetamol, quantity: 2 }], lines),
  );
  assert.equal(JSON.parse(difference).rows[0].difference, "missing");
  const rejected = { rows: [{ row: 4, reason: "“12” is too short" }], of: 6 };
  for (const format of ["csv", "json"])
    assert.match(
      writeDifference(format, { ...take, rejected }, []),
      /row-not-used.*Row 4 of the list: “12” is too short|Row 4 of the list/s,
      format,
    );
  assert.doesNotMatch(text + difference, /\b(right|correct|safe|ok)\b/i);
});
