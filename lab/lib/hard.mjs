// Reads the hard frames with the page's own rules: the parts and ways of a frame, their order, and what counts as read.
import { readFileSync } from "node:fs";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { say } from "../../scripts/common/run.mjs";
import { draw, isRight, SIZE } from "../../tests/page/hard-frames/frames.mjs";
import { load } from "../../tests/page/unit/source.mjs";

const { ALL_WAYS, OTHER_WAYS, PLAIN, readInTurn } = await load("scan/ways.ts");
const { Turns } = await load("scan/turns.ts");
const { sightingsOf } = await load("scan/sightings.ts");
const { cut } = await load("scan/parts.ts");

export { ALL_WAYS };

const wasm = new URL(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"));
await prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm) }, fireImmediately: true });

/** The guide of the page if the whole frame is visible: the style sheet's `.guide`. */
const GUIDE = { x: Math.ceil(0.12 * SIZE.width), y: Math.ceil(0.14 * SIZE.height), width: Math.floor(0.76 * SIZE.width), height: Math.floor(0.62 * SIZE.height) };
/** The number of frames after which every way was tried. */
export const ROUND = 2 * OTHER_WAYS.length;

/** Returns the results for a frame: at once, while the camera stays on it, and as a picture. Each is "right", "wrong" or "nothing". */
export async function read(frame, asPicture) {
  const { says, image } = draw(frame);
  const parts = { guided: cut(image, GUIDE), visible: image };
  const times = [];
  const once = remembering(async (of, way) => timed(times, of, way, () => lookAt(parts[of], way)));
  const outcome = (texts) => (texts.length === 0 ? "nothing" : says && texts.every((text) => isRight(says, text)) ? "right" : "wrong");
  const plain = await first([["guided", PLAIN], ["visible", PLAIN]], once);
  const held = await whileHeld(once);
  if (outcome(held.texts) === "wrong") say(`${frame.name}: ${held.texts.join(" and ")} in place of ${says ?? "nothing"}`);
  return {
    frame,
    plain: outcome(plain),
    held: outcome(held.texts),
    frames: held.frames,
    ...(asPicture && { picture: outcome(await first(ALL_WAYS.map((way) => ["visible", way]), once)) }),
    times,
  };
}

async function lookAt(picture, way) {
  const { found } = await readInTurn(picture, [way], async (pixels, options) => sightingsOf(await readBarcodes(pixels, options)));
  return [...new Set(found.map(({ text }) => text))];
}

/** Measures processor time, because other programs are running too. */
async function timed(times, of, way, look) {
  const before = process.cpuUsage();
  const texts = await look();
  const { user, system } = process.cpuUsage(before);
  times.push({ of, way, ms: (user + system) / 1000 });
  return texts;
}

async function whileHeld(once) {
  const turns = new Turns();
  for (let frames = 1; frames <= ROUND; frames += 1) {
    const tries = turns.next().flatMap(({ of, ways }) => ways.map((way) => [of, way]));
    const texts = await first(tries, once);
    if (texts.length > 0) return { texts, frames };
  }
  return { texts: [], frames: undefined };
}

async function first(tries, once) {
  for (const [of, way] of tries) {
    const texts = await once(of, way);
    if (texts.length > 0) return texts;
  }
  return [];
}

function remembering(look) {
  const known = new Map();
  return (of, way) => {
    const key = `${of} ${way}`;
    if (!known.has(key)) known.set(key, look(of, way));
    return known.get(key);
  };
}
