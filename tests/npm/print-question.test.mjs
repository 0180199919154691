// Tests which question the lines of a box ask, on the demonstration data.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PackLookup } from "../../npm/index.js";
import { packsOf } from "../../npm/print/packs.js";
import { questionOf } from "../../npm/print/question.js";
import { printedLine } from "../common/print.mjs";

const packs = await PackLookup.open();
const find = (text) => packs.search(text).packs;

const ask = (lines) => questionOf({ lines: lines.map(printedLine) }, packs);

const AMLODIPINE = "Amlodipine 5 mg @60";

const QUESTIONS = {
  "name, strength and form, without the small print": {
    lines: [
      "Amlodipine @60",
      "5 mg Tablets @50",
      "Keep out of the sight and reach of children @30",
      "PL 20075/0123 @30",
    ],
    is: { text: "Amlodipine 5 mg Tablets", name: "Amlodipine", strength: "5 mg" },
  },
  "a strength that two readings give differently": {
    lines: ["Amlodipine @60", "5 mg ≠ 10 mg @50"],
    is: {
      text: "Amlodipine 5 mg",
      name: "Amlodipine",
      strength: undefined,
      doubts: ["unsure_line"],
    },
  },
  "a strength whose point is in one reading only": {
    lines: ["Bumetanide @60", "0.5 mg ≠ 05 mg @20"],
    is: { name: "Bumetanide", strength: undefined, doubts: ["unsure_line"] },
  },
  "two strengths of two boxes": {
    lines: [AMLODIPINE, "Ramipril 10 mg @60"],
    is: {
      text: "Amlodipine 5 mg",
      doubts: ["several_boxes", "several_strengths", "contradicting_line"],
    },
  },
  "two sizes in one unit": {
    lines: [AMLODIPINE, "28 tablets @30", "56 tablets @30"],
    is: { text: "Amlodipine 5 mg 28 tablets", doubts: ["several_sizes"] },
  },
  "a count of ampoules and what one contains": {
    lines: ["Midazolam 5mg/5ml @60", "10 ampoules @40", "5 ml @40"],
    is: { doubts: [] },
  },
  "a form that no pack of the medicine has": {
    lines: [AMLODIPINE, "Capsules @50"],
    is: { text: "Amlodipine 5 mg", doubts: ["contradicting_line"] },
  },
  "a release that no pack of the medicine has": {
    lines: ["Amlodipine @60", "Modified-release tablets @50", "5 mg @50"],
    is: { text: "Amlodipine 5 mg", doubts: ["contradicting_line"] },
  },
  "another form in a sentence, which contradicts nothing": {
    lines: ["Ramipril 5 mg capsules @60", "Each tablet contains @40"],
    is: { text: "Ramipril 5 mg capsules", doubts: [] },
  },
  "a negation": {
    lines: [AMLODIPINE, "Not for injection @40"],
    is: { text: "Amlodipine 5 mg Not for injection", doubts: [] },
  },
  "two amounts of one unit in a line of a strip": {
    lines: ["Pramipexole 8 microgram Pramipexole 88 microgram @60"],
    is: { doubts: ["no_pack"] },
  },
  "an amount alone, which is the strength beside a count": {
    lines: ["Paracetamol @60", "500 mg @50", "32 tablets @40"],
    is: { strength: "500 mg", doubts: [] },
  },
  "two routes of a box": {
    lines: ["Midazolam 5mg/5ml @60", "Solution for Injection or Infusion @50"],
    is: { name: "Midazolam 5mg/5ml", doubts: [] },
  },
  "a strength that no pack has": {
    lines: ["Amlodipine 7 mg @60"],
    is: { text: "Amlodipine 7 mg", strength: "7 mg", doubts: ["no_pack"] },
  },
  "a strength in two rows": {
    lines: ["Amlodipine @60", "10 @90", "mg @40", "Tablets @40"],
    is: { text: "Amlodipine 10 mg Tablets", strength: "10 mg", doubts: [] },
  },
  "a strength that another one ends with": {
    lines: ["Ramipril 2.5 mg @60", "5 mg @50"],
    is: {
      text: "Ramipril 2.5 mg",
      doubts: ["several_strengths", "contradicting_line", "several_forms"],
    },
  },
  "the strength again, in a sentence": {
    lines: [
      "Atorvastatin 20 mg @60",
      "Each tablet contains 20 mg atorvastatin (as zzz) @20",
      "Contains 20mg @20",
    ],
    is: { text: "Atorvastatin 20 mg", strength: "20 mg", doubts: [] },
  },
  "the salt in small letters, which is no second medicine": {
    lines: ["Pantoprazole @60", "20 mg gastro-resistant tablets @50", "sodium sesquihydrate @20"],
    is: { text: "Pantoprazole 20 mg gastro-resistant tablets", doubts: [] },
  },
  "no form, though packs of several have the strength": {
    lines: ["Ramipril 5 mg @60"],
    is: { text: "Ramipril 5 mg", doubts: ["several_forms"] },
  },
  "a salt that names of packs do not have": {
    lines: ["Amlodipine besilate @60", "5 mg @50"],
    is: { text: "Amlodipine besilate 5 mg", name: "Amlodipine besilate", doubts: [] },
  },
  "the name of a company above that of the medicine": {
    lines: ["Accord @60", "Amlodipine 5 mg @42"],
    is: { text: "Accord Amlodipine 5 mg", name: "Amlodipine 5 mg", doubts: [] },
  },
  "what is before an expiry date on the same line": {
    lines: [AMLODIPINE, "Accord LimitedExp 27/12/2027 @50"],
    is: { text: "Amlodipine 5 mg Accord Limited", doubts: [] },
  },
  "a date whose label is misread": {
    lines: [AMLODIPINE, "E, p 03.2027 @30"],
    is: { text: "Amlodipine 5 mg", doubts: [] },
  },
  "the repeats of a strip, of which one is cut": {
    lines: [
      "ng Losartan potassium 100 mg Losartan potassium 100 mg @60",
      "Losartan potassium 100 mg @58",
      "g Losartan potassium 100 mg @58",
    ],
    is: { text: "Losartan potassium 100 mg", name: "Losartan potassium 100 mg", doubts: [] },
  },
  "gaps that glare widens": {
    lines: ["Levothyroxine sodiu m 100 microgram @60"],
    is: { strength: "100 microgram", doubts: [] },
  },
  "a letter between digits, which is a zero": {
    lines: ["Levothyroxine @60", "1o0 microgram @50"],
    is: { strength: "100 microgram", doubts: [] },
  },
  "a misread name above the substance, which is the name then": {
    lines: ["Amlodipinne @90", "amlodipine @40", "5 mg tablets @60"],
    is: { text: "amlodipine 5 mg tablets", name: "amlodipine", doubts: ["unknown_name"] },
  },
  "a taller line that is read differently each time, which is no name": {
    lines: ["BeA ≠ DESRANR @90", AMLODIPINE],
    is: { text: "Amlodipine 5 mg", name: "Amlodipine 5 mg", doubts: ["unsure_line"] },
  },
  "a name with spaces within it": {
    lines: ["AMLO DIP INE @60", "5 mg tablets @60"],
    is: { text: "amlodipine 5 mg tablets", doubts: [] },
  },
  "a postcode, which is no strength": {
    lines: [AMLODIPINE, "WF105HX @40"],
    is: { text: "Amlodipine 5 mg", doubts: [] },
  },
  "a count without a space, which is a pack size": {
    lines: [AMLODIPINE, "28tablets @50"],
    is: { text: "Amlodipine 5 mg 28tablets", doubts: [] },
  },
  "a stroke that is read as a letter": {
    lines: ["Carbocisteine @60", "250 mgl5 ml @60"],
    is: { text: "Carbocisteine 250 mg/5 ml", doubts: [] },
  },
  "two letters, which are no second medicine": {
    lines: [AMLODIPINE, "EN @50"],
    is: { text: "Amlodipine 5 mg", doubts: [] },
  },
  "the marks of a device, which are no strength": {
    lines: [AMLODIPINE, "REF090711 CE 0453 @50"],
    is: { text: "Amlodipine 5 mg", doubts: [] },
  },
  "the number of another brand of the range": {
    lines: ["Microgynon 30 @60", "Microgynon 20 @60"],
    is: { doubts: ["contradicting_line"] },
  },
  "a gap within a number, where a point may be": {
    lines: ["Levothyroxine 1 00 microgram @60"],
    is: { doubts: ["no_pack"] },
  },
  "the rest of a sentence that glare hides": {
    lines: [AMLODIPINE, "ac h of children @33"],
    is: { text: "Amlodipine 5 mg", doubts: [] },
  },
  "a strength with its equivalent as a base, in small print": {
    lines: [
      AMLODIPINE,
      "Tablets @45",
      "Each tablet contains 6.935 mg amlodipine besilate equivalent to 5 mg amlodipine @20",
    ],
    is: { text: "Amlodipine 5 mg Tablets", doubts: [] },
  },
  "an amount of another substance, in small print": {
    lines: [AMLODIPINE, "Contains lactose 62.5 mg @20", "Contains 23 mg sodium per tablet @20"],
    is: { text: "Amlodipine 5 mg", doubts: [] },
  },
  "another strength of the same medicine, in small print": {
    lines: [AMLODIPINE, "Each tablet contains 10 mg amlodipine @20"],
    is: { text: "Amlodipine 5 mg", doubts: ["several_strengths"] },
  },
  "another strength in small print, with its form": {
    lines: [AMLODIPINE, "10 mg film-coated tablets @30"],
    is: { text: "Amlodipine 5 mg", doubts: ["several_strengths"] },
  },
  "a strength as an amount in a mass": {
    lines: ["Hydrocortisone @60", "1% cream @50", "1 g contains 10 mg hydrocortisone @20"],
    is: { text: "Hydrocortisone 1% cream", doubts: [] },
  },
  "another strength as an amount in a mass": {
    lines: ["Hydrocortisone @60", "1% cream @50", "1 g contains 25 mg hydrocortisone @20"],
    is: { doubts: ["several_strengths"] },
  },
  "a company in small print, before its address": {
    lines: [
      "Amlodipine @120",
      "5 mg @100",
      "MA Holder: Accord Healthcare Limited, Sage House, Harrow HA1 4HF @20",
      "Store below 25 mg @20",
    ],
    is: { text: "Amlodipine 5 mg accord healthcare limited", doubts: [] },
  },
  "a company of one word with its legal form, before its address": {
    lines: [
      "Amlodipine @120",
      "5 mg @100",
      "Distributed by Teva Limited, Eastbourne BN22 9AG ≠ D1str Teva L1m1ted, Eastb @20",
    ],
    is: { text: "Amlodipine 5 mg teva limited", doubts: [] },
  },
  "a word of an address that is a company, too": {
    lines: [AMLODIPINE, "Accord House, 23 Station Road ≠ Kent House, 23 Station Road @33"],
    is: { text: "Amlodipine 5 mg", doubts: [] },
  },
  "a line whose edge is read as a mark": {
    lines: [
      AMLODIPINE,
      "Tablets ≠ [ Tablets ] @50",
      "28 tablets - Oral use ≠ 28 tablets · Oral use @50",
    ],
    is: { text: "Amlodipine 5 mg Tablets 28 tablets oral", doubts: [] },
  },
  "a name with the sign of a trade mark": {
    lines: ["Amlodipine? ≠ Amlodipine° @60", "5 mg @50"],
    is: { text: "Amlodipine 5 mg", name: "Amlodipine", doubts: [] },
  },
  "a point before a digit, which is no mark": {
    lines: ["Bumetanide @60", ".5 mg ≠ 5 mg @50"],
    is: { strength: undefined },
  },
  "a strength above its last unit": {
    lines: ["Midazolam 5mg/5ml @60", "5 mg/5 @50"],
    is: { text: "Midazolam 5mg/5ml", doubts: [] },
  },
  "another strength above its last unit": {
    lines: ["Midazolam 5mg/5ml @60", "10 mg/5 @50"],
    is: { doubts: ["several_strengths", "contradicting_line"] },
  },
  "small print that is misread as a strength each time": {
    lines: [AMLODIPINE, "96F ≠ 90F @20"],
    is: { text: "Amlodipine 5 mg", doubts: [] },
  },
  "the number of a barcode beside its label": {
    lines: [AMLODIPINE, "09520000000011 PC @30"],
    is: { text: "Amlodipine 5 mg", doubts: [] },
  },
  "a batch whose label was not found": {
    lines: [AMLODIPINE, "LV0439-2 @50"],
    is: { text: "Amlodipine 5 mg", doubts: [] },
  },
  "numbers alone, which are no sizes": {
    lines: ["28 Amlodipine 5mg tablets @60", "8 mg ≠ x 8 @20", "005202 007 @30"],
    is: { doubts: [] },
  },
  "a long line of small print that a tilt makes high": {
    lines: [
      "Amlodipine @60",
      "5 mg @60",
      "MilphrmLmtd,AresBlck,OdsseyBusnessPark,RuislipHA46QDReadtheleafletbeforeusekeepoutofreach ≠ x @40",
    ],
    is: { text: "Amlodipine 5 mg", doubts: [] },
  },
  "a second medicine that no pack has with the first one, in small letters": {
    lines: [AMLODIPINE, "Tablets @50", "Ramipril @25"],
    is: { text: "Amlodipine 5 mg Tablets", doubts: ["contradicting_line"] },
  },
  "a second medicine that packs have with the name and the strength, and not with the size": {
    lines: ["Ramipril @60", "5 mg @60", "28 capsules @30", "Felodipine @58"],
    is: { doubts: ["contradicting_line"] },
  },
  "a company that no pack has": {
    lines: [AMLODIPINE, "Univar Solutions B.V. @33"],
    is: { text: "Amlodipine 5 mg", doubts: [] },
  },
};

for (const [about, { lines, is }] of Object.entries(QUESTIONS))
  test(`the question of ${about}`, async () => {
    const question = await ask(lines);
    for (const [field, expected] of Object.entries(is))
      assert.deepEqual(question[field], expected, field);
  });

/** Names of one or two other letters than a medicine, on which both readings agree. */
const LOOK_ALIKES = [
  "Amlodlpine",
  "Amlodipane",
  "Amlodipino",
  "Ramiprol",
  "Metfornin",
  "Sertralin",
];

for (const name of LOOK_ALIKES) {
  test(`${name} is not corrected to a medicine`, async () => {
    const question = await ask([`${name} @60`, "5 mg @50", "Tablets @40"]);
    assert.ok(question.doubts.includes("unknown_name"), question.doubts.join());
    assert.ok(question.text.startsWith(name));
    assert.deepEqual(await packsOf(question, find), []);
  });
}

test("keeps the supplier with which two readings begin, though the rest differs", async () => {
  const company = printedLine(
    "Accord Healthcare Ltd ch 5166B1 ≠ Accord Healthcare Ltd cn 516681 @50",
    2,
  );
  const lines = [printedLine("Amlodipine @60", 0), printedLine("5 mg @50", 1), company];
  const { text, doubts } = await questionOf({ lines }, packs);
  assert.deepEqual([text, doubts], ["Amlodipine 5 mg accord healthcare ltd", []]);
});

test("keeps a supplier whose spaces are omitted", async () => {
  const lines = [
    AMLODIPINE,
    "AccordHealthcareLtd,5ExampleRoad ≠ AccordHealthcareLtd,SExampleRoad @15",
  ];
  assert.equal((await ask(lines)).text, "Amlodipine 5 mg accord healthcare ltd");
});

/** Without a strength on the box, a name must belong to one product. */
for (const [lines, expected] of [
  [["Oral rehydration salts @60"], true],
  [["Macrogol compound oral powder sachets @60"], true],
  [["Amlodipine @60"], false],
  [["Oral rehydration salts @60", "5 mg @40"], false],
])
  test(`${lines.join(" ")} needs ${expected ? "no" : "a"} strength`, async () => {
    const question = await ask(lines);
    assert.equal(question.isOneProduct, expected);
    assert.equal((await packsOf(question, find)).length > 0, expected);
  });

/** A line of a second, larger look. */
const smallPrint = (line, row) => ({ ...printedLine(line, row), isSmallPrint: true });

/** The supplier of the packs of `AMLODIPINE`, of which there are six, in small print. */
for (const [text, supplier] of [
  ["Milpharm Limited, Ares Block", "Milpharm Ltd"],
  ["MA Holder: Mipharm Lmted, Ares Block", "Milpharm Ltd"],
  ["TEVA UK Limited, Castleford", "Teva UK Ltd"],
  ["Accord-UK Ltd, according to your doctor", "Accord Healthcare Ltd"],
  ["Univar Solutions B.V.", undefined],
  ["Mipfam Lmted", undefined],
  ["Milpharm Limited and Sandoz Ltd", "Milpharm Ltd"],
  ["Ramipril 10 mg, Milpharmx", "Milpharm Ltd"],
])
  test(`the packs of ${supplier} are first if small print has ${text}`, async () => {
    const lines = [AMLODIPINE, "Tablets @50"].map(printedLine);
    const question = await questionOf({ lines: [...lines, smallPrint(`${text} @15`, 2)] }, packs);
    assert.deepEqual(
      [question.text, question.supplier, question.lacksSupplier, question.doubts],
      ["Amlodipine 5 mg Tablets", supplier, supplier === undefined, []],
    );
    const [{ packs: found }] = await packsOf(question, find);
    assert.equal(found.length, find(question.text).length);
    if (supplier) assert.ok(found[0].name.includes(`(${supplier})`), found[0].name);
  });

test("with few suppliers, no supplier is lacking", async () => {
  const { supplier, lacksSupplier } = await ask(["Bumetanide 1 mg tablets @60"]);
  assert.deepEqual([supplier, lacksSupplier], [undefined, false]);
});

test("no supplier is taken from the label of a pharmacy", async () => {
  const box = placed([["Amlodipine 5 mg tablets", 200, 100, 300, 60]]);
  const label = [...LABEL, ["Sandoz Pharmacy", 500, 640, 600, 36]];
  const { supplier } = await questionOf({ lines: [...box, ...placed(label)] }, packs);
  assert.equal(supplier, undefined);
});

test("rows with a product licence are the small print of a box, and no label", async () => {
  const rows = [
    ["PL 20075/0123", 400],
    ["Sandoz Ltd, Park View, Camberley GU15 3YL", 440],
    ["Read the leaflet before use. Use as directed", 480],
  ].map(([text, y]) => [text, 500, y, 600, 36]);
  const box = placed([["Amlodipine 5 mg tablets", 500, 100, 300, 60], ...rows]);
  assert.ok((await questionOf({ lines: box }, packs)).text.includes("sandoz"));
});

test("a made-up brand next to a medicine is a doubt", async () => {
  const { doubts, name } = await ask(["Zanodipine 5 mg @60", "amlodipine @40"]);
  assert.deepEqual([doubts.includes("unknown_name"), name], [true, "amlodipine"]);
});

/** Two boxes, each with a licence number and a size. The name of the other one is given. */
const twoBoxes = (other) =>
  [
    ["Amlodipine 5 mg", 60, 300, 100],
    ["28 tablets", 30, 300, 200],
    ["PL 20075/0123", 25, 300, 260],
    [other, 55, 900, 500],
    ["28 capsules", 30, 900, 560],
    ["PL 11111/2222", 25, 900, 620],
  ].map(([text, height, x, y]) => ({ ...printedLine(`${text} @${height}`, 0), x, y }));

test("asks for each of two boxes separately, with a doubt", async () => {
  const question = await questionOf({ lines: twoBoxes("Ramipril 10 mg") }, packs);
  assert.ok(question.doubts.includes("several_boxes"));
  assert.deepEqual(
    question.alternatives.map(({ text, name, strength, doubt }) => [text, name, strength, doubt]),
    [
      ["Amlodipine 5 mg 28 tablets", "Amlodipine 5 mg", "5 mg", "one_box"],
      ["Ramipril 10 mg 28 capsules", "Ramipril 10 mg", "10 mg", "one_box"],
    ],
  );
  const answers = await packsOf(question, find);
  assert.deepEqual(
    answers.map(({ doubt, packs: [{ name }] }) => [doubt, name.split(" ")[0]]),
    [
      ["one_box", "Amlodipine"],
      ["one_box", "Ramipril"],
    ],
  );
});

/** Lines at places: `[text, x, y, width, height]`. */
const placed = (lines) =>
  lines.map(([text, x, y, width, height]) => ({
    ...printedLine(`${text} @${height}`, 0),
    x,
    y,
    width,
  }));

test("asks for each of two boxes without licence numbers, whose names no pack has together", async () => {
  const lines = placed([
    ["Amlodipine 5 mg", 300, 100, 300, 60],
    ["28 tablets", 300, 200, 200, 30],
    ["Ramipril 10 mg", 900, 500, 300, 55],
    ["28 capsules", 900, 560, 200, 30],
  ]);
  const { doubts, alternatives } = await questionOf({ lines }, packs);
  assert.ok(doubts.includes("several_boxes"));
  assert.deepEqual(
    alternatives.map(({ text }) => text),
    ["Amlodipine 5 mg 28 tablets", "Ramipril 10 mg 28 capsules"],
  );
});

test("a number above its unit is a strength, whatever is next to them", async () => {
  const lines = placed([
    ["Amlodipine", 600, 100, 300, 60],
    ["5", 100, 110, 50, 80],
    ["Tablets", 600, 190, 150, 50],
    ["mg", 100, 200, 70, 60],
    ["28 tablets", 100, 400, 200, 40],
  ]);
  const { text, strength, doubts } = await questionOf({ lines }, packs);
  assert.deepEqual([text, strength, doubts], ["Amlodipine Tablets 5 mg 28 tablets", "5 mg", []]);
});

const STRIP = [
  ["Amlodipine 5 mg", 300, 100],
  ["Amlodipine 5 mg", 700, 100],
  ["Tablets", 300, 150],
  ["Amlodipine 5 mg", 300, 300],
];

/** What the edges of a strip leave of its text is not a separate text, but a strength may be. */
const CUT_REPEATS = [
  ["lodipine 5 mg", 0, 300, []],
  ["Amlodip", 1000, 100, []],
  ["e 5 mg Amlodipine 5 mg Amlo", 500, 500, []],
  ["-'odipine 5 mg", 0, 500, []],
  ["dipine 10 mg", 0, 500, ["unknown_name"]],
  ["Ramipril 5 mg", 0, 500, ["contradicting_line"]],
  ["10 mg", 0, 500, ["several_strengths"]],
];

for (const [text, x, y, expected] of CUT_REPEATS)
  test(`next to the repeats of a strip, ${text} gives ${expected.join() || "no doubt"}`, async () => {
    const lines = placed([...STRIP, [text, x, y]].map((line) => [...line, 300, 40]));
    const { text: question, doubts } = await questionOf({ lines }, packs);
    assert.equal(question.startsWith("Amlodipine 5 mg"), true, question);
    for (const doubt of expected) assert.ok(doubts.includes(doubt), doubts.join());
    if (expected.length === 0) assert.deepEqual(doubts, []);
  });

test("next to the repeats of a strip, two that are cut at one place are not a separate text", async () => {
  const cut = [
    ["Amlodipine 5 n", 1000, 100],
    ["Amlodipine 5 n", 1000, 300],
  ];
  const lines = placed([...STRIP, ...cut].map((line) => [...line, 300, 40]));
  const { text, doubts } = await questionOf({ lines }, packs);
  assert.deepEqual([text, doubts], ["Amlodipine 5 mg Tablets", []]);
});

for (const [strip, other] of [
  ["Amlodipine 10 mg", "Amlodipine 1 mg"],
  ["Amlodipine 10 mg", "Amlodipine 0 mg"],
  ["Ramipril 2.5 mg", "Ramipril 2 mg"],
])
  test(`next to the repeats of ${strip}, ${other} is another strength`, async () => {
    const lines = placed(
      [
        [strip, 300, 100],
        [strip, 700, 100],
        [strip, 300, 300],
        [other, 300, 900],
      ].map((line) => [...line, 300, 40]),
    );
    const { doubts } = await questionOf({ lines }, packs);
    assert.ok(doubts.includes("several_strengths"), doubts.join());
  });

test("believes the repeat that no edge cuts", async () => {
  const lines = STRIP.map(([text], row) => printedLine(`${text} @40`, row));
  lines[0].cutEnds = [false, true];
  const { name, strength, doubts } = await questionOf({ lines }, packs);
  assert.deepEqual([name, strength, doubts], ["Amlodipine 5 mg", "5 mg", []]);
});

/** What is left of a logo or of a neighbour is read as letters. */
for (const letters of ["R @60", "S AR ≠ 96 @60", "en ≠ Pe @60"])
  test(`${letters} next to a medicine is not a doubt`, async () => {
    const { text, doubts } = await ask([AMLODIPINE, letters]);
    assert.deepEqual([text, doubts], ["Amlodipine 5 mg", []]);
  });

test("a name that another face repeats in larger letters is the name", async () => {
  const { text, name, doubts } = await ask([
    "Amlodipine @30",
    "5 mg @26",
    "Amlodipine @60",
    "5 mg @60",
    "Tablets @28",
  ]);
  assert.deepEqual([text, name, doubts], ["Amlodipine 5 mg Tablets", "Amlodipine", []]);
});

for (const text of ["mg", ".No.: 8899619", "No. 844433", "L OT169326", "L0I D61387"])
  test(`${text} next to a medicine is ignored`, async () => {
    const question = await ask([AMLODIPINE, `${text} @60`]);
    assert.deepEqual([question.text, question.doubts], ["Amlodipine 5 mg", []]);
  });

test("a release of two letters is one, also if the readings of it differ", async () => {
  const { doubts } = await ask([AMLODIPINE, "MR ≠ MB @60"]);
  assert.ok(doubts.length > 0);
});

const LABEL = [
  ["14 Ramipril 10mg capsules", 400],
  ["Take ONE capsule DAILY", 460],
  ["Mrs J Example    14/10/2026", 520],
  ["Sample Pharmacy, 12 High Street AB1 2CD", 580],
].map(([text, y]) => [text, 500, y, 600, 36]);

test("the label of a pharmacy is no part of the question", async () => {
  const box = placed([
    ["Amlodipine", 200, 100, 300, 60],
    ["5 mg Tablets", 200, 180, 300, 50],
  ]);
  const { text, doubts } = await questionOf({ lines: [...box, ...placed(LABEL)] }, packs);
  assert.deepEqual([text, doubts], ["Amlodipine 5 mg Tablets", []]);
});

for (const instruction of [
  "Two to be taken at night",
  "ONE to be taken THREE times a day",
  "Half to be applied daily",
])
  test(`only a label, with the instruction ${instruction}, asks for nothing`, async () => {
    const rows = [
      ["14 Ramipril 10mg capsules", 400],
      [instruction, 460],
      ["Mr D Example", 660],
      ["Sample Pharmacy, Stryd Fawr", 720],
    ].map(([text, y]) => [text, 500, y, 600, 36]);
    const { text, name } = await questionOf({ lines: placed(rows) }, packs);
    assert.deepEqual([text, name], ["", undefined]);
  });

test("one line that a pharmacy could have written is no label", async () => {
  const box = placed([
    ["Amlodipine", 200, 100, 300, 60],
    ["5 mg Tablets", 200, 180, 300, 50],
    ["Take ONE tablet DAILY", 200, 250, 300, 40],
  ]);
  assert.equal((await questionOf({ lines: box }, packs)).text, "Amlodipine 5 mg Tablets");
});

test("omits the lines of another box without a name and a strength, with a doubt", async () => {
  const { text, doubts } = await questionOf({ lines: twoBoxes("Accord Limited") }, packs);
  assert.deepEqual([text, doubts], ["Amlodipine 5 mg 28 tablets", ["several_boxes"]]);
});

test("one licence number is one box, whatever its sizes", async () => {
  const { alternatives } = await ask([
    AMLODIPINE,
    "28 tablets @40",
    "14 tablets @40",
    "PL 20075/0123 @30",
  ]);
  assert.deepEqual(alternatives, []);
});

test("doubts a name or a strength that the edge of the picture cuts", async () => {
  for (const [cut, whole] of [
    ["Ramipril @60", "5 mg @40"],
    ["5 mg @40", "Ramipril @60"],
  ]) {
    const lines = [{ ...printedLine(cut, 0), cutEnds: [true, false] }, printedLine(whole, 1)];
    const { name, strength, doubts } = await questionOf({ lines }, packs);
    assert.ok(name === undefined || strength === undefined);
    assert.deepEqual(doubts, ["cut_line"]);
  }
});

test("without data the question is what was read, with a doubt", async () => {
  const lines = ["Amlodipine @60", "5 mg @50", "Keep out of reach @20"].map(printedLine);
  assert.deepEqual(await questionOf({ lines }, undefined), {
    text: "Amlodipine 5 mg",
    name: undefined,
    strength: undefined,
    doubts: ["no_data"],
    alternatives: [],
  });
});

test("a pack that says more than the box comes later", async () => {
  const question = { ...(await ask(["Metformin 1 g/5 ml @60"])), alternatives: [] };
  const plain = { name: "Metformin 1g/5ml oral solution (A Ltd) 100 ml", pack_id: 1n };
  const sugarFree = {
    name: "Metformin 1g/5ml oral solution sugar free (B Ltd) 100 ml",
    pack_id: 2n,
  };
  const answers = await packsOf(question, () => [sugarFree, plain]);
  assert.deepEqual(answers[0].packs, [plain, sugarFree]);
  const stated = { ...question, text: `${question.text} sugar free` };
  assert.deepEqual((await packsOf(stated, () => [sugarFree, plain]))[0].packs, [sugarFree, plain]);
});

test("asks for no packs without a name and a strength that some pack has", async () => {
  const question = {
    text: "amlodipine 5 mg",
    name: "Amlodipine",
    strength: "5 mg",
    alternatives: [],
  };
  assert.equal((await packsOf({ ...question, doubts: ["cut_line"] }, find)).length, 1);
  for (const doubt of ["no_data", "no_pack"])
    assert.deepEqual(await packsOf({ ...question, doubts: [doubt] }, find), []);
  for (const field of ["name", "strength"])
    assert.deepEqual(await packsOf({ ...question, [field]: undefined, doubts: [] }, find), []);
});

// Every company and every medicine of the tablets and capsules.

/** `Amlodipine 5mg tablets (Accord Healthcare Ltd) 28 tablet`. */
const NAME =
  /^(?<medicine>\D+) (?<strength>\d[\d.,]*(?:mg|micrograms?)) (?<form>tablets|capsules) .*?\((?<supplier>\S+)/;

const products = ["tablets", "capsules"]
  .flatMap((form) => pagesOf(form))
  .flatMap(({ name }) => NAME.exec(name)?.groups ?? []);

function pagesOf(text) {
  const { total } = packs.search(text, { limit: 1 });
  return Array.from(
    { length: Math.ceil(total / 100) },
    (_, page) => packs.search(text, { limit: 100, offset: 100 * page }).packs,
  ).flat();
}

/** Tells what is printed with each of some names, and its strength and form, once. */
function printedWith(nameOf) {
  const printed = products.map((one) => [nameOf(one), one.strength, one.form]);
  return [...new Map(printed.map((lines) => [lines.join(" "), lines])).values()];
}

const questionWith = ([name, strength, form]) =>
  ask([`${name} @60`, `${strength} @50`, `${form} @40`]);

test("the name of a company finds no pack", async () => {
  const printed = printedWith(({ supplier }) => supplier);
  assert.ok(printed.length > 300, `${printed.length}`);
  const answered = [];
  for (const lines of printed)
    if ((await packsOf(await questionWith(lines), find)).length > 0) answered.push(lines);
  assert.deepEqual(answered, []);
});

test("each medicine is a name", async () => {
  const printed = printedWith(({ medicine }) => medicine);
  assert.ok(printed.length > 300, `${printed.length}`);
  const lost = [];
  for (const lines of printed) {
    const { name, doubts } = await questionWith(lines);
    if (name !== lines[0] || doubts.length > 0) lost.push([lines.join(" "), name, doubts.join()]);
  }
  assert.deepEqual(lost, []);
});
