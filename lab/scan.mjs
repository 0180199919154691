// npm run lab -- scan [--tuned] [--few] [--pictures] [--films] [--shelves [--numbers LIST] [--size
// HEIGHT]] [--built] [--write]
//
// Measures how many of the hard frames the page's decoder reads, with one strategy and with all in
// rotation. The strategies were chosen on the frames with odd numbers: the
// even ones are measured, or with `--tuned` the odd ones. `--few` takes a third of them.
// `--pictures` reads each frame as a still picture too. `--films` measures the time from a code in
// view to its pack on the screen instead, in Chromium. `--shelves` counts the codes of 100 drawn
// shelves with twelve codes each instead; the rules were chosen on others. `--numbers 600-646,506`
// counts the even numbers from 600 to 646, and 506. `--size 1080` draws only frames of this height.
// `--write` writes the tables into lab/report.md.
import { readFileSync } from "node:fs";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { say } from "../scripts/common/run.mjs";
import { draw, frames, isRight, NO_CODE, SIZE } from "../tests/page/hard-frames/frames.mjs";
import { SIZES } from "../tests/page/hard-frames/shelves.mjs";
import { load } from "../tests/page/unit/source.mjs";
import { markdown, publish, readOptions, rowsBy } from "./lib/report.mjs";

const { ALL_STRATEGIES, decodeInOrder, FALLBACKS, PLAIN, StrategyRotation } = await load(
  "blocks/scanner/decode-strategies.ts",
);
const { detectedSymbols } = await load("blocks/scanner/symbols.ts");
const { crop } = await load("blocks/scanner/frame.ts");

const wasm = new URL(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"));
await prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm) }, fireImmediately: true });

/** Measures the decoder, and prints the tables. */
export async function scan(args) {
  const flags = { tuned: false, few: false, pictures: false, films: false, shelves: false };
  const options = readOptions(args, { ...flags, numbers: "", size: 0 });
  const { tuned, few, pictures, films, shelves, numbers, size, built } = options;
  const [remainder, divisor] = [tuned ? 1 : 0, few ? 6 : 2];
  if (films) {
    const { measureFilms } = await import("./lib/scan-films.mjs");
    return publish("scan", args, [await measureFilms(built)], { section: "films" });
  }
  if (shelves) {
    const chosen = numbers ? numbersOf(numbers) : shelfNumbers(remainder, few);
    return publish("scan", args, [await countShelves(chosen, size)], { section: "shelves" });
  }
  publish("scan", args, [await measureFrames(remainder, divisor, pictures)], { section: "frames" });
}

const SHELVES = 100;
/** The shelves before this number were looked at while the rules were chosen. */
const FIRST_SHELF = 600;

/** The even or odd numbers of the shelves, or of a tenth of them. */
function shelfNumbers(remainder, few) {
  return Array.from(
    { length: few ? SHELVES / 10 : SHELVES },
    (_, index) => FIRST_SHELF + 2 * index + remainder,
  );
}

/** The numbers of a list such as "600-646,506". A range has every second number. */
function numbersOf(list) {
  return list.split(",").flatMap((part) => {
    const [first, last = first] = part.split("-").map(Number);
    return Array.from({ length: (last - first) / 2 + 1 }, (_, index) => first + 2 * index);
  });
}

async function countShelves(numbers, height) {
  const { measureShelves } = await import("./lib/scan-shelves.mjs");
  const sizes = Object.fromEntries(
    Object.entries(SIZES).filter(([, size]) => height === 0 || size.height === height),
  );
  return measureShelves(numbers, sizes);
}

async function measureFrames(remainder, divisor, pictures) {
  const chosen = frames.filter(({ number }) => number % divisor === remainder);
  const results = [];
  for (const frame of chosen) {
    results.push(await readFrame(frame, pictures));
    if (results.length % 20 === 0) say(`${results.length} of ${chosen.length} frames`);
  }
  const coded = results.filter(({ frame }) => frame.condition !== NO_CODE);
  return countsByCondition(coded, results);
}

/** The ways to read a frame, with their column titles. */
const MODES = { plain: "one strategy", rotation: "all in rotation", picture: "as a picture" };

function countsByCondition(coded, all) {
  const modes = Object.keys(MODES).filter((mode) => coded.some((result) => result[mode]));
  const counts = (results, outcome) => [
    results.length,
    ...modes.map((mode) => results.filter((result) => result[mode] === outcome).length),
  ];
  const condition = ({ frame }) => frame.condition;
  const rows = rowsBy(coded, condition, (name, some) => [name, ...counts(some, "right")]);
  const without = all.filter(({ frame }) => frame.condition === NO_CODE);
  rows.push(
    ["**all**", ...counts(coded, "right").map((count) => `**${count}**`)],
    ["read wrong", ...counts(coded, "wrong")],
    ["read without a code", ...counts(without, "wrong")],
  );
  const titles = ["condition", "frames", ...modes.map((mode) => MODES[mode])];
  return markdown(titles.join(" | "), rows);
}

// Reads a frame with the page's own rules: regions, strategies, their order, and what counts as
// read.

/** The guide of the page if the whole frame is visible: the style sheet's `.guide`. */
const GUIDE = {
  x: Math.ceil(0.12 * SIZE.width),
  y: Math.ceil(0.14 * SIZE.height),
  width: Math.floor(0.76 * SIZE.width),
  height: Math.floor(0.62 * SIZE.height),
};
/** The number of frames after which every strategy was used. */
const ROUND = 2 * FALLBACKS.length;

/** The ways to read a picture with one strategy and with all of them: regions and strategies. */
const ONCE = [
  ["guide", PLAIN],
  ["visible", PLAIN],
];
const AS_PICTURE = ALL_STRATEGIES.map((strategy) => ["visible", strategy]);

/**
 * Reads a frame with one strategy, with all in rotation, and as a picture. Each result is "right",
 * "wrong" or "nothing".
 */
async function readFrame(frame, asPicture) {
  const { content, image } = draw(frame);
  const regions = { guide: crop(image, GUIDE), visible: image };
  const decodeOnce = cached((region, strategy) => decode(regions[region], strategy));
  const outcome = (texts) => {
    if (texts.length === 0) return "nothing";
    return content && texts.every((text) => isRight(content, text)) ? "right" : "wrong";
  };
  const texts = await readInRotation(decodeOnce);
  if (outcome(texts) === "wrong")
    say(`${frame.name}: ${texts.join(" and ")} instead of ${content ?? "nothing"}`);
  const read = {
    frame,
    plain: outcome(await firstResult(ONCE, decodeOnce)),
    rotation: outcome(texts),
  };
  if (asPicture) read.picture = outcome(await firstResult(AS_PICTURE, decodeOnce));
  return read;
}

async function decode(picture, strategy) {
  const { found } = await decodeInOrder(picture, [strategy], async (pixels, options) =>
    detectedSymbols(await readBarcodes(pixels, options), pixels),
  );
  return [...new Set(found.map(({ text }) => text))];
}

async function readInRotation(decodeOnce) {
  const strategies = new StrategyRotation();
  for (let number = 0; number < ROUND; number += 1) {
    const tries = strategies
      .next()
      .flatMap(({ region, strategies: some }) => some.map((strategy) => [region, strategy]));
    const texts = await firstResult(tries, decodeOnce);
    if (texts.length > 0) return texts;
  }
  return [];
}

async function firstResult(tries, decodeOnce) {
  for (const [region, strategy] of tries) {
    const texts = await decodeOnce(region, strategy);
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
