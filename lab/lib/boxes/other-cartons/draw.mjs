// Draws a carton of cartons.mjs as a phone would photograph it.
import { readFileSync } from "node:fs";
import { randomOf, seedOf } from "./random.mjs";
import { sceneOf } from "./scenes.mjs";

/** Pixels of the drawing for one pixel of the picture, along each side. */
const OVERSAMPLING = 2;

/**
 * The picture of a carton, `{ width, height, data }`, with `data` as RGBA. `browser` is a
 * Chromium of Playwright.
 */
export async function pictureOf(carton, browser) {
  const { html, width, height, camera } = sceneOf(carton);
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: OVERSAMPLING,
  });
  try {
    await page.setContent(html);
    const { fields, front } = await inPage(page, "arrange", { camera, width, height });
    const shot = await page.screenshot({ type: "jpeg", quality: 97 });
    const process = processOf(carton, { fields, front });
    const url = `data:image/jpeg;base64,${shot.toString("base64")}`;
    const pixels = await inPage(page, "develop", { url, width, height, ...process });
    return { width, height, data: new Uint8ClampedArray(Buffer.from(pixels, "base64")) };
  } finally {
    await page.close();
  }
}

/** Calls the function of the file with its name in a page. */
function inPage(page, name, options) {
  const source = readFileSync(new URL(`${name}.mjs`, import.meta.url), "utf8");
  const script = source.replaceAll(/^export /gm, "");
  return page.evaluate(`(() => {${script}\nreturn ${name}(${JSON.stringify(options)})})()`);
}

/** What lens, light, sensor and file do to a picture. */
function processOf(carton, scene) {
  const random = randomOf(seedOf(carton.seed, 11));
  const warmth = random.between(-0.07, 0.09);
  const process = {
    seed: seedOf(carton.seed, 13),
    bend: carton.plan.layout === "bottle" ? scene.front : null,
    blur: random.between(0.35, 0.7),
    unsharp: random.chance(0.3)
      ? { angle: random.between(0, 360), most: random.between(1, 1.8) }
      : null,
    motion: null,
    noise: random.between(1.5, 4),
    gain: random.between(0.88, 1.04),
    tint: [1 + warmth, 1, 1 - warmth],
    slope: { angle: random.between(0, 360), amount: random.between(0.05, 0.3) },
    vignette: random.between(0.05, 0.25),
    glares: [],
    quality: random.between(0.82, 0.94),
  };
  DISTORT[carton.distortion]?.(process, random, scene);
  return process;
}

const DISTORT = {
  clean: (process) =>
    Object.assign(process, { blur: 0.35, noise: 1, unsharp: null, quality: 0.95 }),
  blur: (process, random) => {
    process.unsharp = null;
    process.blur = random.between(1.2, 2.3);
  },
  motion: (process, random) => {
    process.unsharp = null;
    process.motion = { length: random.between(3, 8), angle: random.between(0, 180) };
  },
  noise: (process, random) => {
    process.unsharp = null;
    process.noise = random.between(13, 26);
  },
  "low light": (process, random) => {
    process.unsharp = null;
    process.gain = random.between(0.26, 0.45);
    process.noise = random.between(5, 10);
    process.tint = random.pick([
      [1.18, 1, 0.74],
      [0.9, 1, 1.12],
    ]);
    process.vignette = random.between(0.25, 0.5);
  },
  glare: (process, random, scene) => {
    for (let index = random.whole(1, 3); index > 0; index -= 1)
      process.glares.push(glareOf(random, scene));
  },
  jpeg: (process, random) => {
    process.unsharp = null;
    process.quality = random.between(0.1, 0.25);
  },
};

/** Chooses, of some places on the front, the one that is farthest from what is read. */
function glareOf(random, { fields, front }) {
  let best = null;
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const x = random.between(front.left, front.right);
    const y = random.between(front.top, front.bottom);
    let distance = Number.POSITIVE_INFINITY;
    for (const { left, top, right, bottom } of fields) {
      const dx = Math.max(left - x, 0, x - right);
      const dy = Math.max(top - y, 0, y - bottom);
      distance = Math.min(distance, Math.hypot(dx, dy));
    }
    if (best === null || distance > best.distance) best = { x, y, distance };
  }
  const rx = Math.max(60, best.distance * random.between(1, 1.6));
  return {
    x: best.x,
    y: best.y,
    rx,
    ry: rx * random.between(0.25, 0.8),
    angle: random.between(0, Math.PI),
    strength: random.between(0.75, 1.15),
  };
}
