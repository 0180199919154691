// Tests the reader of print as it is built, on boxes that Chromium draws. lab/print.mjs measures it
// on many more.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { PackLookup } from "../../../npm/index.js";
import { openPrintReader, PrintError, questionOf } from "../../../npm/print.js";
import { photographOf } from "../../page/cartons/draw.mjs";
import { chromiumOptions } from "../../page/driver.mjs";
import { boxOf, line, PHOTO } from "../../common/print.mjs";

const TODAY = "2026-11-01";
const BOX = boxOf("03/2027");
const QUESTION = "Amlodipine5mgTablets28tablets";

/** A text without spaces: the gap in "5 mg" depends on the fonts of the machine. */
const dense = (text) => text.replaceAll(" ", "");

const packs = await PackLookup.open();
let browser;
let page;
let reader;

before(async () => {
  browser = await chromium.launch(chromiumOptions([]));
  page = await browser.newPage();
  reader = await openPrintReader();
});
after(async () => {
  reader.close();
  await browser.close();
});

const pictureOf = (lines, photo = {}) =>
  photographOf(page, {
    number: 1,
    panel: { paper: 240, shapes: [], lines },
    photo: { ...PHOTO, ...photo },
  });

const read = async (lines, photo, options) =>
  reader.read(await pictureOf(lines, photo), { today: TODAY, ...options });

/** Tells what was read, and its question. */
async function readAndAsk(lines, photo) {
  const box = await read(lines, photo);
  return { ...box, ...(await questionOf(box, packs)) };
}

test("reads name, strength, expiry date and batch of a box", async () => {
  const { text, name, strength, doubts, expiry, batch } = await readAndAsk(BOX);
  assert.deepEqual(
    { text: dense(text), name, strength: dense(strength), doubts, expiry, batch },
    {
      text: QUESTION,
      name: "Amlodipine",
      strength: "5mg",
      doubts: [],
      expiry: "2027-03",
      batch: "AB1234",
    },
  );
});

test("reads the company in small print at a second look, upside down, too", async () => {
  const small = {
    ...line("Milpharm Limited, Ares Block, Odyssey Business Park", 640, 17),
    weight: 400,
  };
  for (const turn of [0, Math.PI]) {
    const picture = await pictureOf([...BOX.slice(0, 3), small], { turn, focus: 1 });
    const box = await reader.read(picture, { today: TODAY });
    const again = await reader.read(picture, { smallPrintOf: box });
    const { text, supplier, lacksSupplier, doubts } = await questionOf(again, packs);
    assert.deepEqual(
      [dense(text), supplier, lacksSupplier, doubts, again.lines.slice(0, box.lines.length)],
      ["Amlodipine5mgTablets", "Milpharm Ltd", false, [], box.lines],
    );
  }
});

test("reads a box that is tilted, in the order of its lines", async () => {
  assert.equal(dense((await readAndAsk(BOX, { turn: 0.3, fill: 0.7 })).text), QUESTION);
});

test("reads an expiry date and a batch in a guide", async () => {
  const { expiry, batch } = await read(
    [line("EXP 03/2027", 400, 120), line("LOT AB1234", 600, 120)],
    {},
    { guide: true },
  );
  assert.deepEqual({ expiry, batch }, { expiry: "2027-03", batch: "AB1234" });
});

test("reads an embossed expiry date on a small box", async () => {
  const embossed = (text, y) => ({
    ...line(text, y, 46),
    x: 900,
    kind: "embossed",
    weight: 400,
    font: "monospace",
    paper: 240,
  });
  const { expiry } = await read(
    [...BOX.slice(0, 4), embossed("LOT AB1234", 770), embossed("EXP 09/2029", 840)],
    { fill: 0.55 },
  );
  assert.equal(expiry, "2029-09");
});

test("never loses the point of a strength", async () => {
  const { strength } = await readAndAsk([line("Bumetanide", 150, 110), line("0.5 mg", 290, 96)], {
    focus: 1.5,
    noise: 0.05,
  });
  assert.ok(strength === undefined || dense(strength) === "0.5mg", strength);
});

test("reads nothing in an empty picture", async () => {
  const { lines, text, name, expiry } = await readAndAsk([]);
  assert.deepEqual([lines, text, name, expiry], [[], "", undefined, undefined]);
});

test("rejects pixels that do not match the size", () =>
  assert.rejects(reader.read({ data: new Uint8Array(8), width: 2, height: 2 }), PrintError));

test("rejects a file that it cannot open as a picture", () =>
  assert.rejects(reader.read(new Blob(["no picture"])), { reason: "not_a_picture" }));

test("loads files that are not compressed", async () => {
  const file = (path) =>
    new Blob([gunzipSync(readFileSync(new URL(`../../../npm/${path}`, import.meta.url)))]);
  const plain = await openPrintReader({
    wasm: file("pack_lookup_print_bg.wasm.gz"),
    detection: file("print/detection.onnx.gz"),
    recognition: file("print/recognition.onnx.gz"),
  });
  assert.deepEqual((await plain.read(await pictureOf([]), { today: TODAY })).lines, []);
  plain.close();
});

test("opens with WebAssembly that is compiled", async () => {
  const file = readFileSync(new URL("../../../npm/pack_lookup_print_bg.wasm.gz", import.meta.url));
  (await openPrintReader({ wasm: await WebAssembly.compile(gunzipSync(file)) })).close();
});

test("a reader that is closed rejects pictures", async () => {
  const closed = await openPrintReader();
  closed.close();
  await assert.rejects(closed.read({ data: new Uint8Array(16), width: 2, height: 2 }), {
    reason: "closed",
  });
});
