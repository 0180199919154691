// Tests expected lists: files keep every digit, columns are recognised, and a comparison has each
// row and each line once.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { codes, packs } from "./page.mjs";
import { load } from "./source.mjs";

const { compare, readList, recogniseColumns } = await load("stock-take/expected.ts");
const { readTable } = await load("stock-take/files.ts");
const { Ledger } = await load("stock-take/model.ts");
const { writeDifference, writeLines } = await load("stock-take/export.ts");
const { toXlsx } = await load("export/tables.ts");

const csv = (text, name = "list.csv") => new File([text], name, { type: "text/csv" });

describe("a file is read as text", () => {
  const cases = {
    "leading zeros": [
      "gtin,qty\n00012345678905,2",
      [
        ["gtin", "qty"],
        ["00012345678905", "2"],
      ],
    ],
    "the formula that keeps zeros": [
      'gtin,qty\n="0123",2',
      [
        ["gtin", "qty"],
        ["0123", "2"],
      ],
    ],
    "semicolons, quotes and a byte order mark": [
      '\ufeffcode;name\r\n"1";"a ""b"";c"\r\n',
      [
        ["code", "name"],
        ["1", 'a "b";c'],
      ],
    ],
    "tabs and empty lines": [
      "a\tb\n\n1\t2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
  };
  for (const [title, [text, rows]] of Object.entries(cases))
    test(title, async () => assert.deepEqual(await readTable(csv(text)), rows));

  test("a spreadsheet, with codes of 17 digits", async () => {
    const rows = [{ id: "38188111000001100", zero: "00012345678905" }];
    const columns = [
      { name: "id", textOf: ({ id }) => id },
      { name: "zero", textOf: ({ zero }) => zero },
    ];
    const file = new File([await toXlsx(columns, rows)], "list.xlsx");
    assert.deepEqual(await readTable(file), [
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
    [
      [
        ["GTIN", "Qty"],
        ["9520000000011", "1"],
      ],
      { code: 0, quantity: 1, batch: undefined, name: undefined },
    ],
    [
      [
        ["Product name", "Barcode", "Expected quantity", "Lot"],
        ["a", "1", "2", "3"],
      ],
      { code: 1, quantity: 2, batch: 3, name: 0 },
    ],
    [[["AMPP code", "Stock on hand"]], { code: 0, quantity: 1, batch: undefined, name: undefined }],
    [
      [
        ["x", "packs"],
        ["9520000000011", "4"],
      ],
      { code: 0, quantity: 1, batch: undefined, name: undefined },
    ],
    [[["9520000000011", "4"]], undefined],
  ];
  for (const [rows, columns] of cases)
    test(JSON.stringify(rows[0]), () => assert.deepEqual(recogniseColumns(rows), columns));
});

test("rows add up by code and batch, and unusable ones have a reason", () => {
  const table = [
    ["gtin", "qty", "batch"],
    ["9520000000011", "1", "a1"],
    ["09520000000011", "2", "A1"],
    ["9520000000011", "1,000", ""],
    ["9.52E+12", "1", ""],
    ["38188111000000000", "1", ""],
    ["12", "1", ""],
    ["", "1", ""],
    ["9520000000011", "1.5", ""],
  ];
  const { rows, rejected } = readList(table, { code: 0, quantity: 1, batch: 2 });
  assert.deepEqual(rows, [
    { code: "9520000000011", quantity: 3, batch: "a1" },
    { code: "9520000000011", quantity: 1000 },
  ]);
  assert.deepEqual(
    rejected.map(({ row }) => row),
    [5, 6, 7, 8, 9],
  );
  assert.match(rejected[0].reason, /rounded number/);
  assert.match(rejected[1].reason, /rounded by a spreadsheet/);
});

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
        outcome: "pack",
        packId,
        name: "N",
        code: gtin,
        ...(batch && { batch }),
        request: { by: "code", text: gtin },
        doubts: [],
      },
    };
  });
}
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
    "a re-used code, with any of its packs": [
      [{ code: reused, quantity: 1 }],
      scans(reused, 1),
      ["listed 1/1"],
    ],
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

/** Returns the codes of two packs with the same VMP. */
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
  const text = writeLines("csv", take, lines);
  for (const part of ['"=""9520000000011"""', '"=""A1"""', "Expired"])
    assert.ok(text.includes(part), part);
  const difference = writeDifference(
    "json",
    take,
    compare(packs, [{ code: codes.paracetamol, quantity: 2 }], lines),
  );
  assert.equal(JSON.parse(difference).rows[0].difference, "missing");
  assert.doesNotMatch(text + difference, /\b(right|correct|safe|ok)\b/i);
});
