// Measures the print reader in Chromium: its time on a slowed processor, how long it blocks the
// page, and its memory.
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

/**
 * Opens a page of `browser` that can import the module, and calls `use` with it. `greyOf` returns
 * the brightness of each pixel of a carton.
 */
async function withModule(browser, greyOf, use) {
  const html = (_, response) =>
    response.setHeader("Content-Type", "text/html").end("<title>print</title>");
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
    for (let index = 0; index < grey.length; index += 1)
      data.fill(grey.charCodeAt(index), 4 * index, 4 * index + 4);
    return { ...size, data };
  };
}

/**
 * Returns `[{ whole, guide }]`: the milliseconds for each carton, and for the part of it that a
 * guide shows, on a slowed processor.
 */
export function timesInBrowser(browser, numbers, greyOf, today) {
  return withModule(browser, greyOf, async (page) => {
    await page.evaluate(openReader);
    const times = [];
    for (const number of numbers) times.push(await timesOf(page, number, today));
    return times;
  });
}

/** A guide shows the line of the expiry date, if it was found. */
async function timesOf(page, number, today) {
  await page.evaluate(preparePictures, [number]);
  const { ms: whole, label } = await slowed(() => page.evaluate(timeReading, { today }));
  if (!label) return { whole };
  await page.evaluate(prepareGuide, { ...label, ...GUIDE });
  const { ms: guide } = await slowed(() => page.evaluate(timeReading, { today, guide: true }));
  return { whole, guide };
}

/** Runs in the page: it may use nothing from outside. */
async function openReader() {
  const { openPrintReader } = await import("/print.js");
  window.reader = await openPrintReader();
}

/** Runs in the page. Returns the time, and the place of the label of the expiry date. */
async function timeReading(options) {
  const start = performance.now();
  const { lines } = await window.reader.read(window.pictures[0], options);
  return {
    ms: performance.now() - start,
    label: lines.find(({ readings }) => /EXP/i.test(readings[0].text)),
  };
}

/** Runs in the page. */
async function prepareGuide({ x, y, width, height }) {
  const picture = await createImageBitmap(window.pictures[0]);
  const within = (center, length, all) =>
    Math.round(Math.max(0, Math.min(all - length, center - length / 2)));
  const canvas = new OffscreenCanvas(width, height);
  canvas
    .getContext("2d")
    .drawImage(picture, -within(x, width, picture.width), -within(y, height, picture.height));
  window.pictures = [await canvas.convertToBlob()];
}

/** The milliseconds for which a slowed process runs, before it stops for longer. */
const RUNS_MS = 5;

/**
 * Awaits `body` while the pages and all their workers run for one of `SLOWED` parts of the time.
 * Chromium's own setting slows no workers. A timer may be late, so each stop is as long as the run
 * before it demands.
 */
async function slowed(body) {
  const renderers = processTreeOf(process.pid).filter((one) => memoryParts(one).isRenderer);
  const signal = (name) => renderers.forEach(({ pid }) => process.kill(pid, name));
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

/**
 * Returns the longest time in milliseconds for which the page's slowed thread did nothing else
 * while the reader loaded and read.
 */
export function blockedInBrowser(browser, numbers, greyOf, today) {
  return withModule(browser, greyOf, async (page, devtools) => {
    await page.evaluate(preparePictures, numbers);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
    return page.evaluate(longestBlock, today);
  });
}

/**
 * Returns `{ before, peak, after }`: the bytes of the page's process before, while and after the
 * reader loaded and read. Sampling its memory stops the process for some time.
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

/**
 * Runs in the page: opens the reader, reads each picture, and closes it. Meanwhile a message goes
 * round and round.
 */
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

/**
 * Collects garbage, and returns the memory when two samples are alike: a worker ends some time
 * after its page ended it.
 */
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

/**
 * Returns the bytes of the largest renderer: those that a page shares with the browser are among
 * them.
 */
function rendererMemory() {
  const renderers = processTreeOf(process.pid)
    .map(memoryParts)
    .filter(({ isRenderer }) => isRenderer);
  return Math.max(0, ...renderers.map(({ anonymous, shared, file }) => anonymous + shared + file));
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
