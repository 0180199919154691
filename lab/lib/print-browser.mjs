// Measures the print reader in Chromium: its time on a slowed processor, how long it blocks the page, and its memory.
import { join } from "node:path";
import { root } from "../../scripts/common/project.mjs";
import { serveFolder } from "../../tests/page/server.mjs";
import { SIZE } from "../../tests/page/cartons/draw.mjs";
import { memoryParts, processTreeOf } from "./processes.mjs";

/** A phone of the lower price range is about four times slower than this machine. */
const SLOWED = 4;
/** The part of a picture that a guide shows, in pixels. */
const GUIDE = { width: 560, height: 170 };
const SAMPLE_MS = 50;

/** Opens a page of `browser` that can import the module, and calls `use` with it. `greyOf` returns the brightness of each pixel of a carton. */
async function withModule(browser, greyOf, use) {
  const html = (_, response) => response.setHeader("Content-Type", "text/html").end("<title>print</title>");
  const server = await serveFolder(join(root, "npm"), { "/": html });
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${server.origin}/`);
    await page.exposeFunction("greyOf", (number) => greyOf(number).toString("base64"));
    await page.evaluate(definePicture, SIZE);
    return await use(page, await context.newCDPSession(page));
  } finally {
    await context.close();
    await server.stop();
  }
}

/** Runs in the page: it may use nothing from outside. */
function definePicture(size) {
  window.pictureOf = async (number) => {
    const grey = atob(await window.greyOf(number));
    const data = new Uint8ClampedArray(4 * grey.length);
    for (let index = 0; index < grey.length; index += 1) data.fill(grey.charCodeAt(index), 4 * index, 4 * index + 4);
    return { ...size, data };
  };
}

/** Returns `[{ whole, guide }]`: the milliseconds for each carton, and for the part of it that a guide shows, on a slowed processor. */
export function timesInBrowser(browser, numbers, greyOf, today) {
  return withModule(browser, greyOf, async (page, devtools) => {
    // Chromium slows the page's own thread, so the engine runs there instead of in its worker.
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
    await page.evaluate(loadEngine);
    const times = [];
    for (const number of numbers) times.push(await page.evaluate(timeReading, { number, today, guide: GUIDE }));
    return times;
  });
}

/** Runs in the page. */
async function loadEngine() {
  const { createEngine } = await import("/print/engine.js");
  const { readPicture } = await import("/print/read.js");
  const bytesOf = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
  const [wasm, detection, recognition] = await Promise.all(["/pack_lookup_print_bg.wasm", "/print/detection.onnx", "/print/recognition.onnx"].map(bytesOf));
  const engine = createEngine({ module: await WebAssembly.compile(wasm), detection, recognition });
  window.readNow = (picture, options) => {
    const start = performance.now();
    const result = readPicture(engine, picture, options);
    return { result, ms: performance.now() - start };
  };
}

/** Runs in the page. A guide shows the line of the expiry date, if it was found. */
async function timeReading({ number, today, guide }) {
  const picture = await window.pictureOf(number);
  const { result, ms } = window.readNow(picture, { today });
  const line = result.lines.find(({ readings }) => /EXP/i.test(readings[0].text));
  if (!line) return { whole: ms };
  const within = (center, length, all) => Math.round(Math.max(0, Math.min(all - length, center - length / 2)));
  const [left, top] = [within(line.x, guide.width, picture.width), within(line.y, guide.height, picture.height)];
  const data = new Uint8ClampedArray(4 * guide.width * guide.height);
  for (let row = 0; row < guide.height; row += 1) {
    const start = 4 * ((top + row) * picture.width + left);
    data.set(picture.data.subarray(start, start + 4 * guide.width), 4 * row * guide.width);
  }
  return { whole: ms, guide: window.readNow({ ...guide, data }, { today, isGuide: true }).ms };
}

/** Returns the longest time in milliseconds for which the page's slowed thread did nothing else while the reader loaded and read. */
export function blockedInBrowser(browser, numbers, greyOf, today) {
  return withModule(browser, greyOf, async (page, devtools) => {
    await page.evaluate(preparePictures, numbers);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
    return page.evaluate(longestBlock, today);
  });
}

/**
 * Returns `{ before, peak, after }`: the bytes of the page's process before, while and after the reader loaded and read. Sampling its memory stops
 * the process for some time.
 */
export function memoryInBrowser(browser, numbers, greyOf, today) {
  return withModule(browser, greyOf, async (page, devtools) => {
    await page.evaluate(preparePictures, numbers);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
    const before = await settledMemory(devtools);
    const peak = watchPeak();
    await page.evaluate(longestBlock, today);
    const highest = peak.stop();
    return { before, peak: highest, after: await settledMemory(devtools) };
  });
}

/** Runs in the page: it makes files of the pictures, as cameras do. */
async function preparePictures(numbers) {
  window.pictures = [];
  for (const number of numbers) {
    const { data, width, height } = await window.pictureOf(number);
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext("2d").putImageData(new ImageData(data, width, height), 0, 0);
    window.pictures.push(await canvas.convertToBlob());
  }
}

/** Runs in the page: opens the reader, reads each picture, and closes it. Meanwhile a message goes round and round. */
async function longestBlock(today) {
  const { port1, port2 } = new MessageChannel();
  let last = performance.now();
  let longest = 0;
  port1.onmessage = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    port2.postMessage(undefined);
  };
  port2.postMessage(undefined);
  const { openPrintReader } = await import("/print.js");
  const reader = await openPrintReader();
  for (const picture of window.pictures) await reader.read(picture, { today });
  reader.close();
  port1.close();
  return longest;
}

/** Collects garbage, and returns the memory when two samples are alike: a worker ends some time after its page ended it. */
async function settledMemory(devtools) {
  let last = 0;
  for (;;) {
    await devtools.send("HeapProfiler.collectGarbage");
    await pause(10 * SAMPLE_MS);
    const now = rendererMemory();
    if (Math.abs(now - last) < 1e6) return now;
    last = now;
  }
}

function watchPeak() {
  let highest = 0;
  const timer = setInterval(() => (highest = Math.max(highest, rendererMemory())), SAMPLE_MS);
  return { stop: () => (clearInterval(timer), highest) };
}

/** Returns the bytes of the largest renderer: those that a page shares with the browser are among them. */
function rendererMemory() {
  const renderers = processTreeOf(process.pid).map(memoryParts).filter(({ isRenderer }) => isRenderer);
  return Math.max(0, ...renderers.map(({ anonymous, shared, file }) => anonymous + shared + file));
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
