// Tests where things are on the screen. Nothing moves by itself while a first visit loads, and
// large text fits. After each scan the name, the size and the worst warning are in sight, wherever
// the person had scrolled to.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test, describe } from "node:test";
import { plain, release, reused, discontinued, mistyped, toGtin14, unknown } from "./codes.mjs";
import { hiddenIn } from "./accessibility.mjs";
import {
  launch,
  openPage,
  serve,
  until,
  resultName,
  returningVisitor,
  start,
  textOf,
  typeScan,
} from "./driver.mjs";
import { servePage } from "./visit.mjs";
import { inWhole } from "../common/whole.mjs";
import { clip } from "./clips.mjs";

const browser = await launch();
const { origin } = await serve();
const again = await returningVisitor(browser, origin);
const screens = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1280, height: 900 },
];
/** The limit of a good page, as Web Vitals defines it, is 0.1. */
const MAX_SHIFT = 0.05;

for (const viewport of screens) {
  for (const query of ["", plain.pack.name.split(" ")[0]]) {
    test(`${viewport.width} × ${viewport.height}: nothing moves when the data arrives${query ? " under a typed query" : ""}`, async (t) => {
      const { server } = await servePage(t);
      const held = [];
      const paths = [release().url, release().url.replace(/\.gz$/, "")];
      for (const path of paths) server.answers[path] = (_, response) => held.push(response);
      const context = await browser.newContext({ viewport });
      t.after(() => context.close());
      await context.addInitScript(observeShifts);
      const page = await context.newPage();
      await page.goto(server.origin);
      await page.getByText("% of").waitFor();
      if (query) await page.getByLabel("Barcode number or name").pressSequentially(query);
      // Shifts within half a second of a key do not count: the person expects them.
      await page.waitForTimeout(700);
      for (const path of paths) delete server.answers[path];
      held.splice(0).forEach((response) => response.writeHead(404).end());
      await page.locator(".strip .age").waitFor();
      if (query) await page.locator(".hits").waitFor();
      await page.waitForTimeout(300);
      const shifts = await page.evaluate(() => window.shifts);
      const total = shifts.reduce((sum, { value }) => sum + value, 0);
      assert.ok(total <= MAX_SHIFT, JSON.stringify(shifts));
    });
  }
}

/** Records what moves, in the browser. */
function observeShifts() {
  window.shifts = [];
  const observer = new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (!hadRecentInput)
        window.shifts.push({
          value,
          sources: sources.map(({ node }) => node?.className ?? node?.nodeName),
        });
    }
  });
  observer.observe({ type: "layout-shift", buffered: true });
}

// A font that arrives after the first paint is left to the next visit, so that nothing moves. The
// styles, without which nothing is painted, wait here until the browser has the font: it is asked
// for early, not because of the styles.
test("the first visit has the page's own font", async (t) => {
  const { folder, server } = await servePage(t);
  const styles = "/assets/" + asset(folder, /^index.*\.css$/);
  const context = await browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  const held = new Promise((resolve) => {
    server.answers[styles] = (_, response) => resolve(response);
  });
  await page.goto(server.origin, { waitUntil: "commit" });
  await until(page, () =>
    performance
      .getEntriesByType("resource")
      .some(({ name, responseEnd }) => name.endsWith(".woff2") && responseEnd > 0),
  );
  const response = await held;
  response.setHeader("Content-Type", "text/css");
  response.end(readFileSync(join(folder, styles)));
  await page.locator("#query-hint").waitFor();
  const own = await hintWidth(page);
  await page.evaluate(() =>
    document.documentElement.style.setProperty("--font", '"Atkinson Fallback", sans-serif'),
  );
  assert.notEqual(await hintWidth(page), own);
});

function asset(folder, name) {
  return readdirSync(join(folder, "assets")).find((file) => name.test(file));
}

function hintWidth(page) {
  return page.locator("#query-hint").evaluate((hint) => {
    const range = document.createRange();
    range.selectNodeContents(hint);
    return range.getBoundingClientRect().width;
  });
}

/** A browser whose person chose text of twice the usual 16 px. */
const large = await launch({ args: ["--blink-settings=defaultFontSize=32"] });

for (const width of [390, 320]) {
  test(`text at 200 % shows all 13 digits, ${width} px wide`, async (t) => {
    const page = await openPage(t, large, origin, { viewport: { width, height: 844 } });
    assert.equal(
      await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize)),
      34,
    );
    await page.getByLabel("Barcode number or name").fill(plain.gtin);
    await page.locator("#result-name").waitFor();
    const clipped = await page.evaluate(() => {
      const isClipped = (element) => element.scrollWidth > element.clientWidth;
      const field = document.querySelector("#query");
      const codes = [...document.querySelectorAll(".card .code")].filter(
        (element) => getComputedStyle(element).display !== "inline",
      );
      return [field, ...codes, document.documentElement]
        .filter(isClipped)
        .map(
          ({ tagName, id, scrollWidth, clientWidth }) =>
            `${tagName}#${id}: ${scrollWidth} in ${clientWidth}`,
        );
    });
    assert.deepEqual(clipped, []);
  });
}

for (const width of [320, 390]) {
  test(`text at 200 % cuts no warning of a re-used code, ${width} px wide`, async (t) => {
    const page = await openPage(t, large, origin, { viewport: { width, height: 844 } });
    await page.getByLabel("Barcode number or name").fill(reused.gtin);
    await page.locator("#result-name").waitFor();
    const isCut = ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth;
    assert.ok(!(await page.locator(".card.reused").evaluate(isCut)), "the card");
    await page.getByLabel("Barcode number or name").fill(plain.gtin);
    await page.locator(".tiles").waitFor();
    assert.ok(!(await page.locator(".tiles").evaluate(isCut)), "the code");
  });
}

for (const width of [320, 390, 800]) {
  test(`text at 200 % shows the release and its age, ${width} px wide`, async (t) => {
    const page = await openPage(t, large, origin, { viewport: { width, height: 844 } });
    const parts = [".strip .tag", ".strip .age", ".strip .release"];
    assert.deepEqual(await hiddenIn(page, parts), []);
  });
}

const scanned = [
  { width: 390, height: 844 },
  { width: 360, height: 640, ...inWhole },
  { width: 844, height: 390 },
  { width: 820, height: 1180, ...inWhole },
  { width: 1280, height: 900, ...inWhole },
];

const box = (gtin, more) => `]d201${toGtin14(gtin)}${more}`;

/** A page whose camera has started in front of a pack. */
async function scanWithCamera(t, viewport) {
  const film = await clip({
    name: `ean13-${plain.gtin}`,
    bcid: "ean13",
    text: plain.gtin,
    scale: 4,
  });
  const filming = await start({ film });
  t.after(() => filming.close());
  const page = await openPage(t, filming, origin, { viewport, permissions: ["camera"] });
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  return page;
}

/** Scans with no warning, with each kind of warning, and with several. */
const scans = {
  "a current pack": [plain.gtin],
  "a discontinued pack": [discontinued.gtin],
  "a re-used code": [reused.gtin],
  "an unknown code": [unknown],
  "a mistyped code": [mistyped],
  "an expired box": [box(plain.gtin, "17200101")],
  "an expired box that was scanned before": [
    box(plain.gtin, "1720010121SN1"),
    unknown,
    box(plain.gtin, "1720010121SN1"),
  ],
  "an expired box with a re-used code": [box(reused.gtin, "1720010110AB12")],
  "a discontinued, expired box that was scanned before": [
    box(discontinued.gtin, "1720010121SN2"),
    unknown,
    box(discontinued.gtin, "1720010121SN2"),
  ],
};

for (const { width, height, skip } of scanned) {
  describe(`${width} × ${height}`, { skip }, () => {
    for (const [name, texts] of Object.entries(scans)) {
      test(`${name} is in sight after a hand scan, from the end of the page`, async (t) => {
        const page = await again(t);
        await page.setViewportSize({ width, height });
        await typeScan(page, plain.gtin);
        await resultName(page).waitFor();
        for (const text of texts) {
          await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
          await typeScan(page, text);
        }
        assert.deepEqual(await hiddenParts(page, PARTS), []);
      });
    }

    test("the answer to a camera scan is in sight", async (t) => {
      const page = await scanWithCamera(t, { width, height });
      assert.equal(await textOf(resultName(page)), plain.pack.name);
      const isStacked = width < 700;
      assert.deepEqual(
        await hiddenParts(
          page,
          isStacked
            ? [".glance .title", ".glance .detail", ".glance .status"]
            : [...PARTS, "video"],
        ),
        [],
      );
    });
  });
}

/**
 * The name with the size, and the worst warning: the first one, or the banner of a re-used code, or
 * the status of the pack.
 */
const PARTS = ["#result-name", ".card :is(.warnings > *, .banner > div, .status)"];

/**
 * The parts that are not, or not wholly, between the strip and the lower edge of the
 * screen.
 */
function hiddenParts(page, selectors) {
  return page.evaluate((selectors) => {
    const top = document.querySelector(".strip").getBoundingClientRect().bottom;
    const find = (selector) =>
      document.querySelector(selector) ??
      document.querySelector("pack-scanner").shadowRoot.querySelector(selector);
    const isHidden = (selector) => {
      const part = find(selector)?.getBoundingClientRect();
      return !part || part.height === 0 || part.top < top - 1 || part.bottom > innerHeight + 1;
    };
    const place = (selector) => JSON.stringify(find(selector)?.getBoundingClientRect());
    return selectors
      .filter(isHidden)
      .map(
        (selector) => `${selector}: ${place(selector)}, strip to ${top}, screen to ${innerHeight}`,
      );
  }, selectors);
}

test("outlines the symbol that was read", async (t) => {
  const page = await scanWithCamera(t, { width: 390, height: 844 });
  const outline = page.locator(".outlines polygon");
  await outline.waitFor({ state: "attached" });
  const corners = (await outline.getAttribute("points"))
    .split(" ")
    .map((corner) => corner.split(",").map(Number));
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  // The film shows the symbol in the middle.
  assert.ok(
    Math.min(...xs) > 0 && Math.max(...xs) < 100 && Math.min(...xs) < 50 && Math.max(...xs) > 50,
    String(xs),
  );
  assert.ok(Math.min(...ys) > 0 && Math.max(...ys) < 100, String(ys));
});
