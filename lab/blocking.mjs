// npm run lab -- blocking [--visits N] [--built] [--write]
//
// Measures for how long the page blocks its own thread while it reads print: in the camera's view,
// and in a photograph of 9 megapixels. Chromium slows the processor four times. The box is a drawn
// carton of demonstration data. Each figure is the lowest of several visits, because other work of
// the machine only adds to it. `--write` writes the table into lab/report.md.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { demoDataset } from "../scripts/build/dataset.mjs";
import { buildPage, buildPrint } from "../scripts/build/hosts.mjs";
import { publishDataset } from "../scripts/build/page.mjs";
import { paths } from "../scripts/common/project.mjs";
import { Failure, say } from "../scripts/common/run.mjs";
import { cartonsOf } from "../tests/page/cartons/cartons.mjs";
import { SIZE } from "../tests/page/cartons/draw.mjs";
import { chromiumOptions } from "../tests/page/driver.mjs";
import { serveFolder } from "../tests/page/server.mjs";
import { FULL_SIZE, prepare, prepareTools } from "./lib/data.mjs";
import { readRecords } from "./lib/records.mjs";
import { digits, markdown, measuredOn, publish } from "./lib/report.mjs";
import { withPictures } from "./print.mjs";

const SLOWED = 4;
const WAIT_MS = 120_000;
/** The time in which what follows a step is over, in milliseconds: sound, focus, and drawing. */
const SETTLED_MS = 1500;
/** A clear carton, on which no rule was chosen. */
const CARTON = 1001;
/** The width of a photograph in pixels, and of the camera's picture. */
const WIDTHS = { photograph: 4032, view: SIZE.width };

/** Measures all steps, and prints the table. */
export async function blocking(args) {
  const options = {
    visits: { type: "string", default: "3" },
    data: { type: "string" },
    built: { type: "boolean" },
    write: { type: "boolean" },
  };
  const { visits, data: folder, built, write } = parseArgs({ args, options }).values;
  if (!built) {
    await buildPrint();
    buildPage(demoDataset());
  }
  if (!folder) await prepareTools(built);
  const data = folder
    ? { dataset: join(folder, "packs.bin"), records: join(folder, "records.jsonl") }
    : await prepare({ packs: FULL_SIZE });
  const pictures = await picturesOf(data.records);
  const all = await withServer(data.dataset, pictures, async (origin, film) => {
    const all = [];
    for (let visit = 0; visit < Number(visits); visit += 1)
      all.push({
        ...(await visitWith(origin, film, CAMERA)),
        ...(await visitWith(origin, film, PHOTOGRAPH)),
      });
    return all;
  });
  publish(`${table(all)}\n\n${measuredOn("blocking", args)}`, {
    section: "blocking",
    isWritten: write,
  });
}

function table(visits) {
  const rows = Object.keys(visits[0]).map((step) => [
    step,
    milliseconds(Math.min(...visits.map((visit) => visit[step]))),
  ]);
  return markdown([`the page, processor slowed ${SLOWED}×`, "longest task of its thread"], rows);
}

const milliseconds = (task) => (task === 0 ? "below 50 ms" : `${digits(task)} ms`);

/** Returns the photograph of a carton and the camera's picture of it, as JPEG. */
async function picturesOf(records) {
  const pictures = {};
  const carton = cartonsOf(await readRecords(records), CARTON + 1)[CARTON];
  await withPictures([carton], async (_, { data }, page) => {
    const grey = Buffer.from(data.filter((_, index) => index % 4 === 0)).toString("base64");
    for (const [name, width] of Object.entries(WIDTHS))
      pictures[name] = Buffer.from(
        await page.evaluate(jpegInPage, { grey, size: SIZE, width }),
        "base64",
      );
  });
  return pictures;
}

/** Runs in the page: it may use nothing from outside. */
async function jpegInPage({ grey, size, width }) {
  const values = atob(grey);
  const data = new Uint8ClampedArray(4 * values.length);
  for (let index = 0; index < values.length; index += 1)
    data.fill(values.charCodeAt(index), 4 * index, 4 * index + 4);
  for (let index = 3; index < data.length; index += 4) data[index] = 255;
  const canvas = new OffscreenCanvas(width, Math.round((width * size.height) / size.width));
  canvas
    .getContext("2d")
    .drawImage(
      await createImageBitmap(new ImageData(data, size.width, size.height)),
      0,
      0,
      canvas.width,
      canvas.height,
    );
  const bytes = new Uint8Array(
    await (await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 })).arrayBuffer(),
  );
  let text = "";
  for (let start = 0; start < bytes.length; start += 32_768)
    text += String.fromCharCode(...bytes.subarray(start, start + 32_768));
  return btoa(text);
}

/**
 * Serves the page with a dataset and the photograph. Calls `use` with its address, and with a film
 * of the camera's picture.
 */
async function withServer(dataset, { photograph, view }, use) {
  const folder = mkdtempSync(join(tmpdir(), "pack-lookup-blocking-"));
  const film = join(folder, "film.mjpeg");
  try {
    cpSync(paths.page, folder, { recursive: true });
    await publishDataset(readFileSync(dataset), folder);
    // A film is a row of pictures.
    writeFileSync(film, Buffer.concat(Array.from({ length: 10 }, () => view)));
    const server = await serveFolder(folder, {
      "/photograph.jpg": (_, response) =>
        response.setHeader("Content-Type", "image/jpeg").end(photograph),
    });
    return await use(server.origin, film).finally(() => server.stop());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const reading = { press: "Read the print", until: "isRead" };
const firstReading = { press: "Download and read", until: "isRead" };
const close = { press: "Close", until: "isClosed" };
const camera = { press: "Scan with the camera", until: "isCameraOn" };

/**
 * The steps of a visit with the camera, and of one with photographs. A step with a name is
 * measured.
 */
const CAMERA = [
  camera,
  { press: "Read the print", until: "isAsked", name: "camera: take the picture" },
  { ...firstReading, name: "camera: first reading" },
  close,
  camera,
  { ...reading, name: "camera: second reading" },
];
const PHOTOGRAPH = [
  { choose: true, until: "isOffered", name: "photograph: choose it" },
  { press: "Read the print", until: "isAsked" },
  { ...firstReading, name: "photograph: first reading" },
  close,
  { choose: true, until: "isOffered", name: "photograph: choose another" },
  { ...reading, name: "photograph: second reading" },
];

/**
 * Takes steps on a first visit. Returns the longest task of each that has a name, or 0 for less
 * than 50 ms: browsers report no shorter task.
 */
async function visitWith(origin, film, steps) {
  const browser = await chromium.launch(
    chromiumOptions([
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${film}`,
    ]),
  );
  try {
    const context = await browser.newContext({
      permissions: ["camera"],
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    await page.goto(origin);
    await page.locator(".strip .age").waitFor();
    // A person has touched the page before.
    await page.mouse.click(1, 1);
    await page.evaluate(watchThread);
    await pause(2 * SETTLED_MS);
    await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", {
      rate: SLOWED,
    });
    return await stepsIn(page, steps);
  } finally {
    await browser.close();
  }
}

/**
 * Runs in the page: defines what a step presses and waits for. Playwright's own clicks would block
 * the page, too.
 */
async function watchThread() {
  const photograph = new File([await (await fetch("/photograph.jpg")).blob()], "photograph.jpg", {
    type: "image/jpeg",
  });
  const title = () => document.getElementById("print-title")?.textContent ?? "";
  const scanner = document.querySelector("pack-scanner");
  const buttons = () => [
    ...document.querySelectorAll("button"),
    ...scanner.shadowRoot.querySelectorAll("button"),
  ];
  const isUsable = (button) => !button.disabled && button.getClientRects().length > 0;
  window.press = (name) =>
    buttons()
      .find((button) => isUsable(button) && button.textContent.trim() === name)
      .click();
  window.choose = () => {
    const files = new DataTransfer();
    files.items.add(photograph);
    const input = document.getElementById("image");
    input.files = files.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  window.has = {
    isCameraOn: () =>
      scanner.state.is === "on" &&
      buttons().some(({ textContent }) => textContent.trim() === "Read the print"),
    isOffered: () => title() === "No barcode found in the picture",
    isAsked: () => title() === "Read the print",
    isRead: () => /^(The print seems to say|Check the name)/.test(title()),
    isClosed: () => title() === "",
  };
  let longest = 0;
  new PerformanceObserver((list) =>
    list.getEntries().forEach(({ duration }) => (longest = Math.max(longest, duration))),
  ).observe({ entryTypes: ["longtask"] });
  window.longestTask = () => {
    const value = longest;
    longest = 0;
    return value;
  };
}

async function waitFor(page, condition, step) {
  for (
    const end = Date.now() + WAIT_MS;
    !(await page.evaluate((condition) => window.has[condition](), condition));
    await pause(100)
  ) {
    if (Date.now() > end) throw new Failure(`${step} takes too long`);
  }
}

async function stepsIn(page, steps) {
  const tasks = {};
  for (const { name, press, until } of steps) {
    await page.evaluate(() => window.longestTask());
    await page.evaluate((press) => (press ? window.press(press) : window.choose()), press);
    await waitFor(page, until, name ?? press);
    await pause(SETTLED_MS);
    const longest = await page.evaluate(() => window.longestTask());
    if (!name) continue;
    say(`${name}: ${milliseconds(longest)}`);
    tasks[name] = longest;
  }
  return tasks;
}
