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
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { paths, root } from "../scripts/common/project.mjs";
import { Failure, say } from "../scripts/common/run.mjs";
import { prepareCartonFonts } from "../scripts/setup/tools.mjs";
import { cartonsOf, CARTONS, designedCartonsOf } from "../tests/page/cartons/cartons.mjs";
import { isCutInPicture, loadFonts, photographOf, SIZE } from "../tests/page/cartons/draw.mjs";
import { chromiumOptions } from "../tests/page/driver.mjs";
import { buildPrint } from "../scripts/build/hosts.mjs";
import { keyOf, productOf } from "./lib/boxes/products.mjs";
import { prepare, prepareTools } from "./lib/data.mjs";
import { blockedInBrowser, memoryInBrowser, timesInBrowser } from "./lib/print-browser.mjs";
import { readRecords } from "./lib/records.mjs";
import { digits, markdown, measuredOn, megabytes, percentile, publish } from "./lib/report.mjs";

/** Returns whether the rules were chosen on a carton. */
const isTuned = (number) => number % 2 === 0 || number < 400;

/** The day on which the cartons are read. */
const TODAY = "2026-11-01";
const pictures = join(paths.build, "cartons");

/** Measures the print reader, and prints the tables. */
export async function print(args) {
  const options = {
    photographs: { type: "string" },
    from: { type: "string", default: "0" },
    to: { type: "string", default: String(CARTONS) },
    tuned: { type: "boolean" },
    designed: { type: "boolean" },
    browser: { type: "string", default: "0" },
    release: { type: "string" },
    packs: { type: "string", default: "184331" },
    data: { type: "string" },
    built: { type: "boolean" },
    verbose: { type: "boolean" },
    write: { type: "boolean" },
  };
  const {
    photographs,
    from,
    to,
    tuned,
    designed,
    browser,
    release,
    packs,
    data: folder,
    built,
    verbose,
    write,
  } = parseArgs({ args, options }).values;
  if (!folder) await prepareTools(built);
  if (!built) await buildPrint();
  const data = folder
    ? { dataset: join(folder, "packs.bin"), records: join(folder, "records.jsonl") }
    : await prepare({ release, packs: Number(packs) });
  const records = await readRecords(data.records);
  const range = [Number(from), Number(to)];
  const isChosen = ({ number }) => isTuned(number) === Boolean(tuned) && number >= range[0];
  let cartons;
  if (photographs) cartons = photographedBoxes(photographs, records);
  else if (designed) cartons = designedCartonsOf(records, range[1]).slice(range[0]);
  else cartons = cartonsOf(records, range[1]).filter(isChosen);
  const results = await resultsOf(cartons, { ...data, records }, verbose);
  const inBrowser =
    Number(browser) > 0 ? [await browserTable(cartons.slice(0, Number(browser)))] : [];
  publish(`${[tables(results), ...inBrowser].join("\n\n")}\n\n${measuredOn("print", args)}`, {
    section: designed ? "print-designed" : "print",
    isWritten: write,
  });
}

async function resultsOf(cartons, data, verbose) {
  const { PackLookup } = await import(pathToFileURL(join(root, "npm", "core.js")).href);
  const lookup = await PackLookup.open(data.dataset);
  const products = new Map(data.records.map((record) => [record.name, productOf(record)]));
  const engine = await engineOf();
  const results = [];
  await withPictures(cartons, async (carton, picture) => {
    const result = await measure(engine, lookup, products, carton, picture);
    if (verbose && !isFlawless(result)) say(JSON.stringify(describe(carton, result)));
    results.push(result);
    if (results.length % 20 === 0) say(`${results.length} of ${cartons.length} cartons`);
  });
  return results;
}

/** Returns the engine of the built reader. */
export async function engineOf() {
  const { createEngine, createLineReader } = await import(
    pathToFileURL(join(root, "npm", "print", "engine.js")).href
  );
  const [wasm, detection, recognition] = [
    "pack_lookup_print_bg.wasm.gz",
    "print/detection.onnx.gz",
    "print/recognition.onnx.gz",
  ].map((file) => gunzipSync(readFileSync(join(root, "npm", file))));
  const module = new WebAssembly.Module(wasm);
  return createEngine({ module, detection, readers: [createLineReader({ module, recognition })] });
}

/**
 * Calls `use` with each carton, its picture, and a page of the browser. Pictures are stored,
 * because drawing takes as long as reading.
 */
export async function withPictures(cartons, use) {
  const { program: packages, missing } = prepareCartonFonts();
  if (missing) throw new Failure(missing);
  mkdirSync(pictures, { recursive: true });
  const browser = await chromium.launch(chromiumOptions([]));
  try {
    const page = await browser.newPage();
    await loadFonts(page, packages);
    for (const carton of cartons) await use(carton, await stored(carton, page), page);
  } finally {
    await browser.close();
  }
}

async function stored(carton, page) {
  if (carton.photograph) return photograph(page, carton.photograph);
  const file = pictureOf(carton);
  if (!existsSync(file)) writeFileSync(file, greyOf(await photographOf(page, carton)));
  const data = new Uint8ClampedArray(SIZE.width * SIZE.height * 4);
  readFileSync(file).forEach((value, index) => data.fill(value, 4 * index, 4 * index + 3));
  return { ...SIZE, data };
}

/** Returns the file of a picture. Another release has other cartons with the same numbers. */
const pictureOf = (carton) =>
  join(
    pictures,
    `${carton.number}-${createHash("sha256").update(JSON.stringify(carton)).digest("hex").slice(0, 12)}.grey`,
  );

const greyOf = ({ data }) =>
  Uint8Array.from({ length: data.length / 4 }, (_, index) => data[4 * index]);

// Chromium.

/** The cartons that are read while the page is watched. */
const WATCHED = 5;

/**
 * Returns the table of times, blocking and memory. Other work of the machine only adds to the time
 * for which the page is blocked, so it is measured three times.
 */
async function browserTable(cartons) {
  const browser = await chromium.launch(chromiumOptions([]));
  const byNumber = new Map(cartons.map((carton) => [carton.number, carton]));
  const greyOfNumber = (number) => readFileSync(pictureOf(byNumber.get(number)));
  const numbers = [...byNumber.keys()];
  try {
    say(`Reading ${numbers.length} cartons in Chromium`);
    const times = await timesInBrowser(browser, numbers, greyOfNumber, TODAY);
    const watched = numbers.slice(0, WATCHED);
    const blocked = [];
    for (let run = 0; run < 3; run += 1)
      blocked.push(await blockedInBrowser(browser, watched, greyOfNumber, TODAY));
    const memory = await memoryInBrowser(browser, watched, greyOfNumber, TODAY);
    return [timesTable(times), loadTable(Math.min(...blocked), memory)].join("\n\n");
  } finally {
    await browser.close();
  }
}

function timesTable(times) {
  const row = (name, values) => [
    name,
    values.length,
    ...[0.5, 0.9, 1].map((part) => digits(percentile(values, part))),
  ];
  const of = (part) => times.map((one) => one[part]).filter((ms) => ms !== undefined);
  return markdown(
    ["in Chromium, processor slowed 4×", "pictures", "median", "90 %", "most"],
    [row("ms for a whole carton", of("whole")), row("ms for a guide", of("guide"))],
  );
}

function loadTable(blocked, { before, peak, after }) {
  return markdown(
    ["the page meanwhile", "value"],
    [
      [
        "longest time for which its thread was blocked, processor slowed 4×",
        `${digits(blocked)} ms`,
      ],
      ["memory of its process before", megabytes(before)],
      ["highest memory while five cartons were read", megabytes(peak)],
      ["memory after `close`", megabytes(after)],
    ],
  );
}

// Photographs.

/** Returns the boxes that `boxes.json` of a folder lists. Each is a pack of the release. */
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

/** Returns the pixels of a photograph, as large as a drawn carton. */
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

const [{ readPicture }, { isAskable, packsOf, productsOf }, { questionOf }, { withSmallPrint }] =
  await Promise.all(
    ["read.js", "packs.js", "question.js", "small-print.js"].map(
      (file) => import(pathToFileURL(join(root, "npm", "print", file)).href),
    ),
  );

/**
 * As the page: of the packs that the search lists first, the products that are shown, each with its
 * sizes.
 */
const [FOUND, SHOWN] = [20, 5];

async function measure(engine, lookup, products, carton, picture) {
  const before = process.cpuUsage();
  const { read, found, isSure } = await readAndFind(engine, lookup, picture);
  const { user, system } = process.cpuUsage(before);
  const { expiry, batch } = read;
  return {
    carton,
    read,
    found,
    isSure,
    pack: outcome(
      found.map(({ name }) => products.get(name)),
      carton,
    ),
    expiry: compared(expiry, carton.texts.expiry.iso),
    batch: compared(batch, carton.texts.batch),
    ms: (user + system) / 1000,
    reads: read.lines.reduce((sum, { readings }) => sum + readings.length, 0),
  };
}

/**
 * Reads a picture and asks for its packs, as the page does: `{ read, found, isSure }`. `found` are
 * the packs that are shown, and a question is sure if it has a name, a strength if one decides, and no doubt.
 */
export async function readAndFind(engine, lookup, picture) {
  let box = await readPicture(engine, picture, { today: TODAY });
  let question = await questionOf(box, lookup);
  if (question.lacksSupplier) {
    box = await withSmallPrint(engine, picture, box);
    question = await questionOf(box, lookup);
  }
  const read = { ...box, question };
  const isSure = isAskable(question) && question.doubts.length === 0;
  const find = (text) => lookup.search(text, { limit: FOUND, sort: "relevance" }).packs;
  const answers = await packsOf(question, find);
  const found = productsOf(answers.flatMap(({ packs }) => packs))
    .slice(0, SHOWN)
    .flatMap(({ packs }) => packs);
  return { read, found, isSure };
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
  if (!isLike(intended) && !isLike(otherProduct))
    return found.some((one) => isPack(one, intended)) ? "other first" : "other";
  return found.some((one) => isPack(one, intended)) ? "right" : "not listed";
}

const isPack = (one, intended) =>
  one &&
  ["medicine", "strength", "generic", "brand", "count", "unit"].every(
    (key) => one[key] === intended[key],
  ) &&
  keyOf(one.supplier) === keyOf(intended.supplier);

const isFlawless = ({ pack, expiry, batch, isSure }) =>
  pack === "right" && expiry === "right" && batch === "right" && isSure;

function describe(
  { number, condition, marking, product, texts },
  { read, found, isSure, pack, expiry, batch },
) {
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

function tables(results) {
  const groups = [
    ["condition", ({ carton }) => conditionOf(carton)],
    ["marking", ({ carton }) => carton.marking],
  ];
  return [...groups.map(([title, key]) => countsBy(title, key, results)), times(results)].join(
    "\n\n",
  );
}

/**
 * Returns whether the edge of the picture cuts a drawn carton. What is on a photograph is not
 * known.
 */
const isCut = (carton) => carton.panel !== undefined && isCutInPicture(carton);

const conditionOf = (carton) =>
  `${carton.condition}${isCut(carton) ? ", and cut by the edge" : ""}`;

function countsBy(title, key, results) {
  const row = (name, some) => {
    const count = (test) => some.filter(test).length;
    return [
      name,
      some.length,
      count(({ pack }) => pack === "right"),
      count(({ isSure }) => isSure),
      count(({ pack }) => pack.startsWith("other")),
      count(({ pack, isSure }) => isSure && pack.startsWith("other")),
      ...["expiry", "batch"].flatMap((field) => [
        count((result) => result[field] === "right"),
        count((result) => result[field] === "wrong"),
      ]),
    ];
  };
  const names = [...new Set(results.map(key))];
  const head = [
    title,
    "cartons",
    "pack among first five products",
    "name and strength sure",
    "another first",
    "another first, though sure",
    "expiry right",
    "expiry wrong",
    "batch right",
    "batch wrong",
  ];
  const ofNames = names.map((name) =>
    row(
      name,
      results.filter((result) => key(result) === name),
    ),
  );
  const uncut = results.filter(({ carton }) => !isCut(carton));
  return markdown(head, [
    ...ofNames,
    ...(uncut.length < results.length ? [row("**all that the edge does not cut**", uncut)] : []),
    row("**all**", results),
  ]);
}

function times(results) {
  const row = (name, values) => [
    name,
    ...[0.5, 0.9, 1].map((part) => digits(percentile(values, part))),
  ];
  return markdown(
    ["a whole carton", "median", "90 %", "most"],
    [
      row(
        "ms of processor time",
        results.map(({ ms }) => ms),
      ),
      row(
        "readings of lines",
        results.map(({ reads }) => reads),
      ),
    ],
  );
}
