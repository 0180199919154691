// The pictures of the README, in docs/pictures, and the bitmap icons and manifest screenshots of
// the page, in www/public. A browser draws them.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { chromiumOptions } from "../../tests/page/driver.mjs";
import { symbol } from "../../tests/page/clips.mjs";
import { serveFolder } from "../../tests/page/server.mjs";
import { paths, root } from "../common/project.mjs";
import { Failure } from "../common/run.mjs";
import { useBrowser } from "../setup/browsers.mjs";
import { demoDataset } from "./dataset.mjs";
import { buildPage } from "./hosts.mjs";

const folder = join(root, "docs", "pictures");
const scratch = join(paths.build, "pictures");

/** Codes of the demonstration data: one that two medicines have carried, and one on a carton. */
const REUSED = "9521001000017";
const ON_CARTON = {
  bcid: "gs1datamatrix",
  text: "(01)09521234567899(17)290630(10)AB12(21)SN34",
  scale: 7,
};

/**
 * A fixed day soon after the release, so that the pictures do not depend on when they are taken.
 */
const TODAY = new Date("2025-11-10T09:00:00Z");
const FRAMES_PER_SECOND = 10;

/**
 * The screenshots of the manifest, with what is typed. Their sizes are in www/vite.config.ts, too.
 */
const SCREENSHOTS = [
  {
    form: "narrow",
    typed: ON_CARTON.text,
    context: {
      viewport: { width: 390, height: 780 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
    },
  },
  { form: "wide", typed: REUSED, context: { viewport: { width: 1280, height: 800 } } },
];

/**
 * Takes the pictures of the README and of the manifest with demonstration data: one in light and
 * one in dark colours, and a film of a scan.
 */
export async function takePictures() {
  useBrowser();
  buildPage(demoDataset());
  for (const path of [folder, scratch]) mkdirSync(path, { recursive: true });
  const server = await serveFolder(paths.page);
  try {
    for (const colorScheme of ["light", "dark"]) await takeScreenshot(server.origin, colorScheme);
    await recordScan(server.origin);
    for (const screenshot of SCREENSHOTS) await takeManifestScreenshot(server.origin, screenshot);
  } finally {
    await server.stop();
    rmSync(scratch, { recursive: true });
  }
}

async function takeScreenshot(origin, colorScheme) {
  await inBrowser(
    [],
    { viewport: { width: 1080, height: 880 }, deviceScaleFactor: 1.5, colorScheme },
    async (page) => {
      await openAt(page, origin);
      await page.getByLabel("Barcode number or name").fill(REUSED);
      await page.keyboard.press("Enter");
      await page.getByText("latest use", { exact: true }).waitFor();
      await page.evaluate(() => scrollTo(0, 0));
      await page.screenshot({
        path: join(folder, `page-${colorScheme}.png`),
        animations: "disabled",
      });
    },
  );
}

async function takeManifestScreenshot(origin, { form, typed, context }) {
  await inBrowser([], context, async (page) => {
    await openAt(page, origin);
    await page.getByLabel("Barcode number or name").fill(typed);
    await page.keyboard.press("Enter");
    await page.locator("#result-name").waitFor();
    // On a phone, the answer is below the field.
    await page.evaluate(
      (top) => scrollTo({ top, behavior: "instant" }),
      context.isMobile ? await topOf(page, "#result-name") : 0,
    );
    const png = join(scratch, `${form}.png`);
    await page.screenshot({ path: png, animations: "disabled" });
    // 128 colours make the file three times smaller.
    const fewer = "split[a][b];[a]palettegen=max_colors=128[p];[b][p]paletteuse=dither=none";
    const target = join(root, "www", "public", `screenshot-${form}.png`);
    ffmpeg(["-i", png, "-vf", fewer, target]);
  });
}

/** Where to scroll so that an element is below the strip of the data. */
const topOf = (page, selector) =>
  page.locator(selector).evaluate((element) => scrollY + element.getBoundingClientRect().top - 96);

async function recordScan(origin) {
  const camera = [
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-video-capture=${await filmOfCarton()}`,
  ];
  await inBrowser(
    camera,
    {
      viewport: { width: 390, height: 780 },
      permissions: ["camera"],
      isMobile: true,
      hasTouch: true,
    },
    async (page) => {
      await openAt(page, origin);
      const frames = await recordFrames(page, async () => {
        await page.waitForTimeout(1000);
        await page.getByRole("button", { name: "Scan with the camera" }).tap();
        await page.locator("#result-name").waitFor();
        await page.waitForTimeout(1200);
        await page
          .locator("#result-name")
          .evaluate((name) =>
            scrollBy({ top: name.getBoundingClientRect().top - 120, behavior: "smooth" }),
          );
        await page.waitForTimeout(2500);
      });
      writeAnimation(frames, join(folder, "scan.webp"));
    },
  );
}

async function inBrowser(args, context, body) {
  const browser = await chromium.launch(chromiumOptions(args));
  try {
    const page = await (await browser.newContext(context)).newPage();
    await page.clock.setFixedTime(TODAY);
    await body(page);
  } finally {
    await browser.close();
  }
}

/** Opens the page twice, because fonts of a second visit are shown from the start. */
async function openAt(page, origin) {
  await page.goto(origin);
  await page.locator(".strip .age").waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.reload();
  await page.locator(".strip .age").waitFor();
}

/** Draws the camera's film: an empty table, and a hand that brings a carton. */
async function filmOfCarton() {
  const carton = join(scratch, "carton.png");
  await drawCarton(carton);
  const clip = join(scratch, "carton.mjpeg");
  const into =
    "overlay=x='640-w/2+900*pow(max(0,1-max(0,t-1.2)/0.9),2)+10*sin(2*t)':y='360-h/2+8*cos(3*t)'";
  const table = ["-f", "lavfi", "-i", `color=0x6f7a78:size=1280x720:rate=${FRAMES_PER_SECOND}`];
  const inputs = [...table, "-loop", "1", "-i", carton];
  const format = `-t 20 -r ${FRAMES_PER_SECOND} -c:v mjpeg -q:v 3 -pix_fmt yuvj420p`;
  ffmpeg([...inputs, "-filter_complex", `[0][1]${into}:shortest=0`, ...format.split(" "), clip]);
  return clip;
}

/** Draws a carton with the symbol in its middle, where the page looks first. */
async function drawCarton(file) {
  const image = `data:image/png;base64,${(await symbol(ON_CARTON)).toString("base64")}`;
  const carton = `<body style="margin:0;width:820px;height:560px;background:#fdfdfb;font:bold 44px sans-serif;color:#14324a;position:relative">
    <div style="position:absolute;inset:0 0 auto;height:150px;background:#0b6e99;color:#fff;padding:24px 36px;box-sizing:border-box">Amlodipine 5 mg<br>tablets</div>
    <img src="${image}" style="position:absolute;left:50%;top:50%;transform:translate(-50%,-42%);width:250px">
    <div style="position:absolute;left:36px;bottom:28px">28</div><div style="position:absolute;right:36px;bottom:28px;font-size:26px">invented, for show</div>`;
  await inBrowser([], { viewport: { width: 820, height: 560 } }, async (page) => {
    await page.setContent(carton);
    await page.screenshot({ path: file });
  });
}

/** Every frame that the browser paints while `body` runs, with its time in seconds. */
async function recordFrames(page, body) {
  const session = await page.context().newCDPSession(page);
  const frames = [];
  session.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
    frames.push({ bytes: Buffer.from(data, "base64"), at: metadata.timestamp });
    session.send("Page.screencastFrameAck", { sessionId }).catch(() => {});
  });
  await session.send("Page.startScreencast", { format: "png" });
  await body();
  await session.send("Page.stopScreencast");
  return frames;
}

/** The time for which the last frame is shown, in seconds. */
const LAST_FRAME_S = 2;

function writeAnimation(frames, file) {
  const lines = frames.flatMap(({ bytes, at }, index) => {
    const name = join(scratch, `frame-${index}.png`);
    writeFileSync(name, bytes);
    return [
      `file '${name}'`,
      `duration ${((frames[index + 1]?.at ?? at + LAST_FRAME_S) - at).toFixed(3)}`,
    ];
  });
  const list = join(scratch, "frames.txt");
  // ffmpeg ignores the duration of the last entry, so its file is listed twice.
  writeFileSync(list, [...lines, lines.at(-2)].join("\n"));
  const input = ["-f", "concat", "-safe", "0", "-i", list];
  const format = `-vf fps=${FRAMES_PER_SECOND} -c:v libwebp_anim -lossless 0 -quality 70`;
  ffmpeg([...input, ...format.split(" "), ..."-compression_level 6 -loop 0".split(" "), file]);
}

function ffmpeg(args) {
  const { status, stderr, error } = spawnSync(
    process.env.FFMPEG ?? "ffmpeg",
    ["-v", "error", "-y", ...args],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Failure(`ffmpeg failed: ${stderr ?? error}`);
}

/** Phones crop maskable icons to their own shape, so these icons fill the whole square. */
const ICONS = [
  { file: "icon-180.png", size: 180, isFullBleed: true },
  { file: "icon-192.png", size: 192, isFullBleed: false },
  { file: "icon-512.png", size: 512, isFullBleed: false },
  { file: "icon-maskable-512.png", size: 512, isFullBleed: true },
];

/** Draws the bitmap icons from www/public/icon.svg. Run it after that file has changed. */
export async function drawIcons() {
  useBrowser();
  const icons = join(root, "www", "public");
  const svg = readFileSync(join(icons, "icon.svg"), "utf8");
  const browser = await chromium.launch(chromiumOptions());
  for (const { file, size, isFullBleed } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const drawing = isFullBleed ? svg.replace('rx="112"', "") : svg;
    await page.setContent(
      `<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${drawing}`,
    );
    writeFileSync(join(icons, file), await page.screenshot({ omitBackground: true }));
  }
  await browser.close();
}
