// Tests which regions of a frame are read, with a simulated decoder.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { FALLBACKS, PLAIN, readFrame } = await load("scan/decode-strategies.ts");

const guide = { x: 8, y: 8, width: 32, height: 16 };
const visible = { x: 0, y: 0, width: 64, height: 48 };
const targets = [{ region: guide, strategies: [PLAIN, FALLBACKS[0]] }, { region: visible, strategies: [PLAIN] }];
const found = [{ format: "EAN13", text: "]E05012345678900", isLinear: true }];

/** Reads with a decoder that succeeds at this attempt. The picture is light inside the guide and dark elsewhere. */
async function read(readsAt) {
  const widths = [];
  const pixelsIn = ({ width, height }) => ({ width, height, data: new Uint8ClampedArray(4 * width * height).fill(width === 32 ? 200 : 20) });
  const decode = async ({ width }) => {
    widths.push(width);
    return widths.length === readsAt ? found : [];
  };
  return { ...(await readFrame(targets, pixelsIn, decode)), widths };
}

test("stops after the guide if it has a symbol, and returns the strategy", async () => {
  assert.deepEqual(await read(1), { symbols: found, strategy: PLAIN, widths: [32] });
  assert.deepEqual(await read(2), { symbols: found, strategy: FALLBACKS[0], widths: [32, 32] });
});

test("reads the visible region only if the guide has no symbol", async () => {
  assert.deepEqual(await read(3), { symbols: found, strategy: PLAIN, widths: [32, 32, 64] });
});

test("returns the image quality of the guide if nothing is read", async () => {
  const { symbols, quality } = await read();
  assert.deepEqual(symbols, []);
  assert.ok(Math.abs(quality.brightness - 200) <= 1, String(quality.brightness));
});
