// Tests which fields the lines of a picture give: expiry date, batch and licence number, from which
// readings and in which order they are read.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  agreedText,
  agreedValue,
  likelyDate,
  valueOfTwoFrames,
} from "../../npm/print/agreement.js";
import { isCutByPart, partsToSearch } from "../../npm/print/closer.js";
import { bareDates, labelledDates } from "../../npm/print/expiry.js";
import { batchIn, licenceIn } from "../../npm/print/labels.js";
import { inReadingOrder } from "../../npm/print/layout.js";
import { productsOf } from "../../npm/print/packs.js";
import { readPicture } from "../../npm/print/read.js";
import { readerBehind, readFor, sharedAmong } from "../../npm/print/threads.js";

const TODAY = "2026-11-01";

const EXPIRIES = {
  "EXP 03/2027": "2027-03",
  EXP032027: "2027-03",
  EXP0CT2027: "2027-10",
  "LimitedE XP : 06/2030": "2030-06",
  "Expiry: SEP 2030": "2030-09",
  "EXP 03/27": "2027-03",
  "EXP 31/03/2027": "2027-03-31",
  "EXP 03,2027": "2027-03",
  "USE BEFORE 2027-03": "2027-03",
  "E/P 03/2027": "2027-03",
  "EP 08/2026": "2026-08",
  "EXP 1 1 /27": "2027-11",
  "EXP 0772027": "2027-07",
  "EXP 15/19/2939": "2030-10-15",
  "EXP 2030-93": "2030-03",
  "E>piry 04-2026": "2026-04",
  "Ep1ry 04/27": "2027-04",
  "EXF 12/2029": "2029-12",
  "E/P.122029.": "2029-12",
  "EXP 05726": "2026-05",
  "EXF MAY 2029": "2029-05",
  "EXP MAY:2029": "2029-05",
  "USE BEF0RE 03/2028": "2028-03",
  "USE-BY 03/2028": "2028-03",
  "EXP1RY 03/2028": "2028-03",
  "EXPlRES 03/2028": "2028-03",
  "EXP 31.12.29": "2029-12-31",
  "EXP 29.12.31": "2031-12-29",
  "EXP A UG2029": "2029-08",
  "EXP AU G 2029": "2029-08",
  "EXP J U N 2029": "2029-06",
  "EXP 0 CT 2029": "2029-10",
  "EXP 14 N 0V 2029": "2029-11-14",
  "EXP 12/2032": "2032-12",
  "EXP 01/2020": "2020-01",
};

for (const [text, date] of Object.entries(EXPIRIES))
  test(`parses ${text}`, () => assert.deepEqual(labelledDates(text, TODAY), [date]));

const NO_EXPIRIES = {
  "a month that does not exist": "EXP 13/2027",
  "a day that does not exist": "EXP 30/02/2027",
  "a year that is too late": "EXP 01/2033",
  "a year that is too early": "EXP 12/2019",
  "a day and a month that could be exchanged": "EXP 03/04/2027",
  "a date without a label": "03/2027",
  "digits that may be zeros in two ways": "EXP 12/2929",
  "a day that may be 19 or 10": "EXP 19/10/2939",
  "a month of one digit": "EXP 1/39",
  "a pharmacopoeia": "BP 28 tablets",
  "a rest of a date that looks like a month and a year": "XP:28/0172023",
  "a date whose first digit is missing": "EXP 5/10/2026",
  "a date with another number after its year": "EXP 10/2026/1",
  "a year whose end may be missing": "EXP 10/20",
  "a day and a month of two digits that could be exchanged": "EXP 05.06.29",
  "a year before a month, which a day and a month would look like": "EXP 27/03",
  "a day and a month whose year is hidden": "Use before 28 .02",
};

for (const [what, text] of Object.entries(NO_EXPIRIES))
  test(`rejects ${what}`, () => assert.notEqual(labelledDates(text, TODAY).length, 1));

test("rejects a bare date next to other words", () => {
  assert.deepEqual(bareDates("03 2027", TODAY), ["2027-03"]);
  assert.deepEqual(bareDates("MFD 03 2027", TODAY), []);
});

test("parses a batch only after its label", () => {
  assert.equal(batchIn("LOT A1234B"), "A1234B");
  assert.equal(batchIn("Batch: 940564 EXP 03/2027"), "940564");
  for (const label of [
    "B.No.:",
    "B. No",
    "B No.",
    "B/No",
    "BN:",
    "Batch N°",
    "LOT NO.",
    "Lot No:",
    "B.N0:",
    "B . No .",
  ])
    assert.equal(batchIn(`${label} 24J460`), "24J460", label);
  for (const text of ["BNF 24J460", "B12 24J460", "Bnot 24J460"])
    assert.equal(batchIn(text), undefined, text);
  assert.equal(batchIn("A1234B"), undefined);
  assert.equal(batchIn("LOTION"), undefined);
});

test("parses a product licence number", () =>
  assert.equal(licenceIn("PL 20075/0123"), "PL 20075/0123"));

const settled = () => new Promise((resolve) => setImmediate(resolve));

const reading = (text, lowest = 1) => ({ text, lowest, mean: lowest });

test("believes a text only if two readings agree", () => {
  assert.equal(agreedText([reading("10 mg"), reading("10mg")]), "10 mg");
  assert.equal(agreedText([reading("10 mg"), reading("19 mg")]), undefined);
  assert.equal(agreedText([reading("75 mg"), reading("75 mg.")]), "75 mg");
  assert.equal(agreedText([reading(".5 mg"), reading("5 mg")]), undefined);
  assert.equal(agreedText([reading("5%"), reading("5")]), undefined);
  assert.equal(
    agreedValue([reading("a"), reading("b"), reading("b")], ({ text }) => text),
    "b",
  );
  assert.equal(
    agreedValue([reading("a"), reading("b"), reading("b"), reading("a")], ({ text }) => text),
    undefined,
  );
});

/**
 * An engine whose readings of each line are given: `[[height, x, y, ...readings]]`. `closer` are
 * the lines that it finds in a part of the picture.
 */
const engineOf = (lines, closer = []) => ({
  lines: () => lines.map(foundLine),
  linesIn: () => closer.map(foundLine),
  read: ({ texts = [""] }, { softness, frame }) => ({
    softness,
    frame,
    ...reading(texts[Math.min(texts.length - 1, Math.round(softness / 1.2))]),
  }),
});

const foundLine = ([height, x, y, ...texts]) => ({
  height,
  width: 4 * height,
  x,
  y,
  dx: 1,
  dy: 0,
  score: 1,
  texts,
});

/** An engine that reads a label, and then these texts to the right of it. */
const besideLabel = (label, ...texts) =>
  engineOf([
    [40, 100, 100, label],
    [40, 300, 100, ...texts],
  ]);

const readOf = (engine, picture = {}, options = {}) =>
  readPicture(engine, picture, { today: TODAY, ...options });

const expiryOf = async (engine, picture) => (await readOf(engine, picture)).expiry;

const textsOf = ({ lines }) => lines.map(({ readings: [{ text }] }) => text);

const numbersOfReadings = ({ lines }) => lines.map(({ readings }) => readings.length);

const WIDE = { width: 1280, height: 720 };

const SQUARE = { width: 1000, height: 1000 };

test("reads a date next to its label, from the two readings that agree", async () => {
  const engine = engineOf([
    [40, 100, 100, "EXP"],
    [40, 300, 100, "08 207", "08 2027", "08 2027"],
    [40, 100, 160, "LOT"],
    [40, 300, 160, "A123"],
  ]);
  const { expiry, batch } = await readOf(engine);
  assert.deepEqual({ expiry, batch }, { expiry: "2027-08", batch: "A123" });
});

test("searches for a date around a label, once", async () => {
  const seen = [
    [40, 100, 100, "LOT A123"],
    [60, 100, 400, "Amlodipine 5 mg"],
  ];
  const closer = [
    [40, 100, 100, "LOT A128"],
    [40, 100, 160, "EXP 08 2027"],
  ];
  const found = await readOf(engineOf(seen, closer));
  assert.deepEqual([found.expiry, found.batch], ["2027-08", "A123"]);
  assert.deepEqual(textsOf(found), ["LOT A123", "Amlodipine 5 mg", "EXP 08 2027"]);
});

test("searches for a date next to a label that was found before", async () => {
  const closer = [[40, 300, 100, "98 2927", "98 2927", "08 2027"]];
  assert.equal(await expiryOf(engineOf([[40, 100, 100, "EXP"]], closer)), "2027-08");
});

test("reads no date if the one around a label differs from another", async () => {
  const engine = engineOf(
    [
      [40, 100, 100, "LOT A123"],
      [40, 100, 700, "EXP 03/2027"],
      [40, 100, 900, "EXP 04/2027"],
    ],
    [[40, 100, 160, "EXP 03/2027"]],
  );
  assert.equal(await expiryOf(engine), undefined);
});

test("reads no date that the edge of a part cuts, or may cut", async () => {
  const expiryAt = (x, y) => expiryOf(engineOf([[40, 100, 100, "EXP"]], [[40, x, y, "11 28"]]));
  // The part ends at x = 500 and y = 210.
  assert.deepEqual(
    await Promise.all(
      [
        [390, 100],
        [400, 100],
        [440, 100],
      ].map(([x, y]) => expiryAt(x, y)),
    ),
    ["2028-11", undefined, undefined],
  );
  assert.deepEqual(
    [
      [100, 180],
      [100, 195],
    ].map(([x, y]) =>
      isCutByPart(
        { x, y, dx: 1, dy: 0, width: 100, height: 40 },
        { x: 280, y: 100, dx: 1, dy: 0, width: 520, height: 220 },
      ),
    ),
    [false, true],
  );
});

/** An engine that reads a misread date correctly only in relief. */
function reliefEngine(closer) {
  const { read, ...engine } = engineOf([[40, 100, 100, "EXP 99/2929"]], closer);
  const inRelief = (line, way) =>
    way.relief ? { ...way, ...reading("EXP 09/2029") } : read(line, way);
  return { ...engine, read: inRelief };
}

test("reads a misread date in relief if a closer look does not find it", async () => {
  assert.equal(await expiryOf(reliefEngine([])), "2029-09");
});

test("reads a date next to a label that the edge of a part cuts", async () => {
  const seen = [
    [40, 300, 100, "08 2027"],
    [40, 100, 160, "LOT"],
    [40, 300, 160, "A123"],
  ];
  assert.equal(await expiryOf(engineOf(seen, [[40, 70, 100, "EXP"]])), "2027-08");
});

test("reads a date next to a label whose gaps glare widens", async () => {
  assert.equal(await expiryOf(besideLabel("E XP:", "08 2027")), "2027-08");
});

test("reads a date next to a label that follows the end of another word", async () => {
  assert.equal(await expiryOf(besideLabel("d EXP:", "08 2027")), "2027-08");
});

test("looks around the label of the date first, in the direction of the text", () => {
  const label = (text, x, y) => ({
    x,
    y,
    dx: 0,
    dy: 1,
    width: 80,
    height: 20,
    readings: [reading(text)],
  });
  const [first, second, ...more] = partsToSearch([
    label("LOT", 100, 100),
    label("EXP", 400, 100),
    label("BN", 405, 150),
    label("LOT", 900, 100),
  ]);
  assert.deepEqual(
    [first, second.x, more.length],
    [{ x: 400, y: 170, dx: 0, dy: 1, width: 260, height: 110 }, 100, 0],
  );
});

test("reads a misread date in relief, in a closer look", async () => {
  assert.equal(await expiryOf(reliefEngine([[40, 100, 100, "EXP 99/2929"]])), "2029-09");
});

test("reads no expiry date if two differ", async () => {
  const engine = engineOf([
    [40, 100, 100, "EXP 03/2027"],
    [40, 100, 400, "EXP 08/2028"],
  ]);
  assert.equal(await expiryOf(engine), undefined);
});

test("reads a strength again if a point differs", async () => {
  const engine = engineOf([
    [60, 100, 100, "Bumetanide"],
    [50, 100, 180, "0.5 mg", "05 mg", "05 mg", "0.5 mg"],
  ]);
  const { lines } = await readOf(engine);
  assert.equal(lines[1].readings.length, 3);
});

/**
 * An engine that reads two equal characters as one, unless the line is widened. Each of `lines` is
 * `[text, width, y]`.
 */
const mergingEngine = (lines) => ({
  lines: () =>
    lines.map(([text, width, y]) => ({ height: 40, width, x: 500, y, dx: 1, dy: 0, text })),
  read: ({ text }, { softness, frame, stretch = 1 }) => ({
    softness,
    frame,
    ...reading(stretch > 1 ? text : text.replace(/(.)\1/g, "$1")),
  }),
});

test("widens narrow letters: of two equal ones, the network reads one", async () => {
  const strip = [
    ["Pramipexole 88 microgram", 240, 100],
    ["Pramipexole 88 microgram", 240, 300],
  ];
  const read = await readOf(mergingEngine(strip));
  assert.equal(agreedText(read.lines[0].readings), "Pramipexole 88 microgram");
  const {
    lines: [{ readings }],
  } = await readOf(mergingEngine([["Pramipexole 8 microgram", 400, 100]]));
  assert.equal(readings.length, 2);
});

test("reads small print once if both fields were found: the company may be in it", async () => {
  const company = {
    height: 44,
    width: 511,
    x: 351,
    y: 622,
    dx: 1,
    dy: 0,
    texts: ["Gerot Lannach UK Limited"],
  };
  const small = { ...company, height: 34, y: 560, texts: ["Store in the original package"] };
  const { lines, ...engine } = engineOf([
    [97, 238, 81, "Aspirin"],
    [78, 181, 177, "75mg"],
    [36, 190, 500, "Use at home"],
    [40, 829, 607, "Exp 06/2029"],
    [40, 839, 656, "Batch 196756"],
  ]);
  const read = await readOf({ ...engine, lines: () => [...lines(), company, small] });
  const readings = ({ texts }) => read.lines.find((line) => line.texts === texts).readings.length;
  assert.deepEqual([readings(company), readings(small)], [1, 1]);
});

test("takes the spaces of the highest frame", async () => {
  const framed = (text, frame, mean) => ({ text, lowest: 1, mean, frame });
  assert.equal(agreedText([framed("Cholurso", 1, 0.9), framed("C hol urso", 0.8, 1)]), "Cholurso");
  const { lines } = await readOf(engineOf([[40, 100, 100, "lron dextran", "I rondextran"]]));
  assert.deepEqual(
    lines[0].readings.map(({ text }) => text),
    ["lron dextran", "Iron dextran", "Iron dextran"],
  );
});

test("reads each repeat of a strip once", async () => {
  const strip = [0, 200, 400].map((y) => [40, 100, y, "Quetiapine"]);
  assert.deepEqual(numbersOfReadings(await readOf(engineOf(strip))), [2, 1, 1]);
});

test("reads a date again that does not exist", async () => {
  const dates = ["11 2037", "11 2037", "11 2031"];
  const inOneLine = engineOf([[40, 100, 100, ...dates.map((date) => `EXP ${date}`)]]);
  for (const engine of [inOneLine, besideLabel("EXP", ...dates)])
    assert.equal(await expiryOf(engine), "2031-11");
});

test("believes a batch only if two frames agree", () => {
  const framed = (text, frame) => ({ ...reading(text), frame });
  const text = (one) => one.text;
  assert.equal(
    valueOfTwoFrames([framed("ZV0687", 1), framed("ZV0687", 1), framed("ZV068Z", 0.8)], text),
    undefined,
  );
  assert.equal(valueOfTwoFrames([framed("ZV0687", 1), framed("ZV0687", 0.8)], text), "ZV0687");
});

const dates = (text, options) => bareDates(text, TODAY, options);

test("reads no date from only unlikely readings", () => {
  const framed = (lowest, frame) => ({ ...reading("2023-01", lowest), frame });
  assert.equal(likelyDate([framed(0.37, 1), framed(0.37, 0.8)], dates), undefined);
  assert.equal(likelyDate([framed(0.37, 1), framed(0.6, 0.8)], dates), "2023-01");
});

test("reads no date that a likely reading contradicts", () => {
  const two = [
    { ...reading("2029-07", 0.8), frame: 1 },
    { ...reading("2029-07", 0.7), frame: 0.8 },
  ];
  const withThird = (text, lowest) =>
    likelyDate([...two, { ...reading(text, lowest), frame: 1 }], dates);
  assert.deepEqual([withThird("2029-01", 0.7), withThird("2029-01", 0.3)], [undefined, "2029-07"]);
});

test("reads no date that a likely reading contradicts with each of its meanings", () => {
  const two = [
    { ...reading("03/2023", 0.6), frame: 1 },
    { ...reading("03/2823", 0.5), frame: 1.2 },
  ];
  const withThird = (text) => likelyDate([...two, { ...reading(text, 0.7), frame: 0.8 }], dates);
  assert.deepEqual(["0372828", "93/2823", "EXP", "03/2O"].map(withThird), [
    undefined,
    "2023-03",
    "2023-03",
    "2023-03",
  ]);
});

test("believes no date that each reading has with replaced zeros", async () => {
  const replaced = besideLabel("EXP", "09 2829", "09 2820", "09 2920");
  assert.equal(await expiryOf(replaced), undefined);
  const exact = besideLabel("EXP", "94 2027", "94 2027", "04 2027");
  assert.equal(await expiryOf(exact), "2027-04");
});

test("reads a month with one wrong letter, if one reading has it exactly", async () => {
  assert.deepEqual(labelledDates("EXP NOY 2028", TODAY), ["2028-11"]);
  assert.deepEqual(bareDates("HAY 2029", TODAY), ["2029-05"]);
  for (const text of ["EXP MAP 2028", "EXP JUI 2028", "EXP LOT 2028"])
    assert.deepEqual(labelledDates(text, TODAY), [], text);
  const withOneExact = besideLabel("EXP", "NOY 2028", "NOV 2028");
  const withNone = besideLabel("EXP", "NOY 2028", "NOY 2028");
  assert.equal(await expiryOf(withOneExact), "2028-11");
  assert.equal(await expiryOf(withNone), undefined);
});

test("believes a date only if two frames agree", async () => {
  const dates = ["09 2026", "09 2020", "09 2020"];
  const ofOneFrame = {
    ...besideLabel("EXP", ...dates),
    read: ({ texts = dates }, { softness, frame }) => ({
      softness,
      frame,
      ...reading(frame === 1 ? texts[0] : texts.at(-1)),
    }),
  };
  const { lines, expiry } = await readOf(ofOneFrame);
  assert.deepEqual([lines[1].readings.length, expiry], [9, undefined]);
});

test("reads no date from a line that the edge of the picture cuts", async () => {
  const engine = engineOf([[40, 100, 100, "EXP 11/28"]]);
  assert.equal(await expiryOf(engine, { width: 170, height: 300 }), undefined);
  assert.equal(await expiryOf(engine, { width: 400, height: 300 }), "2028-11");
});

test("reads no date from a line that ends near the edge of the picture", async () => {
  const engine = engineOf([[40, 100, 100, "EXP 10/22"]]);
  const [{ x, width }] = (await readOf(engine)).lines;
  const expiry = (gap) => expiryOf(engine, { width: x + width / 2 + gap, height: 300 });
  assert.deepEqual([await expiry(70), await expiry(90)], [undefined, "2022-10"]);
});

test("reads a whole date with a year of four digits near an edge of the picture", async () => {
  for (const [text, gap, expected] of [
    ["10/2028", 30, "2028-10"],
    ["APR 2028", 30, "2028-04"],
    ["11/28", 30, undefined],
    ["2028-11", 30, undefined],
    ["10/2028", 0, undefined],
  ]) {
    const engine = engineOf([[40, 100, 100, `EXP ${text}`]]);
    const [{ x, width }] = engine.lines();
    const picture = { width: x + width / 2 + gap, height: 300 };
    assert.equal(await expiryOf(engine, picture), expected, `${text}, ${gap}`);
  }
});

test("reads no date whose last letters an edge may cut", async () => {
  const expiryAt = (y) => expiryOf(engineOf([[40, 100, y, "EXP 10/2028"]]), WIDE);
  assert.deepEqual([await expiryAt(698), await expiryAt(704)], ["2028-10", undefined]);
});

/**
 * An engine that finds a date next to its label, too low, and reads it only as high as the label.
 */
const lowDate = (text, found) => {
  const engine = engineOf([[40, 100, 100, "EXP"], ...found]);
  const { read } = engine;
  const readRow = (one, way) =>
    one.texts === undefined && one.height === 40 ? { ...way, ...reading(text) } : read(one, way);
  return { ...engine, read: readRow };
};

test("reads the row next to a label whose date is not read where it was found, or not found", async () => {
  for (const found of [[[27, 300, 104, "232"]], []]) {
    assert.equal(await expiryOf(lowDate("MAY 2029", found)), "2029-05");
    // A row may end within a date.
    assert.equal(await expiryOf(lowDate("11/28", found)), undefined);
  }
});

test("reads no row that the edge of the picture cuts", async () => {
  assert.equal(await expiryOf(lowDate("MAY 2029", []), { width: 330, height: 300 }), undefined);
});

test("a row has the direction of its longer line", async () => {
  const { lines, ...engine } = engineOf([[40, 300, 190, "08 2027"]]);
  const label = { height: 40, width: 70, x: 100, y: 100, dx: 1, dy: 0, score: 1, texts: ["EXP"] };
  const tilted = () => [label, ...lines().map((line) => ({ ...line, dx: 0.91, dy: 0.41 }))];
  assert.equal(await expiryOf({ ...engine, lines: tilted }), "2027-08");
});

/**
 * Reads a picture with one line, and finds which of its ends the edge of the picture cuts. `beyond`
 * is what the engine reads if it reads on beyond the end of the line.
 */
async function cutEndsOf(line, beyond = "astatin 20 mg") {
  const read = ({ width }, { softness, frame }) => ({
    softness,
    frame,
    ...reading(width > line.width ? beyond : "astatin 20 mg"),
  });
  const { lines } = await readOf({ ...engineOf([]), lines: () => [line], read }, WIDE);
  return lines[0].cutEnds;
}

test("reads on beyond the end of a line near an edge: what is printed there, the edge cuts", async () => {
  const tilted = { x: 200, y: 60, dx: 0.97, dy: 0.24, width: 200, height: 60 };
  assert.deepEqual(await cutEndsOf(tilted, "torvastatin 20 mg"), [true, false]);
  assert.deepEqual(await cutEndsOf(tilted, "| astatin 20 mg"), [false, false]);
});

test("reads on beyond the end of a line within two heights of an edge", async () => {
  const cutEndsAt = (x) =>
    cutEndsOf({ x, y: 300, dx: 1, dy: 0, width: 200, height: 40 }, "torvastatin 20 mg");
  assert.deepEqual(await cutEndsAt(175), [true, false]);
  assert.deepEqual(await cutEndsAt(185), [false, false]);
});

test("an edge cuts a line whose first letters are partly outside of the picture", async () => {
  const cutEndsAt = (y) => cutEndsOf({ x: 500, y, dx: 0.98, dy: 0.2, width: 260, height: 100 });
  assert.deepEqual(await cutEndsAt(34), [true, false]);
  assert.deepEqual(await cutEndsAt(80), [false, false]);
});

test("lists each product of a supplier once, with its sizes", () => {
  const pack = (supplier, size) => ({
    name: `Anastrozole 1mg tablets (${supplier}) ${size}`,
    generic_product_name: "Anastrozole 1mg tablets",
    generic_pack_name: `Anastrozole 1mg tablets ${size.split(" 2 x")[0]}`,
  });
  const packs = [
    pack("Kent Pharma (UK) Ltd", "28 tablet"),
    pack("Accord", "28 tablet"),
    pack("Kent Pharma (UK) Ltd", "28 tablet 2 x 14 tablets"),
    pack("Kent Pharma (UK) Ltd", "84 tablet"),
  ];
  assert.deepEqual(
    productsOf(packs).map(({ product, packs: some }) => [
      product,
      some.map((one) => packs.indexOf(one)),
    ]),
    [
      ["Anastrozole 1mg tablets (Kent Pharma (UK) Ltd)", [0, 2, 3]],
      ["Anastrozole 1mg tablets (Accord)", [1]],
    ],
  );
});

test("reads the words of a guide once, and its numbers again", async () => {
  const engine = engineOf([
    [40, 100, 100, "Tablets"],
    [40, 100, 200, "A123"],
  ]);
  assert.deepEqual(numbersOfReadings(await readOf(engine, {}, { isGuide: true })), [1, 2]);
});

test("does not read a single label or long words of a guide again, though they are unsure", async () => {
  const engine = engineOf([
    [40, 100, 100, "EXP:"],
    [40, 300, 100, "03/2027"],
    [40, 100, 200, "leaflet for further inforrnation"],
    [40, 100, 300, "EXP MAR 2O27"],
  ]);
  const unsure = { ...engine, read: (one, way) => ({ ...engine.read(one, way), lowest: 0.6 }) };
  assert.deepEqual(numbersOfReadings(await readOf(unsure, {}, { isGuide: true })), [1, 2, 1, 2]);
});

test("reads as many lines at once as there are readers, each one line at a time", async () => {
  const started = [];
  const reader = () => (strip) => new Promise((resolve) => started.push({ strip, resolve }));
  const read = sharedAmong([reader(), reader()]);
  const readings = Promise.all(["a", "b", "c", "d"].map((strip) => read(() => strip)));
  assert.deepEqual(
    started.map(({ strip }) => strip),
    ["a", "b"],
  );
  started[1].resolve("B");
  await settled();
  assert.deepEqual(
    started.map(({ strip }) => strip),
    ["a", "b", "c"],
  );
  started[0].resolve("A");
  started[2].resolve("C");
  await settled();
  started[3].resolve("D");
  assert.deepEqual(await readings, ["A", "B", "C", "D"]);
});

test("a line that cannot be read is rejected, and the next one is read", async () => {
  const read = sharedAmong([
    (strip) => (strip === "bad" ? Promise.reject(new Error("stopped")) : strip),
  ]);
  const [bad, good] = await Promise.allSettled([read(() => "bad"), read(() => "good")]);
  assert.deepEqual([bad.reason.message, good.value], ["stopped", "good"]);
});

/** A promise of a reader in another thread, which is created by `createReader`. */
function readerWith(t, createReader) {
  const { port1, port2 } = new MessageChannel();
  t.after(() => port1.close());
  readFor(port2, createReader);
  return readerBehind(port1, { module: undefined, recognition: "model" });
}

test("a reader in another thread gets its files first, and reports errors", async (t) => {
  const read = await readerWith(
    t,
    ({ recognition }) =>
      ({ stretch }) =>
        stretch > 1 ? assert.fail("stopped") : `${recognition} ${stretch}`,
  );
  assert.equal(await read({ strip: new Float32Array(1), stretch: 1 }), "model 1");
  await assert.rejects(read({ strip: new Float32Array(1), stretch: 2 }), /stopped/);
});

test("a reader in another thread that cannot be loaded is absent", async (t) => {
  assert.equal(await readerWith(t, () => assert.fail("out of memory")), undefined);
});

test("searches no part of a picture without labels, or with a date", async () => {
  const withoutParts = (text) => ({
    ...engineOf([[40, 100, 100, text]]),
    linesIn: () => assert.fail(),
  });
  for (const text of ["Amlodipine 5 mg", "EXP 08 2027"]) await readOf(withoutParts(text));
});

test("looks around a date whose label was not found", () => {
  const label = (text) => ({
    x: 500,
    y: 100,
    dx: 1,
    dy: 0,
    width: 100,
    height: 20,
    readings: [reading(text)],
  });
  for (const text of ["02/29", "02729", "OCT 2030"])
    assert.deepEqual(
      partsToSearch([label(text)]).map(({ x, width }) => [x - width / 2, width]),
      [[330, 260]],
      text,
    );
  assert.deepEqual(
    partsToSearch([{ ...label("EP 27/62/2926"), width: 200 }]).map(({ x, width }) => [
      x - width / 2,
      width,
    ]),
    [[280, 340]],
  );
  for (const text of ["28 tablets", "PL 20075/0123", "500 mg/125 mg"])
    assert.deepEqual(partsToSearch([label(text)]), [], text);
});

test("orders the lines of a tilted box along its text", () => {
  for (const angle of [0.4, Math.PI / 2]) {
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const at = (along, across) => ({
      x: along * dx - across * dy,
      y: along * dy + across * dx,
      dx,
      dy,
      width: 100,
      height: 20,
    });
    const [name, strength, form] = [at(0, 0), at(400, 2), at(0, 60)];
    assert.deepEqual(inReadingOrder([form, strength, name]), [name, strength, form]);
  }
});

/** An engine that reads text only in its own direction, from the left to the right of it. */
const directedEngine = (lines) => ({
  lines: () => lines,
  linesIn: () => [],
  read: async ({ text, way, dx, dy }, { softness, frame }) => {
    const isUpright = dx * way[0] + dy * way[1] > 0.7;
    return { softness, frame, ...reading(isUpright ? text : "unreadable", isUpright ? 1 : 0.4) };
  },
});

/**
 * A line that the network finds along its axis, to the right or down, and whose text runs `way`.
 */
const axisLine = (text, [x, y], way, [width, height] = [200, 40]) => {
  const [dx, dy] = way.map(Math.abs);
  return { text, way, x, y, dx, dy, width, height, score: 1 };
};

const WAYS = { upright: [1, 0], "upside down": [-1, 0], "to the top": [0, -1], down: [0, 1] };

for (const [name, way] of Object.entries(WAYS))
  test(`reads text that is ${name}, in its own order`, async () => {
    const [dx, dy] = way;
    const row = (text, across) =>
      axisLine(text, [500 - across * dy, 500 + across * dx], way, [240, 40]);
    const found = await readOf(
      directedEngine([row("third", 120), row("first", 0), row("second", 60)]),
      SQUARE,
    );
    assert.deepEqual(textsOf(found), ["first", "second", "third"]);
  });

test("reads a face whose text runs in another direction, after that with most text", async () => {
  const found = await readOf(
    directedEngine([
      axisLine("LOT A1234", [800, 300], [0, -1]),
      axisLine("Amlodipine", [300, 100], [1, 0], [400, 60]),
      axisLine("5 mg tablets", [300, 200], [1, 0], [400, 60]),
    ]),
    SQUARE,
  );
  assert.deepEqual(textsOf(found), ["Amlodipine", "5 mg tablets", "LOT A1234"]);
});

test("a short line runs along the other text, though it is higher than wide", async () => {
  const { lines } = await readOf(
    directedEngine([
      axisLine("Amlodipine", [300, 100], [1, 0], [400, 60]),
      { ...axisLine("5", [100, 200], [1, 0]), dx: 0, dy: 1, width: 80, height: 50 },
    ]),
    SQUARE,
  );
  const [, { width, height, readings }] = lines;
  assert.deepEqual([width, height, readings[0].text], [50, 80, "5"]);
});

test("reads characters that stand apart on a row as one line", async () => {
  const characters = (text, y, gap) =>
    [...text].map((one, index) => axisLine(one, [100 + gap * index, y], [1, 0], [34, 40]));
  const read = async (lines) => {
    const { lines: found } = await readOf(directedEngine(lines), SQUARE);
    return found.map(({ x, width }) => [Math.round(x), Math.round(width)]);
  };
  assert.deepEqual(await read(characters("EXP1027", 100, 60)), [[280, 394]]);
  assert.equal((await read(characters("EXP1027", 100, 200))).length, 7, "too far apart");
  assert.equal((await read(characters("5mg", 100, 60))).length, 3, "a strength in three parts");
});
