// Compares the image filters with slow reference implementations.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Random } from "../../common/random.mjs";
import { load } from "./source.mjs";

const { doubled, evened, greyOf, halved, pixelsOf, sharpened, slanted, softened } = await load("scan/grey.ts");

const random = new Random(5);
const someGrey = (width, height) => ({ width, height, data: Uint8ClampedArray.from({ length: width * height }, () => random.below(256)) });
const sizes = [[37, 21], [16, 16], [17, 33], [1, 1], [2, 5], [64, 1]];
const at = ({ width, height, data }, x, y) => data[Math.max(0, Math.min(y, height - 1)) * width + Math.max(0, Math.min(x, width - 1))];

function isNearly({ width, height, data }, pixel, most) {
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) assert.ok(Math.abs(data[y * width + x] - pixel(x, y)) <= most, `${x}, ${y}`);
  }
}

test("grey and back is the same grey", () => {
  const grey = someGrey(37, 21);
  isNearly(greyOf(pixelsOf(grey)), (x, y) => at(grey, x, y), 1);
  assert.deepEqual([...pixelsOf({ width: 1, height: 1, data: new Uint8ClampedArray([7]) }).data], [7, 7, 7, 255]);
});

for (const [width, height] of sizes) {
  const grey = someGrey(width, height);
  const size = `${width} × ${height}`;

  test(`softened, ${size}: each pixel with its neighbours`, () => {
    const weights = [1, 4, 6, 4, 1];
    const mean = (x, y) => weights.reduce((sum, a, i) => sum + weights.reduce((sum, b, j) => sum + a * b * at(grey, x + i - 2, y + j - 2), 0), 0) / 256;
    isNearly(softened(grey), mean, 1.1);
  });

  test(`sharpened, ${size}: what softening takes away is added`, () => {
    const soft = softened(grey);
    const sharp = (x, y) => Math.max(0, Math.min(255, at(grey, x, y) + 2 * (at(grey, x, y) - at(soft, x, y))));
    isNearly(sharpened(grey, 2), sharp, 1);
  });

  test(`doubled, ${size}: evenly between the pixels`, () => {
    const double = doubled(grey);
    assert.deepEqual([double.width, double.height], [2 * width, 2 * height]);
    const [near, far] = [(place) => place >> 1, (place) => (place >> 1) + (place % 2 ? 1 : -1)];
    const mean = (x, y) =>
      (9 * at(grey, near(x), near(y)) + 3 * at(grey, far(x), near(y)) + 3 * at(grey, near(x), far(y)) + at(grey, far(x), far(y))) / 16;
    isNearly(double, mean, 1);
  });

  test(`halved, ${size}: the mean of four`, () => {
    const half = halved(grey);
    assert.deepEqual([half.width, half.height], [width >> 1, height >> 1]);
    isNearly(half, (x, y) => [0, 1, 2, 3].reduce((sum, i) => sum + at(grey, 2 * x + (i & 1), 2 * y + (i >> 1)), 0) / 4, 1);
  });

  test(`evened and slanted, ${size}: of the size that they should have`, () => {
    assert.equal(evened(grey).data.length, width * height);
    const side = Math.ceil((width + height) * Math.SQRT1_2);
    assert.deepEqual([slanted(grey).width, slanted(grey).height], [side, side]);
  });
}

test("evened: print in the dark and print in the light become the same", () => {
  const width = 256;
  const print = (x, y) => (x + y) % 7 < 3;
  const data = Uint8ClampedArray.from({ length: width * 64 }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const light = x < width / 2 ? 40 : 220;
    return print(x, y) ? 0.4 * light : light;
  });
  const even = evened({ width, height: 64, data });
  for (const x of [10, 60, 180, 240]) for (let y = 4; y < 60; y += 1) {
    assert.equal(at(even, x, y) < 128, print(x, y), `${x}, ${y}`);
  }
});

test("evened: a blank wall does not become print", () => {
  const wall = { width: 64, height: 64, data: Uint8ClampedArray.from({ length: 4096 }, (_, i) => 100 + (i % 2)) };
  const even = evened(wall);
  assert.ok(Math.max(...even.data) - Math.min(...even.data) < 64);
});

test("slanted: what runs aslant runs straight", () => {
  const stripes = { width: 100, height: 100, data: Uint8ClampedArray.from({ length: 10_000 }, (_, i) => ((i % 100) + Math.floor(i / 100) < 100 ? 0 : 255)) };
  const straight = slanted(stripes);
  const middle = straight.width >> 1;
  const column = (x) => [-15, 0, 15].map((shift) => at(straight, middle + x, middle + shift));
  assert.deepEqual([column(-20), column(20)], [[0, 0, 0], [255, 255, 255]]);
});
