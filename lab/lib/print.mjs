// Reads a picture with the built print reader, and asks for its packs, as the page does. In Chromium,
// it measures the time on a slowed processor.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { buildPrint } from "../../scripts/build/hosts.mjs";
import { root } from "../../scripts/common/project.mjs";
import { SIZE } from "../../tests/page/cartons/draw.mjs";
import { chromiumOptions } from "../../tests/page/driver.mjs";
import { serveFolder } from "../../tests/page/server.mjs";
import { openDataset, prepare } from "./data.mjs";
import { memoryParts, processTreeOf } from "./processes.mjs";
import { readRecords } from "./records.mjs";

/** The day on which the cartons are read. */
export const TODAY = "2026-11-01";
/** Of the packs that the search lists first, the products that are shown, each with its sizes. */
const [FOUND, SHOWN] = [20, 5];

/** Builds what is needed, and returns the engine of the reader, the search, and the records. */
export async function openPrint(options) {
  const data = await prepare(options);
  if (!options.built) await buildPrint();
  const records = await readRecords(data.records);
  return { engine: await engineOf(), lookup: await openDataset(data.dataset), records };
}

const npm = (file) => new URL(`../../npm/${file}`, import.meta.url);

async function engineOf() {
  const { createEngine, createLineReader } = await import(npm("print/engine.js"));
  const [wasm, detection, recognition] = [
    "pack_lookup_print_bg.wasm.gz",
    "print/detection.onnx.gz",
    "print/recognition.onnx.gz",
  ].map((file) => gunzipSync(readFileSync(npm(file))));
  const module = new WebAssembly.Module(wasm);
  return createEngine({ module, detection, readers: [createLineReader({ module, recognition })] });
}

/**
 * Reads a picture and asks for its packs: `{ read, found, isSure }`. `found` are the packs that are
 * shown, and a question is sure if it has a name, a strength if one decides, and no doubt.
 */
export async function readAndFind(engine, lookup, picture) {
  const [{ readPicture }, { isAskable, packsOf, productsOf }, { questionOf }, { withSmallPrint }] =
    await Promise.all(
      ["read.js", "packs.js", "question.js", "small-print.js"].map(
        (file) => import(npm(`print/${file}`)),
      ),
    );
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

// The time in Chromium.

/** A phone of the lower price range is about four times slower than this machine. */
const SLOWED = 4;
/** The milliseconds for which a slowed process runs, before it stops for longer. */
const RUNS_MS = 5;

/** The milliseconds for each carton. A picture has the brightness of each pixel. */
export async function timesInBrowser(pictures, today) {
  const html = (_, response) =>
    response.setHeader("Content-Type", "text/html").end("<title>print</title>");
  const server = await serveFolder(join(root, "npm"), { "/": html });
  const browser = await chromium.launch(chromiumOptions([]));
  try {
    const page = await browser.newPage();
    await page.goto(`${server.origin}/`);
    await page.evaluate(openReader);
    const times = [];
    for (const picture of pictures) {
      await page.evaluate(setPicture, { grey: picture.toString("base64"), size: SIZE });
      times.push(await slowed(() => page.evaluate(timeReading, today)));
    }
    return times;
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Runs in the page: it may use nothing from outside. */
async function openReader() {
  const { openPrintReader } = await import("/print.js");
  window.reader = await openPrintReader();
}

/** Runs in the page: makes a file of a picture, as cameras do. */
async function setPicture({ grey, size: { width, height } }) {
  const values = atob(grey);
  const data = new Uint8ClampedArray(4 * values.length);
  for (let index = 0; index < values.length; index += 1)
    data.fill(values.charCodeAt(index), 4 * index, 4 * index + 4);
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d").putImageData(new ImageData(data, width, height), 0, 0);
  window.picture = await canvas.convertToBlob();
}

/** Runs in the page. */
async function timeReading(today) {
  const start = performance.now();
  await window.reader.read(window.picture, { today });
  return performance.now() - start;
}

/**
 * Awaits `body` while the pages and all their workers run for one of `SLOWED` parts of the time.
 * Chromium's own setting slows no workers. A timer may be late, so each stop is as long as the run
 * before it demands.
 */
async function slowed(body) {
  const renderers = processTreeOf(process.pid).filter((one) => memoryParts(one).isRenderer);
  const signal = (name) => {
    for (const { pid } of renderers) process.kill(pid, name);
  };
  let isDone = false;
  const result = body().finally(() => (isDone = true));
  while (!isDone) {
    const start = performance.now();
    await pause(RUNS_MS);
    signal("SIGSTOP");
    await pause((SLOWED - 1) * (performance.now() - start));
    signal("SIGCONT");
  }
  return result;
}
