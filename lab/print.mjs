// npm run lab -- print [--from N] [--to N] [--tuned] [--designed] [--browser N] [--photographs FOLDER]
// [--release FILE] [--packs N] [--built] [--verbose] [--write]
//
// Measures what the print reader reads on drawn cartons of a release, and which packs the search
// then finds. The rules were chosen on the cartons with even numbers and on those below 400: the
// others are measured, or with `--tuned` these. `--from` and `--to` take a part of them. `--designed`
// measures cartons with bands, panels, sides, labels and turned text; the rules were chosen on those
// below 200.
// `--verbose` prints what was read wrong. No photograph is among the cartons. `--photographs`
// measures a folder of photographs instead, as docs/print.md describes it. `--browser N` also reads
// N of the cartons in Chromium, on a processor that is slowed four times. Linux only.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { digestOf, paths } from "../scripts/common/project.mjs";
import { Failure, say } from "../scripts/common/run.mjs";
import { prepareCartonFonts } from "../scripts/setup/tools.mjs";
import { cartonsOf, CARTONS, designedCartonsOf } from "../tests/page/cartons/cartons.mjs";
import { isCutInPicture, loadFonts, photographOf, SIZE } from "../tests/page/cartons/draw.mjs";
import { chromiumOptions } from "../tests/page/driver.mjs";
import { keyOf, productOf } from "./lib/boxes/products.mjs";
import { FULL_SIZE } from "./lib/data.mjs";
import { openPrint, readAndFind, timesInBrowser, TODAY } from "./lib/print.mjs";
import { digits, markdown, percentile, publish, readOptions, rowsBy } from "./lib/report.mjs";

/** Whether the rules were chosen on a carton. */
const isTuned = (number) => number % 2 === 0 || number < 400;

const pictures = join(paths.build, "cartons");

/** Measures the print reader, and prints the tables. */
export async function print(args) {
  const range = { from: 0, to: CARTONS, browser: 0 };
  const flags = { tuned: false, designed: false, verbose: false };
  const own = { photographs: "", release: "", packs: FULL_SIZE };
  const options = readOptions(args, { ...range, ...flags, ...own });
  const opened = await openPrint(options);
  const cartons = chosenCartons(options, opened.records);
  const results = await resultsOf(cartons, opened, options.verbose);
  const measured = tables(results, options.designed);
  const some = cartons.slice(0, options.browser);
  if (some.length > 0) measured.push(await browserTable(some));
  publish("print", args, measured, { section: options.designed ? "print-designed" : "print" });
}

function chosenCartons({ photographs, designed, tuned, from, to }, records) {
  if (photographs) return photographedBoxes(photographs, records);
  if (designed) return designedCartonsOf(records, to).slice(from);
  return cartonsOf(records, to).filter(({ number }) => isTuned(number) === tuned && number >= from);
}

async function resultsOf(cartons, { engine, lookup, records }, verbose) {
  const products = new Map(records.map((record) => [record.name, productOf(record)]));
  const results = [];
  await withPictures(cartons, async (carton, picture) => {
    const result = await measure(engine, lookup, products, carton, picture);
    if (verbose && !isFlawless(result)) say(JSON.stringify(describe(carton, result)));
    results.push(result);
    if (results.length % 20 === 0) say(`${results.length} of ${cartons.length} cartons`);
  });
  return results;
}

/** Calls `use` with each carton and its picture. Pictures are stored: drawing takes long. */
async function withPictures(cartons, use) {
  const { program: packages, missing } = prepareCartonFonts();
  if (missing) throw new Failure(missing);
  mkdirSync(pictures, { recursive: true });
  const browser = await chromium.launch(chromiumOptions([]));
  try {
    const page = await browser.newPage();
    await loadFonts(page, packages);
    for (const carton of cartons) await use(carton, await stored(carton, page));
  } finally {
    await browser.close();
  }
}

async function stored(carton, page) {
  if (carton.photograph) return photograph(page, carton.photograph);
  const file = pictureOf(carton);
  if (!existsSync(file)) writeFileSync(file, greyOf(await photographOf(page, carton)));
  const data = new Uint8ClampedArray(SIZE.width * SIZE.height * 4);
  for (const [index, value] of readFileSync(file).entries())
    data.fill(value, 4 * index, 4 * index + 3);
  return { ...SIZE, data };
}

/** The file of a picture. Another release has other cartons with the same numbers. */
function pictureOf(carton) {
  const digest = digestOf(JSON.stringify(carton));
  return join(pictures, `${carton.number}-${digest.slice(0, 12)}.grey`);
}

function greyOf({ data }) {
  return Uint8Array.from({ length: data.length / 4 }, (_, index) => data[4 * index]);
}

/** The table of times in Chromium. */
async function browserTable(cartons) {
  say(`Reading ${cartons.length} cartons in Chromium`);
  const files = cartons.map((carton) => readFileSync(pictureOf(carton)));
  const times = await timesInBrowser(files, TODAY);
  return markdown("in Chromium, processor slowed 4× | pictures | median | 90 % | most", [
    ["ms for a whole carton", times.length, ...quantiles(times)],
  ]);
}

// Photographs.

/** The boxes that `boxes.json` of a folder lists. Each is a pack of the release. */
function photographedBoxes(folder, records) {
  const byName = new Map(records.map((record) => [record.name, record]));
  return JSON.parse(readFileSync(join(folder, "boxes.json"), "utf8")).map(
    ({ file, pack, expiry, batch, marking = "print" }) => {
      const product = byName.has(pack) ? productOf(byName.get(pack)) : undefined;
      if (!product)
        throw new Failure(
          `${file}: the release has no pack "${pack}" with a strength and a form that the measurement knows`,
        );
      return {
        number: file,
        photograph: join(folder, file),
        condition: "photograph",
        marking,
        product,
        texts: { expiry: { text: expiry, iso: expiry }, batch },
      };
    },
  );
}

/** The pixels of a photograph, as large as a drawn carton. */
async function photograph(page, file) {
  const address = `data:;base64,${readFileSync(file, "base64")}`;
  const { data, ...size } = await page.evaluate(pixelsInPage, { address, longest: SIZE.width });
  return { ...size, data: Uint8ClampedArray.from(Buffer.from(data, "base64")) };
}

/** Runs in the page: it may use nothing from outside. */
async function pixelsInPage({ address, longest }) {
  const image = await createImageBitmap(await (await fetch(address)).blob());
  const scale = Math.min(1, longest / Math.max(image.width, image.height));
  const canvas = new OffscreenCanvas(
    Math.round(image.width * scale),
    Math.round(image.height * scale),
  );
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
  let text = "";
  for (let start = 0; start < data.length; start += 32_768)
    text += String.fromCharCode(...data.subarray(start, start + 32_768));
  return { width, height, data: btoa(text) };
}

// One carton.

async function measure(engine, lookup, products, carton, picture) {
  const before = process.cpuUsage();
  const { read, found, isSure } = await readAndFind(engine, lookup, picture);
  const { user, system } = process.cpuUsage(before);
  const foundProducts = found.map(({ name }) => products.get(name));
  return {
    carton,
    read,
    found,
    isSure,
    pack: outcome(foundProducts, carton),
    expiry: compared(read.expiry, carton.texts.expiry.iso),
    batch: compared(read.batch, carton.texts.batch),
    ms: (user + system) / 1000,
    reads: read.lines.reduce((sum, { readings }) => sum + readings.length, 0),
  };
}

function compared(read, printed) {
  if (read === undefined) return "nothing";
  return read === printed ? "right" : "wrong";
}

/**
 * Returns "right" if the drawn pack is among the sizes of the first five products, "other" if the
 * first has another medicine or strength, and "nothing" without packs. Of two boxes in view, either
 * may be first.
 */
function outcome(found, { product: intended, otherProduct }) {
  if (found.length === 0) return "nothing";
  const [first] = found;
  const isLike = (one) =>
    first && first.medicine === one?.medicine && first.strength === one.strength;
  const isListed = found.some((one) => isPack(one, intended));
  if (!isLike(intended) && !isLike(otherProduct)) return isListed ? "other first" : "other";
  return isListed ? "right" : "not listed";
}

const SAME = ["medicine", "strength", "generic", "brand", "count", "unit"];
function isPack(one, intended) {
  return (
    one &&
    SAME.every((key) => one[key] === intended[key]) &&
    keyOf(one.supplier) === keyOf(intended.supplier)
  );
}

function isFlawless({ pack, expiry, batch, isSure }) {
  return pack === "right" && expiry === "right" && batch === "right" && isSure;
}

function describe({ number, condition, marking, product, texts }, result) {
  const { read, found, isSure, pack, expiry, batch } = result;
  return {
    number,
    condition,
    marking,
    pack,
    isSure,
    drawn: product.name,
    question: read.question,
    first: found[0]?.name,
    ...(expiry !== "right" && { expiry: [texts.expiry.text, read.expiry] }),
    ...(batch !== "right" && { batch: [texts.batch, read.batch] }),
    lines: read.lines.map(({ readings, height }) => [
      Math.round(height),
      ...readings.map(({ text, lowest }) => `${text} ${lowest.toFixed(2)}`),
    ]),
  };
}

// Tables.

function tables(results, designed) {
  const counts = [countsBy("condition", ({ carton }) => conditionOf(carton), results)];
  if (!designed) counts.push(countsBy("marking", ({ carton }) => carton.marking, results));
  return [...counts, timesOf(results)];
}

/**
 * Whether the edge of the picture cuts a drawn carton. What is on a photograph is not
 * known.
 */
const isCut = (carton) => carton.panel !== undefined && isCutInPicture(carton);

function conditionOf(carton) {
  return `${carton.condition}${isCut(carton) ? ", and cut by the edge" : ""}`;
}

const TITLES =
  "cartons | pack among first five products | name and strength sure | another first" +
  " | another first, though sure | expiry right | expiry wrong | batch right | batch wrong";

function countsBy(title, key, results) {
  const rows = rowsBy(results, key, rowOf);
  const uncut = results.filter(({ carton }) => !isCut(carton));
  if (uncut.length < results.length) rows.push(rowOf("**all that the edge does not cut**", uncut));
  return markdown(`${title} | ${TITLES}`, [...rows, rowOf("**all**", results)]);
}

function rowOf(name, some) {
  const count = (test) => some.filter(test).length;
  return [
    name,
    some.length,
    count(({ pack }) => pack === "right"),
    count(({ isSure }) => isSure),
    count(({ pack }) => pack.startsWith("other")),
    count(({ pack, isSure }) => isSure && pack.startsWith("other")),
    count(({ expiry }) => expiry === "right"),
    count(({ expiry }) => expiry === "wrong"),
    count(({ batch }) => batch === "right"),
    count(({ batch }) => batch === "wrong"),
  ];
}

const quantiles = (values) => [0.5, 0.9, 1].map((part) => digits(percentile(values, part)));

function timesOf(results) {
  const ms = results.map((one) => one.ms);
  const reads = results.map((one) => one.reads);
  return markdown("a whole carton | median | 90 % | most", [
    ["ms of processor time", ...quantiles(ms)],
    ["readings of lines", ...quantiles(reads)],
  ]);
}
