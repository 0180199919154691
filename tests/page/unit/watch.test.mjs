// Tests batches to watch: what is recognised in a text, which scans match, and that the warning
// reaches every place.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { codes, kinds, noLists, settled, startPage } from "./page.mjs";
import { recalls } from "../recalls.mjs";
import { load } from "./source.mjs";

const { matchesOf } = await load("watch/model.ts");
const { recognise } = await load("watch/recognise.ts");
const { dateIn } = await load("watch/dates.ts");
const { markedParts } = await load("view/watch.ts");
const { isInRange, isRange } = await load("watch/batch.ts");

/** Short texts, in the form of the letters in `recalls`. */
const texts = {
  "a sentence": {
    text: "Class 2 recall\nBatch number: AB12, expiry 11/2027",
    batches: ["AB12 | 2027-11"],
  },
  "several after one label": { text: "Lot: A1B, C2D and E3F.", batches: ["A1B", "C2D", "E3F"] },
  "a table with tabs": {
    text: "Name\tBatch No.\tExpiry Date\tPack\nFoo 5mg\tX100\t31/01/2027\t28\nFoo 5mg\tX101\t28 February 2027\t28",
    batches: ["X100 | 2027-01-31", "X101 | 2027-02-28"],
  },
  "a table with bars, and a code": {
    text: "GTIN 09520000000011\n| Batch | Expiry |\n| 24H07 | Mar 2028 |",
    gtins: ["09520000000011"],
    batches: ["24H07 | 2028-03"],
  },
  "a batch of only digits": {
    text: "Batch numbers: 123456, 123457",
    batches: ["123456", "123457"],
  },
  "a licence number and a telephone number, which are not codes": {
    text: "PL 12345/0001, telephone 020 3080 6000",
  },
  "a code with a wrong check digit, which is not a code": { text: "GTIN 09520000000012" },
  "the same batch twice": { text: "Batch: ab12\nBatch: AB12", batches: ["ab12"] },
  nothing: { text: "" },
};

describe("recognises batches, codes and dates", () => {
  for (const [title, expected] of Object.entries({ ...texts, ...recalls }))
    test(title, () => {
      const found = recognise(expected.text);
      assert.ok(found.batches.every(({ row }) => row > 0));
      const { gtins = [], batches = [], ranges = [], starts = [], unread = [] } = expected;
      const isUnread = (word) => found.unread.some(({ text }) => text.includes(word));
      for (const word of unread) assert.ok(isUnread(word), word);
      const { isAllBatches = false } = expected;
      assert.deepEqual(
        {
          gtins: found.gtins,
          batches: found.batches.map(({ batch, expiry }) =>
            expiry ? `${batch} | ${expiry}` : batch,
          ),
          ranges: found.ranges.map(({ from, to }) => `${from} | ${to}`),
          starts: found.starts.map(({ start }) => start),
          isAllBatches: found.isAllBatches,
        },
        { gtins, batches, ranges, starts, isAllBatches },
      );
    });
});

test("a line that may name a batch, and was not understood, is shown", () => {
  const { unread } = recognise("Batch: AB12\nAffected: QX-7781-B in some packs");
  assert.deepEqual(unread, [{ row: 2, text: "Affected: QX-7781-B in some packs" }]);
});

for (const [what, text] of Object.entries({
  "a batch behind others that were read": "Batches AB1234 und QX7781",
  "an end of batches": "Batch numbers ending in K",
  "a label with something else": "Lot no: see the crimp",
  "a label without a sign, and something else": "Lot ??? unclear",
  "a label that says that the batch cannot be read": "Batch no. illegible",
  "a number of batches that are not named": "Batch 2: pending",
})) {
  test(`${what} is shown as not understood`, () =>
    assert.deepEqual(recognise(text).unread, [{ row: 1, text }]));
}

for (const [what, text] of Object.entries({
  "signs in a table": "Batch Number\tExpiry\nAB12\t01/2027\n???\t02/2027",
  "the narrow column of a spreadsheet": "Batch Number\tExpiry\nAB12\t01/2027\n#####\t02/2027",
  "a batch to be confirmed": "Batch Number\tExpiry\nAB12\t01/2027\nTBC\t02/2027",
  "a note in a table with bars":
    "| Batch | Expiry |\n| AB12 | 01/2027 |\n| [illegible] | 02/2027 |",
  "a line of signs in a table": "Batch Number\tExpiry\nAB12\t01/2027\n???",
  "signs in a table of ranges": "Lot AB12\n\nFirst batch\tLast batch\tExpiry\n???\t???\t02/2027",
  "an empty cell": "Product\tBatch\tExpiry\nFoo 5mg\tAB12\t01/2027\nFoo 10mg\t\t02/2027",
  "an empty cell at the end": "Product\tExpiry\tBatch\nFoo 5mg\t01/2027\tAB12\nFoo 10mg\t02/2027\t",
  "a dash between bars":
    "| Product | Batch | Expiry |\n| Foo 5mg | AB12 | 01/2027 |\n| Foo 10mg | - | 02/2027 |",
  "an empty cell among wide spaces":
    "Product      Batch   Expiry\nFoo 5mg      AB12    01/2027\nFoo 10mg             02/2027",
  "signs in a list": "Batch\nAB12\n???",
  "signs behind a label in a row": "Lot AB12\n\nBatch number | ??? | Expiry | 01/2027",
  "batches that are counted, and not named": "Lots\nBatch AB12 and two others",
})) {
  test(`${what}: the line is shown as not understood`, () => {
    const { batches, unread } = recognise(text);
    assert.deepEqual(
      [batches.map(({ batch }) => batch), unread.map((line) => line.text)],
      [["AB12"], [text.split("\n").at(-1).trim()]],
    );
  });
}

test("a batch that cannot be read does not end a table with one cell per line", () => {
  for (const cell of ["???", "####", "TBC", "[illegible]"]) {
    const { batches, unread } = recognise(
      `Batch Number\nExpiry\nAB12\n01/2027\n${cell}\n02/2027\nAB14\n03/2027`,
    );
    assert.deepEqual(
      [batches.map(({ batch }) => batch), unread],
      [["AB12", "AB14"], [{ row: 5, text: cell }]],
    );
  }
});

for (const [what, text] of Object.entries({
  "a line of a table": "Batch Number\tExpiry\n------\t------\nAB12\t01/2027\n-\t-",
  "the heads of a table": "Batch Number Expiry Pack\nAB12 01/2027 28",
  "an empty row": "Batch Number\tExpiry\nAB12\t01/2027\n\t",
  "a text behind a table":
    "Product   Batch   Expiry\nFoo 5mg   AB12   01/2027\n\nIssued:   12 May 2026\nA Smith   Quality",
  "a title": "Batch recall\nLot: AB12",
  "a sentence": "Lots are affected if their number is printed on the crimp\nLot: AB12",
})) {
  test(`${what} is not shown as not understood`, () => {
    const { batches, unread } = recognise(text);
    assert.deepEqual([batches.map(({ batch }) => batch), unread], [["AB12"], []]);
  });
}

test("ranges have batches of the same form between their ends", () => {
  const range = { from: "AB1200", to: "AB1230" };
  assert.ok(isRange(range));
  for (const batch of ["AB1200", "ab 1215", "AB1230"]) assert.ok(isInRange(batch, range), batch);
  for (const batch of ["AB1199", "AB1231", "AC1215", "AB12150", "AB121"])
    assert.ok(!isInRange(batch, range), batch);
  for (const [from, to] of [
    ["AB1230", "AB1200"],
    ["AB12", "AC13"],
    ["A1", "A100"],
  ])
    assert.ok(!isRange({ from, to }), from);
});

test("reads dates with the day first", () => {
  const cases = {
    "03/04/2027": "2027-04-03",
    "04.2027": "2027-04",
    "2027-04-30": "2027-04-30",
    "3rd April 2027": "2027-04-03",
    "April 2027": "2027-04",
    "31/13/2027": undefined,
    "31/02/2027": undefined,
    "31.12.2027": "2027-12-31",
    "31-Dec-27": "2027-12-31",
    "31DEC2027": "2027-12-31",
    "December 31, 2027": "2027-12-31",
    "12/27": "2027-12",
    "DEC 27": "2027-12",
    "Dec-2027": "2027-12",
    "2027/12": "2027-12",
    12: undefined,
    "5mg/5ml": undefined,
    "PL 12345/0001": undefined,
  };
  for (const [text, day] of Object.entries(cases)) assert.equal(dateIn(text), day, text);
});

const list = (change) => ({
  id: "1",
  title: "T",
  pastedAt: Date.parse("2026-11-24T12:00:00Z"),
  gtins: [],
  batches: [],
  ...change,
});

describe("matches", () => {
  const gtin = "09520000000011";
  const both = list({ gtins: [gtin], batches: [{ batch: "AB12" }] });
  const cases = [
    [
      "batch and code",
      both,
      { codes: ["9520000000011"], batch: "ab 12" },
      [true, "Batch ab 12 is on your recall list of 24 November 2026"],
    ],
    ["another batch", both, { codes: [gtin], batch: "AB13" }, undefined],
    [
      "the batch of another code",
      both,
      { codes: ["09520000000028"], batch: "AB12" },
      [false, /for another code\. Compare the product$/],
    ],
    [
      "no batch in the barcode",
      both,
      { codes: [gtin] },
      [false, /has no batch: check the batch on the box$/],
    ],
    [
      "a list without codes",
      list({ batches: [{ batch: "AB12" }] }),
      { codes: [gtin], batch: "AB12" },
      [true, /^Batch AB12 is on/],
    ],
    [
      "a list without batches",
      list({ gtins: [gtin] }),
      { codes: [gtin], batch: "ZZ9" },
      [true, /with all batches$/],
    ],
    [
      "a pack that was chosen from print, by one of its codes",
      both,
      { codes: ["09520000000028", gtin], batch: "AB12", isFromPrint: true },
      [true, /^Batch AB12 is on/],
    ],
    [
      "a pack that was chosen from print, without a batch",
      both,
      { codes: [gtin], isFromPrint: true },
      [false, /^A code of this pack is on .* No batch was read/],
    ],
    [
      "a row without a code",
      both,
      { codes: [], batch: "AB12" },
      [false, /list of 24 November 2026\. Compare the product$/],
    ],
    [
      "a batch in a range",
      list({ gtins: [gtin], ranges: [{ from: "AB10", to: "AB20" }] }),
      { codes: [gtin], batch: "AB15" },
      [true, /^Batch AB15 is on/],
    ],
    [
      "a batch with the letters of all affected ones",
      list({ gtins: [gtin], starts: [{ start: "DX" }] }),
      { codes: [gtin], batch: "dx771" },
      [true, /^Batch dx771 is on/],
    ],
    [
      "all batches, although the text has some",
      list({ gtins: [gtin], batches: [{ batch: "AB12" }], isAllBatches: true }),
      { codes: [gtin], batch: "ZZ9" },
      [true, /with all batches$/],
    ],
    [
      "a batch with the next element of the barcode",
      both,
      { codes: [gtin], batch: "AB1217270131" },
      [false, /begins like one on your recall list.*check the batch on the box$/],
    ],
    ["a longer batch", both, { codes: [gtin], batch: "AB12X" }, undefined],
    [
      "a pack that was found by name",
      both,
      { codes: [gtin], isByName: true },
      [false, /^A code of this pack is on your recall list.*: check the batch$/],
    ],
    ["neither", both, { codes: ["09520000000028"], batch: "ZZ9" }, undefined],
  ];
  for (const [title, watched, scan, expected] of cases) {
    test(`match: ${title}`, () => {
      const [match] = matchesOf([watched], scan);
      if (!expected) return assert.equal(match, undefined);
      assert.equal(match.isDanger, expected[0]);
      assert.match(
        match.text,
        typeof expected[1] === "string" ? new RegExp(`^${expected[1]}$`) : expected[1],
      );
    });
  }
});

const box = (batch) => `]d201${codes.paracetamol.padStart(14, "0")}10${batch}`;

test("a scan that matches has the danger signal, the warning in speech, in the history and after a reload", async () => {
  const saved = [];
  const lists = {
    ...noLists,
    allLists: async () => saved,
    putList: async (list) => void saved.push(list),
  };
  const page = startPage({ lists });
  page.watch.read("Recall\nBatch: AB12");
  await page.watch.use();
  page.scans.scanned(box("AB12"));
  assert.deepEqual(kinds(page), ["watched"]);
  assert.equal(page.store.state.answer.warnings[0].tone, "danger");
  assert.deepEqual(page.done.signals, ["box"]);
  assert.match(page.done.announced.at(-1).text, /^Batch AB12 is on your recall list of/);
  assert.equal(page.store.state.history[0].doubts[0].kind, "watched");
  page.scans.scanned(box("AB13"));
  assert.deepEqual(kinds(page), [], "a scan without a match says nothing");
  const next = startPage({ lists });
  await next.watch.start();
  next.scans.scanned(box("AB12"));
  assert.deepEqual(kinds(next), ["watched"]);
});

test("an answer on the screen gets the warning of a list that is pasted or read later", async () => {
  const page = startPage();
  page.scans.scanned(box("AB12"));
  page.watch.read("Batch: AB12");
  await page.watch.use();
  assert.deepEqual(kinds(page), ["watched"]);
});

test("nothing is used before the person has checked it", async () => {
  const page = startPage();
  page.watch.read("Batch: AB12, CD34");
  page.watch.omit("batches", 0);
  page.watch.addBatch("EF56");
  page.scans.scanned(box("CD34"));
  assert.deepEqual(kinds(page), []);
  await page.watch.use();
  assert.deepEqual(page.store.state.watchLists[0].batches, [
    { batch: "CD34", row: 1 },
    { batch: "EF56" },
  ]);
  await page.watch.remove(page.store.state.watchLists[0]);
  page.scans.scanned(box("CD34"));
  assert.deepEqual(kinds(page), []);
});

test("lists that cannot be read are reported, and a new list is used", async () => {
  const page = startPage({ lists: { ...noLists, allLists: () => Promise.reject(new Error()) } });
  assert.equal(page.store.state.areListsRead, true);
  await page.watch.start();
  assert.equal(page.store.state.areListsRead, false);
  page.watch.read("Batch: AB12");
  await page.watch.use();
  page.scans.scanned(box("AB12"));
  assert.deepEqual(kinds(page), ["watched"]);
});

test("a list that is made while the stored ones are read stays beside them", async () => {
  const other = { id: "1", title: "T", pastedAt: 0, gtins: [], batches: [{ batch: "CD34" }] };
  const page = startPage({ lists: { ...noLists, allLists: async () => [other] } });
  const reading = page.watch.start();
  page.watch.read("Batch: AB12");
  await Promise.all([page.watch.use(), reading]);
  for (const batch of ["AB12", "CD34"]) {
    page.scans.scanned(box(batch));
    assert.deepEqual(kinds(page), ["watched"]);
  }
});

test("a list of another tab warns on the answer that is shown, until that tab deletes it", async () => {
  let changed;
  const page = startPage({ lists: { ...noLists, watchLists: (received) => (changed = received) } });
  await page.watch.start();
  page.scans.scanned(box("AB12"));
  assert.deepEqual(kinds(page), []);
  const list = { id: "1", title: "T", pastedAt: 0, gtins: [], batches: [{ batch: "AB12" }] };
  for (const time of ["first", "again"]) {
    changed({ is: "put", list });
    assert.deepEqual(kinds(page), ["watched"], time);
    assert.deepEqual(page.store.state.watchLists, [list], time);
  }
  changed({ is: "deleted", id: "1" });
  page.scans.scanned(box("AB12"));
  assert.deepEqual(kinds(page), []);
});

test("a list that was deleted can be restored, and warns again", async () => {
  const stored = new Map();
  const lists = {
    ...noLists,
    allLists: async () => [...stored.values()],
    putList: async (list) => void stored.set(list.id, list),
    deleteList: async (id) => void stored.delete(id),
  };
  const page = startPage({ lists });
  const titles = () => page.store.state.watchLists.map(({ title }) => title);
  for (const text of ["First recall\nBatch: AB12", "Second recall\nBatch: CD34"]) {
    page.clock.now += 1000;
    page.watch.read(text);
    await page.watch.use();
  }
  await page.watch.remove(page.store.state.watchLists[1]);
  await page.watch.remove(page.store.state.watchLists[0]);
  assert.deepEqual(page.done.announced.at(-1), {
    text: "You deleted the list: Second recall",
    isWarning: false,
  });
  assert.deepEqual([titles(), stored.size], [[], 0]);
  page.scans.scanned(box("AB12"));
  assert.deepEqual(kinds(page), []);

  await page.watch.undoRemove();
  assert.deepEqual(titles(), ["Second recall"]);
  await page.watch.undoRemove();
  assert.deepEqual(page.done.announced.at(-1).text, "Restored the list: First recall");
  assert.deepEqual(titles(), ["Second recall", "First recall"]);
  assert.equal(stored.size, 2);
  assert.deepEqual(kinds(page), ["watched"], "the answer on the screen warns again");
  assert.equal(page.done.focused.at(-1), "recalls-title");
  await page.watch.undoRemove();
  assert.equal(titles().length, 2, "nothing is left to restore");
});

for (const text of ["", " \n"]) {
  test(`the text ${JSON.stringify(text)} is refused, and the person is told what to do`, () => {
    const page = startPage();
    page.watch.read(text);
    const { recallProblem, recognised } = page.store.state;
    assert.match(recallProblem, /Paste the text of the recall/);
    assert.equal(recognised, undefined);
    assert.deepEqual(page.done.announced, [{ text: recallProblem, isWarning: true }]);
    assert.deepEqual(page.done.focused, ["recall-text"]);
    page.watch.draft("B");
    assert.equal(page.store.state.recallProblem, undefined);
  });
}

test("what is removed from a list, or added to it, is announced", () => {
  const page = startPage();
  page.watch.read(`GTIN ${codes.paracetamol.padStart(14, "0")}\nBatches AB10 to AB20\nBatch: CD34`);
  const said = () => page.done.announced.at(-1).text;
  page.watch.omit("gtins", 0);
  assert.equal(said(), `Removed ${codes.paracetamol}`);
  page.watch.omit("ranges", 0);
  assert.equal(said(), "Removed AB10 to AB20");
  page.watch.omit("batches", 0);
  assert.equal(said(), "Removed CD34");
  page.watch.addBatch(" EF56 ");
  assert.equal(said(), "Added EF56");
  page.watch.addBatch(" ");
  assert.deepEqual(page.done.announced.at(-1), {
    text: "Type a batch that the recall names",
    isWarning: true,
  });
  assert.equal(page.done.focused.at(-1), "another-batch");
});

test("a list that cannot be saved is used, and reported", async () => {
  const page = startPage({
    lists: {
      ...noLists,
      putList: async () => {
        throw new Error("full");
      },
    },
  });
  page.watch.read("Batch: AB12");
  await page.watch.use();
  await settled();
  assert.match(page.done.notices[0].text, /cannot save the list/);
  assert.ok(page.done.notices[0].isWarning, "it stays: it is nowhere else");
  page.scans.scanned(box("AB12"));
  assert.deepEqual(kinds(page), ["watched"]);
});

test("what was recognised is marked in the text, and nothing else", () => {
  const text = "GTIN 9 520000 000011, batches AB‑12 and AB-1 (not AB-123)";
  const recognised = {
    gtins: ["09520000000011"],
    batches: [{ batch: "AB-12" }, { batch: "AB-1" }],
  };
  const parts = markedParts(text, recognised);
  assert.equal(parts.map((part) => part.text).join(""), text);
  assert.deepEqual(
    parts.filter(({ isMarked }) => isMarked).map((part) => part.text),
    ["9 520000 000011", "AB‑12", "AB-1"],
  );
});
