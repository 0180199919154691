// Reads the hard frames with the page's own rules: the regions and strategies of a frame, their order, and what counts as read.
import { readFileSync } from "node:fs";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { say } from "../../scripts/common/run.mjs";
import { draw, isRight, SIZE } from "../../tests/page/hard-frames/frames.mjs";
import { load } from "../../tests/page/unit/source.mjs";

const { ALL_STRATEGIES, decodeInOrder, FALLBACKS, PLAIN, StrategyRotation } = await load("scan/decode-strategies.ts");
const { detectedSymbols } = await load("scan/symbols.ts");
const { crop } = await load("scan/frame.ts");

export { ALL_STRATEGIES };

const wasm = new URL(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"));
await prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm) }, fireImmediately: true });

/** The guide of the page if the whole frame is visible: the style sheet's `.guide`. */
const GUIDE = { x: Math.ceil(0.12 * SIZE.width), y: Math.ceil(0.14 * SIZE.height), width: Math.floor(0.76 * SIZE.width), height: Math.floor(0.62 * SIZE.height) };
/** The number of frames after which every strategy was tried. */
export const ROUND = 2 * FALLBACKS.length;

/** Returns the results for a frame: at once, while the camera stays on it, and as a picture. Each is "right", "wrong" or "nothing". */
export async function read(frame, asPicture) {
  const { content, image } = draw(frame);
  const regions = { guide: crop(image, GUIDE), visible: image };
  const times = [];
  const once = cached(async (region, strategy) => timed(times, region, strategy, () => decode(regions[region], strategy)));
  const outcome = (texts) => (texts.length === 0 ? "nothing" : content && texts.every((text) => isRight(content, text)) ? "right" : "wrong");
  const plain = await first([["guide", PLAIN], ["visible", PLAIN]], once);
  const held = await whileHeld(once);
  if (outcome(held.texts) === "wrong") say(`${frame.name}: ${held.texts.join(" and ")} in place of ${content ?? "nothing"}`);
  return {
    frame,
    plain: outcome(plain),
    held: outcome(held.texts),
    frames: held.frames,
    ...(asPicture && { picture: outcome(await first(ALL_STRATEGIES.map((strategy) => ["visible", strategy]), once)) }),
    times,
  };
}

async function decode(picture, strategy) {
  const { found } = await decodeInOrder(picture, [strategy], async (pixels, options) => detectedSymbols(await readBarcodes(pixels, options)));
  return [...new Set(found.map(({ text }) => text))];
}

/** Measures processor time, because other programs are running too. */
async function timed(times, region, strategy, decode) {
  const before = process.cpuUsage();
  const texts = await decode();
  const { user, system } = process.cpuUsage(before);
  times.push({ region, strategy, ms: (user + system) / 1000 });
  return texts;
}

async function whileHeld(once) {
  const rotation = new StrategyRotation();
  for (let frames = 1; frames <= ROUND; frames += 1) {
    const tries = rotation.next().flatMap(({ region, strategies }) => strategies.map((strategy) => [region, strategy]));
    const texts = await first(tries, once);
    if (texts.length > 0) return { texts, frames };
  }
  return { texts: [], frames: undefined };
}

async function first(tries, once) {
  for (const [region, strategy] of tries) {
    const texts = await once(region, strategy);
    if (texts.length > 0) return texts;
  }
  return [];
}

function cached(decode) {
  const known = new Map();
  return (region, strategy) => {
    const key = `${region} ${strategy}`;
    if (!known.has(key)) known.set(key, decode(region, strategy));
    return known.get(key);
  };
}
