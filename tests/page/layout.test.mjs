// Tests that nothing on the screen moves by itself while a first visit loads, and that large text
// fits.
import assert from "node:assert/strict";
import { test } from "node:test";
import { plain, release } from "./codes.mjs";
import { launch, openPage, serve } from "./driver.mjs";
import { servePage } from "./visit.mjs";

const browser = await launch();
const { origin } = await serve();
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

test("the first visit has the page's own font", async (t) => {
  const page = await openPage(t, browser, origin);
  const width = () =>
    page.locator("#query-hint").evaluate((hint) => {
      const range = document.createRange();
      range.selectNodeContents(hint);
      return range.getBoundingClientRect().width;
    });
  const first = await width();
  await page.evaluate(() => document.documentElement.style.setProperty("--font", "sans-serif"));
  assert.notEqual(await width(), first);
  await page.reload();
  await page.locator(".strip .age").waitFor();
  assert.equal(await width(), first);
});

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
