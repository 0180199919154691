// Tests the camera with films of symbols.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { inWhole } from "../common/whole.mjs";
import { blankClip, clip, troubledClip } from "./clips.mjs";
import { in14, outer, plain } from "./codes.mjs";
import { openPage, resultName, serve, start, textOf } from "./support.mjs";

const { origin } = await serve();
const expiry = "991231";
const browsers = new Map();
after(async () => {
  for (const browser of browsers.values()) await (await browser).close();
});

const films = [
  { name: `ean13-${plain.gtin}`, bcid: "ean13", text: plain.gtin, scale: 4, entry: plain },
  { name: `itf14-${outer.gtin}`, bcid: "itf14", text: outer.gtin, scale: 4, entry: outer, ...inWhole },
  {
    name: `gs1datamatrix-${plain.gtin}`,
    bcid: "gs1datamatrix",
    text: `(01)${in14(plain.gtin)}(17)${expiry}(10)AB12(21)SN34`,
    scale: 6,
    entry: plain,
    batch: "AB12",
    serial: "SN34",
  },
  {
    name: `digital-link-${plain.gtin}`,
    bcid: "qrcode",
    text: `https://id.example.org/01/${in14(plain.gtin)}/10/CD56?17=${expiry}`,
    scale: 6,
    entry: plain,
    batch: "CD56",
    ...inWhole,
  },
];

for (const film of films) {
  test(`the camera reads ${film.bcid}`, { skip: film.skip }, async (t) => {
    const page = await scanning(t, await clip(film));
    assert.equal(await textOf(resultName(page)), film.entry.pack.name);
    const box = await textOf(page.locator(".on-box"));
    for (const part of [film.batch, film.serial]) if (part) assert.ok(box.includes(part), `${part} in ${box}`);
  });
}

test("a blank film reads nothing, and scanning goes on", inWhole, async (t) => {
  const page = await scanning(t, blankClip());
  await page.waitForTimeout(2500);
  assert.equal(await resultName(page).count(), 0);
  assert.equal(await textOf(page.locator(".hint")), "Hold the barcode inside the frame");
});

// The frame is wider than its part on the page, so its sides are out of view.
test("a code half outside what is visible does not count", inWhole, async (t) => {
  const page = await scanning(t, await clip({ ...films[0], name: `cut-off-${plain.gtin}`, across: 0.15 }));
  await page.waitForTimeout(2500);
  assert.equal(await resultName(page).count(), 0);
});

test("a code beside the guide is read where the guide holds none", inWhole, async (t) => {
  const page = await scanning(t, await clip({ ...films[0], name: `below-${plain.gtin}`, scale: 3, down: 0.85 }));
  assert.equal(await textOf(resultName(page)), plain.pack.name);
});

for (const [part, when] of [["decode.worker", inWhole], ["zxing_reader", {}]]) {
  test(`a decoder of which ${part} does not load says so, and works once it does`, when, async (t) => {
    const browser = await filming(await clip(films[0]));
    const options = { permissions: ["camera"], serviceWorkers: "block", expectErrors: true };
    const page = await openPage(t, browser, origin, options);
    const pattern = new RegExp(part);
    await page.context().route(pattern, (route) => route.fulfill({ status: 404, body: "" }));
    await page.getByRole("button", { name: "Scan with the camera" }).click();
    const again = page.getByRole("button", { name: "Try the camera again" });
    await again.waitFor();
    await page.context().unroute(pattern);
    await again.click();
    assert.equal(await textOf(resultName(page)), plain.pack.name);
  });
}

test("a code that stays before the camera counts once", inWhole, async (t) => {
  const page = await scanning(t, await clip(films[0]));
  await resultName(page).waitFor();
  await page.waitForTimeout(1500);
  await page.getByRole("link", { name: "History" }).click();
  assert.equal(await page.locator(".history .hit").count(), 1);
});

test("stopping gives the camera back", async (t) => {
  const page = await scanning(t, blankClip());
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Scan with the camera" }).waitFor();
  assert.equal(await page.evaluate(() => document.querySelector("video").srcObject), null);
});

/** Returns the browser whose camera shows a film, shared by all tests of that film. */
function filming(film) {
  if (!browsers.has(film)) browsers.set(film, start({ film }));
  return browsers.get(film);
}

/** Returns a page with a camera that has a torch, a zoom and a focus, and records what is set. */
async function ablyScanning(t, film, options) {
  const browser = await filming(film);
  const page = await openPage(t, browser, origin, { permissions: ["camera"], bypassCSP: true, ...options });
  await page.evaluate(() => {
    window.asked = [];
    const abilities = { torch: true, zoom: { min: 1, max: 4, step: 0.5 }, focusMode: ["manual", "continuous"] };
    MediaStreamTrack.prototype.getCapabilities = () => abilities;
    MediaStreamTrack.prototype.applyConstraints = async ({ advanced }) => void window.asked.push(...advanced);
  });
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  return page;
}

async function scanning(t, film) {
  const browser = await filming(film);
  const page = await openPage(t, browser, origin, { permissions: ["camera"] });
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  await page.locator(".viewport").waitFor();
  return page;
}


for (const trouble of ["dark", "small"]) {
  test(`a code that is too ${trouble} is told how to be read, on the screen and to screen readers`, inWhole, async (t) => {
    const page = await scanning(t, troubledClip(trouble));
    const hint = new RegExp(`^Too ${trouble}: `);
    await page.locator(".hint", { hasText: hint }).waitFor();
    await page.locator("#announce-polite", { hasText: hint }).waitFor();
  });
}

test("zoom and focus are the camera's where it has them", async (t) => {
  const page = await ablyScanning(t, blankClip());
  await page.getByLabel("Zoom").fill("2.5");
  const asked = await page.evaluate(() => window.asked);
  assert.deepEqual(asked, [{ focusMode: "continuous" }, { zoom: 2.5 }]);
  assert.equal(await page.getByLabel("Zoom").inputValue(), "2.5");
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing while a hint is told, ${colorScheme}`, inWhole, async (t) => {
    const page = await ablyScanning(t, troubledClip("dark"), { colorScheme });
    await page.locator(".hint", { hasText: "Too dark: switch on the torch" }).waitFor();
    await page.addScriptTag({ content: readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8") });
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
  });
}

test("a camera without them has no slider", async (t) => {
  const page = await scanning(t, blankClip());
  await page.getByRole("button", { name: "Stop" }).waitFor();
  assert.equal(await page.getByLabel("Zoom").count(), 0);
});

test("no frame is read while the page is hidden", inWhole, async (t) => {
  const page = await scanning(t, blankClip());
  await page.locator(".hint", { hasText: "Hold the barcode" }).waitFor();
  await page.evaluate(() => {
    window.frames = 0;
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (...args) {
      window.frames += 1;
      return postMessage.apply(this, args);
    };
  });
  await page.waitForFunction(() => window.frames > 0);
  const framesWhileHidden = await page.evaluate(async () => {
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
    await pause(500);
    window.frames = 0;
    await pause(1500);
    return window.frames;
  });
  assert.equal(framesWhileHidden, 0);
});
