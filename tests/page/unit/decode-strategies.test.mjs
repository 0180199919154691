// Tests the decode strategies, their order, and the regions that they read, with simulated decoders.
import assert from "node:assert/strict";
import { test } from "node:test";
import { draw, frames, isRight } from "../hard-frames/frames.mjs";
import { load } from "./source.mjs";

const { ALL_STRATEGIES, decodeInOrder, FALLBACKS, PLAIN, readFrame, StrategyRotation } = await load("scan/decode-strategies.ts");

const picture = (width = 64, height = 32) => ({ width, height, data: new Uint8ClampedArray(4 * width * height).fill(200) });

/** Returns a decoder that succeeds at this attempt. */
function decoder(finds) {
  const calls = [];
  const decode = async (pixels, options) => {
    calls.push({ pixels, options });
    return calls.length === finds ? ["found"] : [];
  };
  return { calls, decode };
}

test("stops at the first strategy that finds a symbol", async () => {
  const { calls, decode } = decoder(2);
  assert.deepEqual(await decodeInOrder(picture(), ALL_STRATEGIES, decode), { found: ["found"], strategy: ALL_STRATEGIES[1] });
  assert.equal(calls.length, 2);
});

test("tries every strategy if none finds a symbol", async () => {
  const { calls, decode } = decoder();
  assert.deepEqual(await decodeInOrder(picture(), ALL_STRATEGIES, decode), { found: [] });
  assert.equal(calls.length, ALL_STRATEGIES.length);
});

test("the plain strategy passes the picture on, and no fallback changes it", async () => {
  const { calls, decode } = decoder();
  const original = picture();
  await decodeInOrder(original, ALL_STRATEGIES, decode);
  assert.equal(ALL_STRATEGIES[0], PLAIN);
  assert.equal(calls[0].pixels, original);
  assert.deepEqual(original, picture());
});

test("every strategy keeps GS1 separators, and needs two lines that agree", async () => {
  const { calls, decode } = decoder();
  await decodeInOrder(picture(), ALL_STRATEGIES, decode);
  for (const { options } of calls) assert.deepEqual([options.textMode, options.minLineCount], ["Plain", 2]);
});

test("no strategy passes on more than 16 megapixels", async () => {
  const { calls, decode } = decoder();
  await decodeInOrder(picture(3000, 2000), FALLBACKS, decode);
  for (const { pixels } of calls) assert.ok(pixels.width * pixels.height <= 16_000_000, `${pixels.width} × ${pixels.height}`);
});

const [fallback] = FALLBACKS;
const framesOf = (rotation, count) => Array.from({ length: count }, () => rotation.next());
const strategiesOf = (attempts) => attempts.flatMap(({ strategies }) => strategies);

test("starts each frame with the plain strategy inside the guide", () => {
  for (const [first] of framesOf(new StrategyRotation(), 3 * FALLBACKS.length)) {
    assert.deepEqual([first.region, first.strategies[0]], ["guide", PLAIN]);
  }
});

test("alternates between the visible region and a fallback", () => {
  const [first, second, third] = framesOf(new StrategyRotation(), 3);
  assert.deepEqual(first, [{ region: "guide", strategies: [PLAIN] }, { region: "visible", strategies: [PLAIN] }]);
  assert.deepEqual(second, [{ region: "guide", strategies: [PLAIN, fallback] }]);
  assert.deepEqual(third, first);
});

test("uses every fallback before repeating one", () => {
  const tried = framesOf(new StrategyRotation(), 2 * FALLBACKS.length).flatMap(strategiesOf).filter((strategy) => strategy !== PLAIN);
  assert.deepEqual(tried, FALLBACKS);
});

test("starts with the strategy that read the last frame", () => {
  const rotation = new StrategyRotation();
  framesOf(rotation, 2);
  rotation.record(fallback);
  assert.deepEqual(rotation.next(), [{ region: "guide", strategies: [fallback, PLAIN] }]);
  rotation.record(undefined);
  assert.equal(rotation.next()[0].strategies[0], PLAIN);
});

test("uses no fallback while the plain strategy reads", () => {
  const rotation = new StrategyRotation();
  for (let frame = 0; frame < 5; frame += 1) {
    rotation.record(PLAIN);
    assert.deepEqual(new Set(strategiesOf(rotation.next())), new Set([PLAIN]));
  }
});

test("a hard frame is reproducible, and differs by number", () => {
  const [one, other] = frames.filter(({ condition, bcid }) => condition === "dark" && bcid === "ean13");
  assert.deepEqual(draw(one), draw(one));
  assert.notEqual(draw(one).content, draw(other).content);
});

test("compares the whole text of a hard frame, with an optional zero before UPC-A", () => {
  assert.ok(isRight("012345678905", "]E00012345678905"));
  assert.ok(isRight("0109520000000011", "]d2\x1d0109520000000011"));
  assert.ok(!isRight("5012345678900", "]E05012345678901"));
});

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
