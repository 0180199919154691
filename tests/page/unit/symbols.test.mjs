// Tests which results of the decoder are used.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { detectedSymbols } = await load("scan/symbols.ts");

const box = (x, y, width, height) => ({
  topLeft: { x, y },
  topRight: { x: x + width, y },
  bottomRight: { x: x + width, y: y + height },
  bottomLeft: { x, y: y + height },
});

const result = ({ format = "EAN13", text = "5012345678900", at = box(100, 100, 300, 0), isValid = true }) => ({
  format, text, symbologyIdentifier: "]E0", isValid, position: at,
});

const cases = [
  { name: "a linear code", results: [{}], texts: ["5012345678900"] },
  { name: "an invalid result of the decoder", results: [{ isValid: false }], texts: [] },
  { name: "a part of a tilted ITF-14", results: [{ format: "ITF", text: "402919" }], texts: [] },
  { name: "a complete ITF-14", results: [{ format: "ITF", text: "15012345678907" }], texts: ["15012345678907"] },
  {
    name: "two texts of one bar code on different lines",
    results: [{ text: "562081947068" }, { text: "462081047068", at: box(101, 140, 299, 0) }],
    texts: [],
  },
  { name: "two bar codes side by side", results: [{}, { text: "5012345678917", at: box(450, 100, 300, 0) }], texts: ["5012345678900", "5012345678917"] },
  { name: "a bar code under another", results: [{}, { text: "5012345678917", at: box(100, 400, 300, 0) }], texts: ["5012345678900", "5012345678917"] },
  { name: "a matrix code beside bars", results: [{}, { format: "DataMatrix", text: "01", at: box(200, 90, 60, 60) }], texts: ["5012345678900", "01"] },
  { name: "the same text twice", results: [{}, { at: box(102, 130, 300, 0) }], texts: ["5012345678900", "5012345678900"] },
];

for (const { name, results, texts } of cases) {
  test(`${name}: ${texts.join(" and ") || "no symbol"}`, () => {
    assert.deepEqual(detectedSymbols(results.map(result)).map(({ text }) => text.slice(3)), texts);
  });
}

test("distinguishes linear and matrix codes, and prepends the symbology identifier", () => {
  const [bars, squares] = detectedSymbols([result({}), result({ format: "DataMatrix", text: "01", at: box(900, 90, 60, 60) })]);
  assert.deepEqual(bars, { format: "EAN13", text: "]E05012345678900", isLinear: true });
  assert.equal(squares.isLinear, false);
});
