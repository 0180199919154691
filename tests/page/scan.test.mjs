// Tests the camera with films of symbols.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { memoryParts, processTreeOf } from "../../lab/lib/processes.mjs";
import { inWhole } from "../common/whole.mjs";
import { assertAccessible } from "./accessibility.mjs";
import { blankClip, clip, shelfClip, troubledClip } from "./clips.mjs";
import { outer, plain, reused, toGtin14 } from "./codes.mjs";
import {
  announcementsOf,
  openPage,
  openView,
  recordAnnouncements,
  reload,
  resultName,
  serve,
  start,
  textOf,
} from "./driver.mjs";

const { origin } = await serve();
const expiry = "991231";
const browsers = new Map();
after(async () => {
  for (const browser of browsers.values()) await (await browser).close();
});

const films = [
  { name: `ean13-${plain.gtin}`, bcid: "ean13", text: plain.gtin, scale: 4, entry: plain },
  {
    name: `itf14-${outer.gtin}`,
    bcid: "itf14",
    text: outer.gtin,
    scale: 4,
    entry: outer,
    ...inWhole,
  },
  {
    name: `gs1datamatrix-${plain.gtin}`,
    bcid: "gs1datamatrix",
    text: `(01)${toGtin14(plain.gtin)}(17)${expiry}(10)AB12(21)SN34`,
    scale: 6,
    entry: plain,
    batch: "AB12",
    serial: "SN34",
  },
  {
    name: `digital-link-${plain.gtin}`,
    bcid: "qrcode",
    text: `https://id.example.org/01/${toGtin14(plain.gtin)}/10/CD56?17=${expiry}`,
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
    for (const part of [film.batch, film.serial])
      if (part) assert.ok(box.includes(part), `${part} in ${box}`);
  });
}

test("a blank film reads nothing, and scanning continues", inWhole, async (t) => {
  const page = await scanning(t, blankClip());
  await page.waitForTimeout(2500);
  assert.equal(await resultName(page).count(), 0);
  assert.equal(await textOf(page.locator(".hint")), "Hold the barcode inside the frame");
});

// The frame is wider than its part on the page, so its sides are out of view.
test("ignores a code that is partly outside the visible region", inWhole, async (t) => {
  const page = await scanning(
    t,
    await clip({ ...films[0], name: `cut-off-${plain.gtin}`, across: 0.15 }),
  );
  await page.waitForTimeout(2500);
  assert.equal(await resultName(page).count(), 0);
});

test("reads a code next to the guide if the guide has none", inWhole, async (t) => {
  const page = await scanning(
    t,
    await clip({ ...films[0], name: `below-${plain.gtin}`, scale: 3, down: 0.85 }),
  );
  assert.equal(await textOf(resultName(page)), plain.pack.name);
});

for (const [part, when] of [
  ["scanner-worker", inWhole],
  ["zxing_reader", {}],
]) {
  test(
    `reports that ${part} of the decoder did not load, and works when it loads`,
    when,
    async (t) => {
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
    },
  );
}

test("a code that stays in view counts once", inWhole, async (t) => {
  const page = await scanning(t, await clip(films[0]));
  await resultName(page).waitFor();
  await page.waitForTimeout(1500);
  await openView(page, "History");
  assert.equal(await page.locator(".history .hit").count(), 1);
});

/**
 * A shelf of five boxes: two with the same EAN-13, two with matrix codes that differ by serial
 * number, and one with a re-used code.
 */
const shelfOfFive = () => {
  const inMatrix = (serial) => ({
    bcid: "gs1datamatrix",
    text: `(01)${toGtin14(outer.gtin)}(17)${expiry}(10)AB12(21)${serial}`,
    scale: 4,
  });
  return shelfClip(`shelf-${plain.gtin}-${outer.gtin}-${reused.gtin}`, [
    { bcid: "ean13", text: plain.gtin, scale: 2, across: 0.39, down: 0.2 },
    { bcid: "ean13", text: plain.gtin, scale: 2, across: 0.61, down: 0.2 },
    { ...inMatrix("SN1"), across: 0.39, down: 0.5 },
    { ...inMatrix("SN2"), across: 0.61, down: 0.5 },
    {
      bcid: reused.gtin.length === 13 ? "ean13" : "itf14",
      text: reused.gtin,
      scale: 2,
      across: 0.5,
      down: 0.8,
    },
  ]);
};

/**
 * Waits for a number of outlines. On a slow machine, an outline disappears until its code is read
 * again.
 */
async function untilDrawn(page, selector, count) {
  const outlines = page.locator(selector);
  await outlines.nth(count - 1).waitFor({ state: "attached" });
  assert.equal(await outlines.nth(count).count(), 0);
}

test("counts every code in view once, with a row in the history for each", async (t) => {
  const page = await scanning(t, await shelfOfFive());
  await recordAnnouncements(page);
  await page.getByLabel("Count every code in view").check();
  await page.getByRole("heading", { name: "5 packs counted" }).waitFor();
  await page.waitForTimeout(1500);
  assert.equal(await textOf(page.locator("#count-title")), "5 packs counted");
  assert.equal(await textOf(page.locator(".counted-number")), "5");
  const counts = await page.locator(".count-list .count").allTextContents();
  assert.deepEqual(counts.map((text) => text.replace(/\s+/g, " ").trim()).sort(), [
    "×1 counted",
    "×2 counted",
    "×2 counted",
  ]);
  const row = (text) => textOf(page.locator(".count-list .hit", { hasText: text }));
  assert.match(await row("This code was used for"), /Check the name on the box/);
  assert.match(await row("Expired"), /^×2 counted/);
  await untilDrawn(page, ".in-view polygon.counted", 5);
  await untilDrawn(page, ".in-view polygon.danger, .in-view polygon.caution", 3);
  assert.equal(await resultName(page).count(), 0, "no pack is opened");
  // The five may be read in several frames, and the box that expired in any of them.
  const announced = await announcementsOf(page);
  assert.ok(
    announced.some(({ text }) => /5 (packs counted|in all)/.test(text)),
    JSON.stringify(announced),
  );
  assert.ok(
    announced.some(
      ({ politeness, text }) =>
        politeness === "assertive" && /(packs? counted|in all).*Expired/.test(text),
    ),
    JSON.stringify(announced),
  );
  await openView(page, "History");
  assert.equal(await page.locator(".history .hit").count(), 5);
});

test(
  "the switch for counting is remembered, and a new count starts from nothing",
  inWhole,
  async (t) => {
    const page = await scanning(t, await shelfOfFive());
    await page.getByLabel("Count every code in view").check();
    await page.getByRole("heading", { name: "5 packs counted" }).waitFor();
    await page.getByRole("button", { name: "New count" }).click();
    await page.getByRole("heading", { name: "5 packs counted" }).waitFor();
    await reload(page);
    await page.getByRole("button", { name: "Scan with the camera" }).click();
    assert.ok(await page.getByLabel("Count every code in view").isChecked());
    await page.getByRole("heading", { name: "5 packs counted" }).waitFor();
  },
);

test("axe finds no violation while boxes are counted", inWhole, async (t) => {
  const browser = await filming(await shelfOfFive());
  const page = await openPage(t, browser, origin, { permissions: ["camera"], bypassCSP: true });
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  await page.getByLabel("Count every code in view").check();
  await page.getByRole("heading", { name: "5 packs counted" }).waitFor();
  await assertAccessible(page);
});

test("stopping releases the camera", async (t) => {
  const page = await scanning(t, blankClip());
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Scan with the camera" }).waitFor();
  assert.equal(
    await page.evaluate(
      () => document.querySelector("pack-scanner").shadowRoot.querySelector("video").srcObject,
    ),
    null,
  );
});

/** The browser whose camera shows a film, shared by all tests of that film. */
function filming(film) {
  if (!browsers.has(film)) browsers.set(film, start({ film }));
  return browsers.get(film);
}

/** A page with a camera that has a torch, a zoom and a focus, and records what is set. */
async function scanningWithFullCamera(t, film, options) {
  const browser = await filming(film);
  const page = await openPage(t, browser, origin, {
    permissions: ["camera"],
    bypassCSP: true,
    ...options,
  });
  await page.evaluate(() => {
    window.constraints = [];
    const abilities = {
      torch: true,
      zoom: { min: 1, max: 4, step: 0.5 },
      focusMode: ["manual", "continuous"],
    };
    MediaStreamTrack.prototype.getCapabilities = () => abilities;
    MediaStreamTrack.prototype.applyConstraints = async ({ advanced }) =>
      void window.constraints.push(...advanced);
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

for (const problem of ["dark", "small"]) {
  test(`shows and announces a hint for a code that is too ${problem}`, inWhole, async (t) => {
    const page = await scanning(t, troubledClip(problem));
    const hint = new RegExp(`^Too ${problem}: `);
    await page.locator(".hint", { hasText: hint }).waitFor();
    await page.locator("pack-scanner [role=status]", { hasText: hint }).waitFor();
  });
}

test("sets zoom and focus if the camera supports them", async (t) => {
  const page = await scanningWithFullCamera(t, blankClip());
  await page.getByLabel("Zoom").fill("2.5");
  const constraints = await page.evaluate(() => window.constraints);
  assert.deepEqual(constraints, [{ focusMode: "continuous" }, { zoom: 2.5 }]);
  assert.equal(await page.getByLabel("Zoom").inputValue(), "2.5");
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds no violation while a hint is shown, ${colorScheme}`, inWhole, async (t) => {
    const page = await scanningWithFullCamera(t, troubledClip("dark"), { colorScheme });
    await page.locator(".hint", { hasText: "Too dark: switch on the torch" }).waitFor();
    await assertAccessible(page);
  });
}

test("shows no zoom slider if the camera has no zoom", async (t) => {
  const page = await scanning(t, blankClip());
  await page.locator(".hint", { hasText: "Hold the barcode" }).waitFor();
  assert.equal(await page.getByLabel("Zoom").isVisible(), false);
});

/** Counts the frames that the page sends to its decoder from now on, as `window.frames`. */
function countFrames(page) {
  return page.evaluate(() => {
    window.frames = 0;
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (...args) {
      window.frames += 1;
      return postMessage.apply(this, args);
    };
  });
}

/** Below the memory of 50 frames as RGBA, which Chromium keeps if a canvas draws them. */
const MAX_SHARED_BYTES = 100e6;

test("frames that were read stay in no shared memory", {
  skip: process.platform !== "linux" && "reads /proc",
}, async (t) => {
  const page = await scanning(t, blankClip());
  await countFrames(page);
  await page.waitForFunction(() => window.frames > 50);
  const shared = Math.max(...processTreeOf(process.pid).map((one) => memoryParts(one).shared));
  assert.ok(shared < MAX_SHARED_BYTES, `${shared} bytes`);
});

test("reads no frame while the page is hidden", inWhole, async (t) => {
  const page = await scanning(t, blankClip());
  await page.locator(".hint", { hasText: "Hold the barcode" }).waitFor();
  await countFrames(page);
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
