import assert from "node:assert/strict";
import { test } from "node:test";
import { agreedText, agreedValue } from "../../npm/print/agreement.js";
import { bareExpiry, labelledExpiry } from "../../npm/print/expiry.js";
import { batchIn, licenceIn } from "../../npm/print/labels.js";
import { questionOf } from "../../npm/print/question.js";
import { readPicture } from "../../npm/print/read.js";

const TODAY = "2026-11-01";

const EXPIRIES = {
  "EXP 03/2027": "2027-03",
  "EXP032027": "2027-03",
  "EXP0CT2027": "2027-10",
  "Expiry: SEP 2030": "2030-09",
  "EXP 27/03": "2027-03",
  "EXP 03/27": "2027-03",
  "EXP 31/03/2027": "2027-03-31",
  "USE BEFORE 2027-03": "2027-03",
  "E/P 03/2027": "2027-03",
};

for (const [text, date] of Object.entries(EXPIRIES)) test(`parses ${text}`, () => assert.equal(labelledExpiry(text, TODAY), date));

const NO_EXPIRIES = {
  "a month that does not exist": "EXP 13/2027",
  "a day that does not exist": "EXP 30/02/2027",
  "a year that is too late": "EXP 03/2035",
  "a year that is too early": "EXP 03/2019",
  "a day and a month that could be exchanged": "EXP 03/04/2027",
  "a date without a label": "03/2027",
};

for (const [what, text] of Object.entries(NO_EXPIRIES)) test(`rejects ${what}`, () => assert.equal(labelledExpiry(text, TODAY), undefined));

test("rejects a bare date beside other words", () => {
  assert.equal(bareExpiry("03 2027", TODAY), "2027-03");
  assert.equal(bareExpiry("MFD 03 2027", TODAY), undefined);
});

test("parses a batch only after its label", () => {
  assert.equal(batchIn("LOT A1234B"), "A1234B");
  assert.equal(batchIn("Batch: 940564 EXP 03/2027"), "940564");
  assert.equal(batchIn("A1234B"), undefined);
  assert.equal(batchIn("LOTION"), undefined);
});

test("parses a product licence number", () => assert.equal(licenceIn("PL 20075/0123"), "PL 20075/0123"));

const reading = (text, lowest = 1) => ({ text, lowest, mean: lowest });

test("believes a text only if two readings agree", () => {
  assert.equal(agreedText([reading("10 mg"), reading("10mg")]), "10 mg");
  assert.equal(agreedText([reading("10 mg"), reading("19 mg")]), undefined);
  assert.equal(agreedValue([reading("a"), reading("b"), reading("b")], ({ text }) => text), "b");
  assert.equal(agreedValue([reading("a"), reading("b"), reading("b"), reading("a")], ({ text }) => text), undefined);
});

const line = (text, height, y, second = text) => ({ height, width: 20 * height, x: 0, y, dx: 1, dy: 0, readings: [reading(text), reading(second)] });

test("asks for name, strength and form, without the small print", () => {
  const { text, name, strength, doubts } = questionOf([line("Amlodipine", 60, 0), line("5 mg Tablets", 50, 60), line("Keep out of the sight and reach of children", 30, 120), line("PL 20075/0123", 30, 180)]);
  assert.deepEqual({ text, name, strength, doubts }, { text: "Amlodipine 5 mg Tablets", name: "Amlodipine", strength: "5 mg", doubts: [] });
});

test("keeps a strength that looks like a code", () => assert.equal(questionOf([line("Co-codamol30mg/500mg", 60, 0)]).text, "Co-codamol 30mg/500mg"));

test("has no strength if two readings differ", () => {
  const { strength, doubts } = questionOf([line("Amlodipine", 60, 0), line("5 mg", 50, 60, "6 mg")]);
  assert.deepEqual({ strength, doubts }, { strength: undefined, doubts: ["unsure_line"] });
});

test("doubts two boxes in view", () => {
  assert.deepEqual(questionOf([line("Amlodipine 5 mg", 60, 0), line("Ramipril 10 mg", 60, 400)]).doubts, ["several_strengths"]);
  assert.deepEqual(questionOf([line("Amlodipine 5 mg", 60, 0), line("28 tablets", 40, 60), line("Ramipril", 60, 400), line("7 capsules", 40, 460)]).doubts, ["several_sizes"]);
});

/** An engine whose readings of each line are given: `[[height, x, y, ...readings]]`. */
const engineOf = (lines) => ({
  lines: () => lines.map(([height, x, y, ...texts]) => ({ height, width: 5 * height, x, y, dx: 1, dy: 0, score: 1, texts })),
  read: ({ texts }, softness) => ({ softness, ...reading(texts[Math.min(texts.length - 1, Math.round(softness / 1.2))]) }),
});

test("reads a date beside its label, from the two readings that agree", () => {
  const engine = engineOf([[40, 100, 100, "EXP"], [40, 300, 100, "03 2027", "08 2027", "08 2027"], [40, 100, 160, "LOT"], [40, 300, 160, "A123"]]);
  const { expiry, batch } = readPicture(engine, {}, { today: TODAY });
  assert.deepEqual({ expiry, batch }, { expiry: "2027-08", batch: "A123" });
});

test("reads no expiry date if two differ", () => {
  const engine = engineOf([[40, 100, 100, "EXP 03/2027"], [40, 100, 400, "EXP 08/2028"]]);
  assert.equal(readPicture(engine, {}, { today: TODAY }).expiry, undefined);
});

for (const words of ["Lotion", "Expectorant", "for Children", "Original"]) {
  test(`keeps ${words} in the question`, () => assert.equal(questionOf([line("Calamine 8%", 60, 0), line(words, 50, 60)]).text, `Calamine 8% ${words}`));
}
