// Measures the time from a code in view to its pack on the screen, and the longest task of the main
// thread. It uses Chromium with films of 30 frames per second as camera, at this machine's speed
// and with a processor slowed four times.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { buildPage } from "../../scripts/build/hosts.mjs";
import { demoDataset } from "../../scripts/build/dataset.mjs";
import { paths } from "../../scripts/common/project.mjs";
import { Failure, say } from "../../scripts/common/run.mjs";
import { chromiumOptions } from "../../tests/page/driver.mjs";
import { symbol } from "../../tests/page/clips.mjs";
import { serveFolder } from "../../tests/page/server.mjs";
import { markdown, percentile } from "./report.mjs";

const FRAMES_PER_SECOND = 30;
/**
 * Each code is in view for this time. Before it, the camera shows no code for longer than a code
 * may be interrupted.
 */
const SHOWN_SECONDS = 2;
const GAP_SECONDS = 3;
const VIEWS = 10;
const SLOWDOWNS = [1, 4];

/** Measures all kinds of codes, and returns the table. */
export async function measureFilms(built) {
  if (!built) buildPage(demoDataset());
  const server = await serveFolder(paths.page);
  try {
    const rows = [];
    for (const kind of ["ean13", "gs1datamatrix"])
      for (const slowed of SLOWDOWNS) rows.push(await rowOf(server.origin, kind, slowed));
    const titles =
      "code | processor slowdown | packs | median ms | slowest ms" +
      " | longest task of the main thread, ms";
    return markdown(titles, rows);
  } finally {
    await server.stop();
  }
}

async function rowOf(origin, kind, slowed) {
  say(`${kind}, processor slowed ${slowed} times`);
  const film = await filmOf(kind);
  const times = await watch(origin, film, slowed, timesOf);
  // In a separate run, because the search for the mark also uses the page's thread.
  const longest = await watch(origin, film, slowed, longestTask);
  const ms = (part) => Math.round(percentile(times, part));
  return [
    kind,
    slowed,
    times.length,
    ms(0.5),
    ms(1),
    longest === 0 ? "below 50" : Math.round(longest),
  ];
}

async function watch(origin, film, slowed, look) {
  const camera = [
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-video-capture=${film}`,
  ];
  const browser = await chromium.launch(chromiumOptions(camera));
  try {
    const context = await browser.newContext({
      permissions: ["camera"],
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    await page.goto(origin);
    await page.locator(".strip .age").waitFor();
    await page.getByRole("button", { name: "Scan with the camera" }).click();
    // The decoder is loaded when it has read once. Its loading time belongs to the first visit.
    await page.locator("#result-name").waitFor();
    const client = await context.newCDPSession(page);
    await client.send("Emulation.setCPUThrottlingRate", { rate: slowed });
    await page.evaluate(watchPacks);
    return await page.evaluate(look, { views: VIEWS, marked: MARK });
  } finally {
    await browser.close();
  }
}

/** Runs in the page: `eachPack` calls a function for each pack that is shown. */
function watchPacks() {
  let name = document.getElementById("result-name").textContent;
  window.eachPack = (call) =>
    new MutationObserver(() => {
      const now = document.getElementById("result-name")?.textContent;
      if (now === undefined || now === name) return;
      name = now;
      call();
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

/**
 * Runs in the page: returns the time from the first frame with a light mark to the next row of the
 * history on the screen.
 */
async function timesOf({ views, marked }) {
  const video = document.querySelector("pack-scanner").shadowRoot.querySelector("video");
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const times = [];
  const isMarked = () => {
    context.drawImage(video, marked.x, marked.y, 4, 4, 0, 0, 1, 1);
    return context.getImageData(0, 0, 1, 1).data[0] > 128;
  };
  let since = isMarked() ? undefined : Infinity;
  const frame = () => {
    const now = performance.now();
    if (!isMarked()) since = Infinity;
    else if (since === Infinity) since = now;
    video.requestVideoFrameCallback(frame);
  };
  video.requestVideoFrameCallback(frame);
  return new Promise((resolve) =>
    window.eachPack(() => {
      if (since !== undefined && since !== Infinity) times.push(performance.now() - since);
      if (times.length === views) resolve(times);
    }),
  );
}

/**
 * Runs in the page: returns its longest task until `packs` packs were shown. Browsers report no
 * task below 50 ms.
 */
async function longestTask({ views }) {
  let longest = 0;
  new PerformanceObserver((list) =>
    list.getEntries().forEach(({ duration }) => (longest = Math.max(longest, duration))),
  ).observe({ entryTypes: ["longtask"] });
  return new Promise((resolve) =>
    window.eachPack(() => {
      views -= 1;
      if (views === 0) setTimeout(() => resolve(longest), 500);
    }),
  );
}

const MARK = { x: 640, y: 4 };

/**
 * Makes a film of two packs in turn, with gaps. A light mark at the upper edge shows that a code is
 * in view.
 */
async function filmOf(kind) {
  const folder = join(paths.build, "clips");
  mkdirSync(folder, { recursive: true });
  const film = join(folder, `views-${kind}.mjpeg`);
  const pictures = [];
  for (const [number, gtin] of (await twoCodes()).entries()) {
    const text = kind === "ean13" ? gtin : `(01)${gtin.padStart(14, "0")}(10)AB${number}`;
    const path = join(folder, `views-${kind}-${number}.png`);
    writeFileSync(path, await symbol({ bcid: kind, text, scale: kind === "ean13" ? 4 : 6 }));
    pictures.push(path);
  }
  ffmpeg(pictures, film);
  return film;
}

async function twoCodes() {
  const { packs, plain } = await import("../../tests/page/codes.mjs");
  const other = packs
    .search("tablets", { limit: 100 })
    .packs.flatMap((pack) =>
      pack.gtin_codes.filter(
        ({ gtin, end_date }) =>
          gtin.length === 13 &&
          end_date === null &&
          pack.name !== plain.pack.name &&
          packs.uses(gtin).length === 1,
      ),
    );
  return [plain.gtin, other[0].gtin];
}

function ffmpeg(pictures, film) {
  const period = SHOWN_SECONDS + GAP_SECONDS;
  const shown = (number) =>
    `between(mod(t,${2 * period}),${number * period + GAP_SECONDS},${(number + 1) * period})`;
  const place = "x='W/2-w/2+20*sin(2*PI*t)':y='0.45*H-h/2+10*cos(2*PI*t)'";
  const chain = [
    `[0][1]overlay=${place}:enable='${shown(0)}'[a]`,
    `[a][2]overlay=${place}:enable='${shown(1)}'[b]`,
    `[b]drawbox=x=620:y=0:w=60:h=16:color=white:t=fill:enable='${shown(0)}+${shown(1)}'`,
  ].join(";");
  const rate = String(FRAMES_PER_SECOND);
  const table = ["-f", "lavfi", "-i", `color=0x4a4f52:size=1280x720:rate=${rate}`];
  const inputs = pictures.flatMap((picture) => ["-loop", "1", "-framerate", rate, "-i", picture]);
  const format = "-c:v mjpeg -q:v 4 -pix_fmt yuvj420p".split(" ");
  const output = ["-t", String(2 * period), "-r", rate, ...format, film];
  const { status, stderr } = spawnSync(
    process.env.FFMPEG ?? "ffmpeg",
    ["-v", "error", "-y", ...table, ...inputs, "-filter_complex", chain, ...output],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Failure(`ffmpeg failed: ${stderr}`);
}
