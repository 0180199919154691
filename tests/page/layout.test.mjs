// Tests that nothing on the screen moves by itself while a first visit loads, and that large text
// fits.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { plain, release, reused } from "./codes.mjs";
import { hiddenIn } from "./accessibility.mjs";
import { launch, openPage, serve, until } from "./driver.mjs";
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
