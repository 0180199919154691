// Tests the ways of reading, with a decoder that records its input.
import assert from "node:assert/strict";
import { test } from "node:test";
import { draw, frames, isRight } from "../hard-frames/frames.mjs";
import { load } from "./source.mjs";

const { ALL_WAYS, OTHER_WAYS, PLAIN, readInTurn } = await load("scan/ways.ts");

const picture = (width = 64, height = 32) => ({ width, height, data: new Uint8ClampedArray(4 * width * height).fill(200) });

/** Returns a decoder that succeeds at this attempt. */
function decoder(finds) {
  const given = [];
  const read = async (pixels, options) => {
    given.push({ pixels, options });
    return given.length === finds ? ["found"] : [];
  };
  return { given, read };
}

test("the first way in which anything is read is the last that is tried", async () => {
  const { given, read } = decoder(2);
  assert.deepEqual(await readInTurn(picture(), ALL_WAYS, read), { found: ["found"], way: ALL_WAYS[1] });
  assert.equal(given.length, 2);
});

test("where nothing is read, every way was tried", async () => {
  const { given, read } = decoder();
  assert.deepEqual(await readInTurn(picture(), ALL_WAYS, read), { found: [] });
  assert.equal(given.length, ALL_WAYS.length);
});

test("the plain way gives the decoder the very picture, and no other way changes it", async () => {
  const { given, read } = decoder();
  const original = picture();
  await readInTurn(original, ALL_WAYS, read);
  assert.equal(ALL_WAYS[0], PLAIN);
  assert.equal(given[0].pixels, original);
  assert.deepEqual(original, picture());
});

test("every way keeps the separators of GS1, and asks two lines of a bar code to agree", async () => {
  const { given, read } = decoder();
  await readInTurn(picture(), ALL_WAYS, read);
  for (const { options } of given) assert.deepEqual([options.textMode, options.minLineCount], ["Plain", 2]);
});

test("a large picture is not made larger: no way gives the decoder more than a doubled 4 megapixels", async () => {
  const { given, read } = decoder();
  await readInTurn(picture(3000, 2000), OTHER_WAYS, read);
  for (const { pixels } of given) assert.ok(pixels.width * pixels.height <= 16_000_000, `${pixels.width} × ${pixels.height}`);
});

test("a hard frame is the same at each drawing, and another number is another frame", () => {
  const [one, other] = frames.filter(({ condition, bcid }) => condition === "dark" && bcid === "ean13");
  assert.deepEqual(draw(one), draw(one));
  assert.notEqual(draw(one).says, draw(other).says);
});

test("what a hard frame says is compared whole, with the zero that some readers put before UPC-A", () => {
  assert.ok(isRight("012345678905", "]E00012345678905"));
  assert.ok(isRight("0109520000000011", "]d2\x1d0109520000000011"));
  assert.ok(!isRight("5012345678900", "]E05012345678901"));
});
