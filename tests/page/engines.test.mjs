// Tests the scanner in three browsers. Only the camera is replaced.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { symbol } from "./clips.mjs";
import { paths } from "../../scripts/common/project.mjs";
import { inWhole, isWhole } from "../common/whole.mjs";
import { engines } from "../engines.mjs";
import { toGtin14, plain } from "./codes.mjs";
import { serve } from "./support.mjs";

const symbols = [
  { bcid: "ean13", text: plain.gtin, scale: 4 },
  { bcid: "gs1datamatrix", text: `(01)${toGtin14(plain.gtin)}(10)AB12(21)SN34`, scale: 6 },
];

/** Runs in the page: a camera that films a picture. */
const camera = `
  const getUserMedia = async () => {
    const picture = new Image();
    picture.src = '/test/symbol.png';
    await picture.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
    const context = canvas.getContext('2d');
    const draw = () => {
      context.fillStyle = '#8a8f92';
      context.fillRect(0, 0, 1280, 720);
      context.drawImage(picture, (1280 - picture.width) / 2 + 20 * Math.sin(Date.now() / 500), (720 - picture.height) / 2);
    };
    draw();
    setInterval(draw, 60);
    return canvas.captureStream(15);
  };
  const mediaDevices = { getUserMedia, enumerateDevices: async () => [] };
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices });
`;

/** The short run films one symbol, in WebKit only; scan.test.mjs tests Chromium's own camera. */
const filmed = isWhole ? symbols : symbols.slice(-1);

for (const [name, { start, skip }] of Object.entries(engines)) {
  test(`the camera reads in ${name}`, { skip, ...inWhole }, async (t) => {
    const engine = await start();
    t.after(engine.close);
    for (const each of filmed) {
      await engine.open(await pageThatFilms(await symbol(each)));
      assert.equal(await engine.run(scan), plain.pack.name, `${each.bcid} in ${name}`);
    }
  });
}

/**
 * Returns the address of the page with another camera. Each symbol has its own origin, because the service worker would serve the original page
 * at the second visit.
 */
async function pageThatFilms(png) {
  const page = readFileSync(join(paths.page, "index.html"), "utf8");
  const content = (type, body) => (_, response) => response.setHeader("Content-Type", type).end(body);
  const { origin } = await serve({
    "/": content("text/html", page.replace("<head>", '<head><script src="/test/camera.js"></script>')),
    "/test/camera.js": content("text/javascript", camera),
    "/test/symbol.png": content("image/png", png),
  });
  return origin;
}

/** Runs in the page: starts the camera and waits for a result. */
async function scan() {
  const seen = async (selector) => {
    const end = Date.now() + 40_000;
    while (!document.querySelector(selector) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
    return document.querySelector(selector);
  };
  await seen(".strip .age");
  (await seen(".camera .big")).click();
  const name = (await seen("#result-name, .camera .callout"))?.textContent ?? "nothing was read";
  return name.replace(/\s+/g, " ").trim();
}
