// Counts the codes of drawn shelves with the page's own rules: tiles, strategies, tracking, and two
// reads that agree.
import { readBarcodes } from "zxing-wasm/reader";
import { say } from "../../scripts/common/run.mjs";
import { FRAMES, frameOf, posterOf, shelf } from "../../tests/page/hard-frames/shelves.mjs";
import { load } from "../../tests/page/unit/source.mjs";
import { markdown, percent } from "./report.mjs";

const { BoxTracker } = await load("blocks/scanner/box-tracker.ts");
const { readEvery, SweepRotation } = await load("blocks/scanner/sweep.ts");
const { detectedSymbols } = await load("blocks/scanner/symbols.ts");
const { crop } = await load("blocks/scanner/frame.ts");

/** The time between two frames of a phone, in milliseconds. */
const FRAME_MS = 200;

/** The table of all sizes for some shelves. */
export async function measureShelves(numbers, sizes) {
  const results = Object.fromEntries(Object.keys(sizes).map((size) => [size, []]));
  for (const number of numbers) {
    const drawn = shelf(number);
    const poster = posterOf(drawn);
    for (const [name, size] of Object.entries(sizes))
      results[name].push(await countShelf(drawn, poster, size));
    say(`shelf ${number}: ${JSON.stringify(Object.values(results).map((list) => list.at(-1)))}`);
  }
  return tableOf(results);
}

/** Counts one shelf: the codes that were drawn, counted rightly, and wrongly. */
export async function countShelf(drawn, poster, size, frames = FRAMES) {
  const tracker = new BoxTracker((text) => /^\]d2.*21\w{10}$/.test(text));
  const sweeps = new SweepRotation();
  const counted = [];
  for (let index = 0; index < frames; index += 1) {
    const image = frameOf(drawn, poster, index, size);
    const { symbols } = await readEvery(
      sweeps.next({ x: 0, y: 0, ...size }),
      (region) => crop(image, region),
      decode,
    );
    sweeps.record(symbols.length);
    counted.push(...tracker.addFrame(symbols, index * FRAME_MS).counted);
  }
  return judged(drawn, counted);
}

async function decode(pixels, options) {
  return detectedSymbols(await readBarcodes(pixels, options), pixels);
}

/**
 * Compares the counted codes with the drawn ones. A code that is counted more often than it was
 * drawn is wrong.
 */
function judged({ boxes }, counted) {
  const left = boxes.map(({ symbol }) => symbol.content);
  let wrong = 0;
  for (const { text } of counted) {
    const place = left.indexOf(text.slice(3).replaceAll("\x1d", ""));
    if (place < 0) wrong += 1;
    else left.splice(place, 1);
  }
  return { expected: boxes.length, right: boxes.length - left.length, wrong };
}

function tableOf(results) {
  const rows = Object.entries(results).map(([size, shelves]) => {
    const sum = (key) => shelves.reduce((total, one) => total + one[key], 0);
    const counted = `${sum("right")} (${percent(sum("right"), sum("expected"))})`;
    const complete = shelves.filter((one) => one.right === one.expected).length;
    return [size, shelves.length, sum("expected"), counted, sum("wrong"), complete];
  });
  return markdown("frame | shelves | codes | counted | wrong | shelves counted completely", rows);
}
