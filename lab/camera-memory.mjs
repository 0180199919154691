// npm run lab -- camera-memory [--frames N] [--built] [--write]
//
// Measures the memory of Chromium while a camera is on: of the page, and of a plain page that shows
// the same camera, draws it to a canvas, or copies its frames. `--built` uses the page in
// build/www. `--write` writes the table into lab/report.md. Linux only: it reads /proc.
import { join } from "node:path";
import { demoDataset } from "../scripts/build/dataset.mjs";
import { buildPage } from "../scripts/build/hosts.mjs";
import { paths, root } from "../scripts/common/project.mjs";
import { say } from "../scripts/common/run.mjs";
import { useBrowser } from "../scripts/setup/browsers.mjs";
import { blankClip } from "../tests/page/clips.mjs";
import { start } from "../tests/page/driver.mjs";
import { serveFolder } from "../tests/page/server.mjs";
import { memoryParts, processTreeOf } from "./lib/processes.mjs";
import { markdown, megabytes, publish, readOptions } from "./lib/report.mjs";

/** The size of the film. */
const [WIDTH, HEIGHT] = [1280, 720];

/** Measures each page in a new browser, and prints the table. */
export async function cameraMemory(args) {
  const { frames, built } = readOptions(args, { frames: 300 });
  if (!built) buildPage(demoDataset());
  useBrowser();
  const rows = await measureAll(frames);
  publish("camera-memory", args, [table(rows)], { note: `After ${frames} frames.` });
}

function table(rows) {
  return markdown(
    "page | renderer, private | renderer, shared | all processes",
    rows.map(([name, ...bytes]) => [name, ...bytes.map(megabytes)]),
  );
}

async function measureAll(frames) {
  const page = await serveFolder(paths.page);
  // Chromium allows the camera on pages from the same machine.
  const plain = await serveFolder(join(root, "npm"), { "/": sendVideo });
  const cases = [...plainCases(plain.origin), ...ownCases(page.origin)];
  const rows = [];
  try {
    for (const [name, prepare] of cases) {
      say(name);
      rows.push([name, ...(await measure(prepare, frames))]);
    }
  } finally {
    await page.stop();
    await plain.stop();
  }
  return rows;
}

function sendVideo(_request, response) {
  response.setHeader("Content-Type", "text/html").end("<video muted playsinline></video>");
}

const WAYS = {
  video: "camera in a video",
  canvas: "each frame drawn to a canvas",
  copy: "each frame copied",
};

function plainCases(origin) {
  return Object.entries(WAYS).map(([use, name]) => [
    `plain page: ${name}, ${WIDTH} × ${HEIGHT}`,
    async (page) => {
      await page.goto(origin);
      await page.evaluate(showCamera, { use, width: WIDTH, height: HEIGHT });
    },
  ]);
}

/**
 * Shows the camera, and reads its frames in one way. Runs in the plain page, and counts the frames.
 */
async function showCamera({ use, width, height }) {
  const video = document.querySelector("video");
  video.srcObject = await navigator.mediaDevices.getUserMedia({
    video: { width: { exact: width }, height: { exact: height } },
  });
  await video.play();
  const context = Object.assign(document.createElement("canvas"), { width, height }).getContext(
    "2d",
    { willReadFrequently: true },
  );
  const buffer = new Uint8Array(4 * width * height);
  const ways = {
    video() {},
    canvas() {
      context.drawImage(video, 0, 0);
      context.getImageData(0, 0, width, height);
    },
    async copy() {
      const frame = new VideoFrame(video);
      await frame.copyTo(buffer, { format: "RGBA" });
      frame.close();
    },
  };
  window.frames = 0;
  const next = async () => {
    await ways[use]();
    window.frames += 1;
    video.requestVideoFrameCallback(next);
  };
  video.requestVideoFrameCallback(next);
}

function ownCases(origin) {
  return [
    ["Pack Lookup: camera off", (page) => open(page, origin)],
    ["Pack Lookup: camera on, reads frames", (page) => scan(page, origin)],
  ];
}

async function open(page, origin) {
  await page.goto(origin);
  await page.locator(".strip .age").waitFor();
}

async function scan(page, origin) {
  await open(page, origin);
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  await page.locator(".hint", { hasText: "Hold the barcode" }).waitFor();
  await page.evaluate(countVideoFrames);
}

/** Counts the frames that the video shows. Runs in the page. */
function countVideoFrames() {
  const video = document.querySelector("pack-scanner").shadowRoot.querySelector("video");
  window.frames = 0;
  const next = () => {
    window.frames += 1;
    video.requestVideoFrameCallback(next);
  };
  video.requestVideoFrameCallback(next);
}

/** The bytes of the largest renderer, private and shared, and of all processes. */
async function measure(prepare, frames) {
  const browser = await start({ film: blankClip() });
  try {
    const page = await (await browser.newContext({ permissions: ["camera"] })).newPage();
    await prepare(page);
    await page.waitForFunction((frames) => !(window.frames < frames), frames, { timeout: 120_000 });
    return bytesOf(processTreeOf(process.pid).filter(({ pid }) => pid !== process.pid));
  } finally {
    await browser.close();
  }
}

function bytesOf(processes) {
  const all = processes.map(memoryParts);
  const renderer = all
    .filter(({ isRenderer }) => isRenderer)
    .reduce((one, other) => (total(other) > total(one) ? other : one));
  return [renderer.anonymous, renderer.shared, all.reduce((sum, parts) => sum + total(parts), 0)];
}

const total = ({ anonymous, shared, file }) => anonymous + shared + file;
