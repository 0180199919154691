// Tests how frames are read while every code is counted: the tiles and strategies of successive
// frames, and the symbols of all tiles.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { prepareZXingModule } from "zxing-wasm/reader";
import { countShelf } from "../../../lab/lib/scan-shelves.mjs";
import { inWhole } from "../../common/whole.mjs";
import { posterOf, shelf, SIZES } from "../hard-frames/shelves.mjs";
import { load } from "./source.mjs";

const { readEvery, SweepRotation } = await load("blocks/scanner/sweep.ts");

const HD = { x: 0, y: 0, width: 1920, height: 1080 };
const SMALL = { x: 40, y: 20, width: 800, height: 700 };

for (const visible of [HD, SMALL]) {
  test(`successive frames read all of the visible region with each strategy: ${visible.width} × ${visible.height}`, () => {
    const rotation = new SweepRotation();
    const read = new Map();
    for (let frame = 0; frame < 8; frame += 1) {
      for (const { region, strategies } of rotation.next(visible)) {
        assert.ok(isInside(region, visible), JSON.stringify(region));
        read.set(strategies[0], [...(read.get(strategies[0]) ?? []), region]);
      }
    }
    assert.deepEqual(
      [...read.keys()],
      visible === HD ? ["plain", "upscale"] : ["plain", "upscale", "magnify"],
    );
    for (const [strategy, regions] of read) assert.ok(isCovered(visible, regions), strategy);
  });
}

test("the way that reads by far the most codes is used three times in a row", () => {
  assert.equal(waysOf([5, 1, 2, 0], 12).join(""), "000123000123");
  assert.equal(waysOf([0, 1, 5, 0], 12).join(""), "011122230122");
});

test("ways that read about as much take turns, once each was tried", () => {
  assert.equal(waysOf([3, 2, 0, 2], 12).join(""), "000123012301");
  assert.equal(waysOf([0, 0, 0, 0], 9).join(""), "012301230");
});

/** The ways of successive frames, of which each reads its number of codes. */
function waysOf(codes, frames) {
  const rotation = new SweepRotation();
  const ways = [];
  return Array.from({ length: frames }, () => {
    const way = JSON.stringify(rotation.next(HD));
    if (!ways.includes(way)) ways.push(way);
    rotation.record(codes[ways.indexOf(way)]);
    return ways.indexOf(way);
  });
}

const isInside = (region, { x, y, width, height }) =>
  region.x >= x &&
  region.y >= y &&
  region.x + region.width <= x + width &&
  region.y + region.height <= y + height;

/** Reports whether every sampled place of an area is in some region. */
function isCovered({ x, y, width, height }, regions) {
  const places = Array.from({ length: 400 }, (_, index) => ({
    px: x + ((index % 20) / 20) * width,
    py: y + (Math.floor(index / 20) / 20) * height,
  }));
  return places.every(({ px, py }) =>
    regions.some(
      (region) =>
        px >= region.x &&
        py >= region.y &&
        px < region.x + region.width &&
        py < region.y + region.height,
    ),
  );
}

const corners = (x, y) => [
  { x, y },
  { x: x + 0.2, y },
  { x: x + 0.2, y: y + 0.1 },
  { x, y: y + 0.1 },
];
const pixels = () => ({ width: 1, height: 1, data: new Uint8ClampedArray(4) });

test("returns the symbols of all tiles in pixels of the frame, and a symbol in an overlap once", async () => {
  const found = [
    [
      { text: "A", corners: corners(0.1, 0.5) },
      { text: "B", corners: corners(0.8, 0.5) },
    ],
    [
      { text: "B", corners: corners(0.05, 0.5) },
      { text: "B", corners: corners(0.6, 0.5) },
    ],
  ];
  const targets = [0, 75].map((x) => ({
    region: { x, y: 0, width: 100, height: 50 },
    strategies: ["plain"],
  }));
  const { symbols } = await readEvery(targets, pixels, async () => found.shift());
  assert.deepEqual(
    symbols.map(({ text, corners }) => [text, Math.round(corners[0].x)]),
    [
      ["A", 10],
      ["B", 80],
      ["B", 135],
    ],
  );
});

test("reads all tiles although the first has a symbol, and asks for more than one symbol of each", async () => {
  const limits = [];
  const targets = [0, 100].map((x) => ({
    region: { x, y: 0, width: 100, height: 50 },
    strategies: ["plain"],
  }));
  await readEvery(targets, pixels, async (_, { maxNumberOfSymbols }) => {
    limits.push(maxNumberOfSymbols);
    return [{ text: "A", corners: corners(0.1, 0.5) }];
  });
  assert.deepEqual(limits, [255, 255]);
});

const pointOf = (text) => {
  const [x, y] = text.split(",").map(Number);
  return { x, y };
};

/** The corners of each shape are written as `x,y` from the upper left one. */
const shapes = {
  "a bar code": { at: "0,0 0.6,0 0.6,0.3 0,0.3", isKept: true },
  "a tilted bar code": { at: "0.1,0 0.7,0 0.62,0.3 0.02,0.3", isKept: true },
  "two lines of a tilted bar code": { at: "0.1,0 0.7,0 0.69,0.01 0.09,0.01", isKept: true },
  "a bar code that is read downwards": { at: "0.3,0 0.3,0.6 0,0.6 0,0", isKept: true },
  "lines of two codes, one above the other": { at: "0,0 0.4,0 0.4,0.6 0,0.6", isKept: false },
  "lines of two codes that are not in line": { at: "0.3,0 0.8,0 0.5,0.3 0,0.3", isKept: false },
  "a tall matrix code": { at: "0,0 0.4,0 0.4,0.6 0,0.6", isLinear: false, isKept: true },
};

for (const [name, { at, isLinear = true, isKept }] of Object.entries(shapes)) {
  test(`${isKept ? "keeps" : "rejects"} the shape of ${name}`, async () => {
    const targets = [{ region: { x: 0, y: 0, width: 100, height: 100 }, strategies: ["plain"] }];
    const { symbols } = await readEvery(targets, pixels, async () => [
      { text: "A", isLinear, corners: at.split(" ").map(pointOf) },
    ]);
    assert.equal(symbols.length, isKept ? 1 : 0);
  });
}

test("measures the quality of a frame without a symbol", async () => {
  const targets = [{ region: { x: 0, y: 0, width: 1, height: 1 }, strategies: ["plain"] }];
  assert.equal((await readEvery(targets, pixels, async () => [])).quality.brightness, 0);
  assert.equal(
    (await readEvery(targets, pixels, async () => [{ text: "A", corners: corners(0, 0) }])).quality,
    undefined,
  );
});

before(async () => {
  const wasm = new URL(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"));
  await prepareZXingModule({
    overrides: { wasmBinary: readFileSync(wasm) },
    fireImmediately: true,
  });
});

for (const number of [0, 2, 4, 6, 8]) {
  test(`counts the twelve codes of drawn shelf ${number}, and no other`, inWhole, async () => {
    const drawn = shelf(number);
    const { right, wrong } = await countShelf(drawn, posterOf(drawn), SIZES["1920 × 1080"], 20);
    assert.deepEqual({ right, wrong }, { right: 12, wrong: 0 });
  });
}
