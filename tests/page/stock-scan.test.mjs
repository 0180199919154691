// Tests a stock-take while a person counts: the last scan in large, the camera next to the lines,
// lines that open, the menu of files, and paper.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inWhole } from "../common/whole.mjs";
import { clip } from "./clips.mjs";
import { discontinued, plain, reused, toGtin14, unknown } from "./codes.mjs";
import { assertAccessible, assertFits, misnamed } from "./accessibility.mjs";
import {
  launch,
  openPage,
  openView,
  resultName,
  serve,
  start,
  textOf,
  typeScan,
} from "./driver.mjs";
import { begin, box, expectCounts, filesMenu, toggleLine } from "./stock-takes.mjs";

const { origin } = await serve();
const browser = await launch();
/** A browser whose person chose text of twice the usual 16 px. */
const large = await launch({ args: ["--blink-settings=defaultFontSize=32"] });
const film = await clip({ name: `ean13-${plain.gtin}`, bcid: "ean13", text: plain.gtin, scale: 4 });
const filming = await start({ film });
after(() => filming.close());
const phone = { viewport: { width: 390, height: 844 } };
const expired = `]d201${toGtin14(plain.gtin)}1721123110CD34`;

const last = (page) => page.locator(".last-scan");

/** Scans while the stock-take is on the screen, and waits for each scan there. */
async function count(page, ...texts) {
  for (const text of texts) {
    const before = await page.locator(".take-head strong").textContent();
    await typeScan(page, text);
    await page.waitForFunction(
      (before) => document.querySelector(".take-head strong").textContent !== before,
      before,
    );
  }
}

async function counting(t, { from = browser, ...options } = {}) {
  const page = await openPage(t, from, origin, { ...phone, ...options });
  await begin(page);
  return page;
}

test("a scan stays in the stock-take, and the last one is large with its corrections", async (t) => {
  const page = await counting(t);
  await count(page, discontinued.gtin, box(plain.gtin, "AB12"), box(plain.gtin, "AB12"));
  const shown = await textOf(last(page));
  const name = plain.pack.name;
  for (const part of [/^×2 counted/, /Batch AB12/, /Expires 31 Dec 2031/, new RegExp(plain.gtin)])
    assert.match(shown, part);
  assert.ok(shown.includes(name.split(" (")[0]), shown);
  assert.equal(await page.locator("#undo").count(), 0, "nothing can be undone yet");
  const add = last(page).getByRole("button", { name: `+, add 1: ${name}` });
  const remove = last(page).getByRole("button", { name: `−, remove 1: ${name}` });
  for (const button of [add, remove]) {
    const { width, height } = await button.boundingBox();
    assert.ok(width >= 44 && height >= 44, `${width} × ${height}`);
  }
  await add.click();
  await expectCounts(page, [3, 1]);
  await last(page).getByRole("button", { name: "Undo" }).click();
  await expectCounts(page, [2, 1]);
  await remove.click();
  await remove.click();
  await expectCounts(page, [0, 1]);
  // It has no effect at zero, and keeps the focus.
  await remove.press("Enter");
  await expectCounts(page, [0, 1]);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "−");
  assert.equal(await page.locator("#undo-text").textContent(), `Removed 1: ${name}`);
  const isWhole = ({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth;
  assert.ok(await page.locator("#undo-text").evaluate(isWhole), "the text is not cut");
});

test("a scan with a danger stays, with the warning in full and the way to its answer", async (t) => {
  const page = await counting(t);
  await count(page, expired);
  assert.match(
    await textOf(last(page).locator(".callout.danger")),
    /^Expired .* ago, on 31 December 2021$/,
  );
  await count(page, reused.gtin);
  assert.match(await textOf(last(page).locator(".loud")), /^This code was used for/);
  await last(page).getByRole("button", { name: "Whole answer" }).click();
  assert.match(await textOf(resultName(page)), /This code was used for/);
  assert.equal(await page.evaluate(() => document.activeElement.id), "result-name");
});

test("the last scan is known after a reload, and opens its answer", async (t) => {
  const page = await counting(t);
  await count(page, plain.gtin, expired);
  await page.reload();
  await last(page).getByRole("button", { name: "Whole answer" }).click();
  assert.ok(plain.pack.name.startsWith(await textOf(resultName(page).locator(".product"))));
  assert.match(await textOf(page.locator(".card .callout")), /^Expired/);
});

/** Waits until the camera is on, and returns a mark of its element. */
async function cameraIn(page) {
  await page.waitForFunction(() => document.querySelector("pack-scanner").state.is === "on");
  return page.evaluate(() => (document.querySelector("pack-scanner").mark ??= "the same"));
}

test("the camera scans inside the stock-take", async (t) => {
  const page = await counting(t, { from: filming, permissions: ["camera"] });
  await page.getByRole("button", { name: "Scan", exact: true }).click();
  const mark = await cameraIn(page);
  await last(page).waitFor();
  assert.match(await textOf(last(page)), /^×1 counted/);
  assert.ok(await page.locator("pack-scanner").isVisible());
  assert.ok(!(await page.locator("#query").isVisible()), "the other inputs are hidden");
  const tops = await Promise.all(
    ["pack-scanner", ".last-scan", ".stock-lines"].map(async (selector) => {
      const { y } = await page.locator(selector).boundingBox();
      return y;
    }),
  );
  assert.deepEqual(
    tops,
    tops.toSorted((a, b) => a - b),
    "the camera is above the last scan",
  );
  const { y, height } = await last(page).boundingBox();
  assert.ok(y + height <= 844, "the last scan is on the screen with the picture");
  await page.getByLabel("Count every code in view").check();
  assert.ok(await page.locator("#take-title").isVisible(), "the switch stays in the stock-take");
  await page.getByLabel("Count every code in view").uncheck();

  await openView(page, "Look up");
  assert.equal(await cameraIn(page), mark, "the camera goes on in the other view");
  await openView(page, "Stock-take");
  await page.locator("pack-scanner").getByRole("button", { name: "Stop", exact: true }).click();
  await page.locator("pack-scanner").waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(() => document.activeElement.id), "scan");
  assert.equal(await page.locator("pack-scanner").count(), 1);
});

test("a camera that does not start says so in the stock-take, and can be put away", async (t) => {
  const page = await counting(t);
  await page.getByRole("button", { name: "Scan", exact: true }).click();
  await page.locator("pack-scanner").getByRole("alert").waitFor();
  assert.ok(await page.locator("#take-title").isVisible());
  await page.getByRole("button", { name: "Stop scanning" }).click();
  await page.locator("pack-scanner").waitFor({ state: "hidden" });
});

test("lines are low, begin on the first screen, and open to everything", async (t) => {
  const page = await counting(t);
  await count(page, expired, discontinued.gtin, unknown, reused.gtin, box(plain.gtin, "AB12"));
  await page.evaluate(() => scrollTo(0, 0));
  const { y } = await page.locator(".stock-lines li").first().boundingBox();
  assert.ok(y < 844, `the first line begins at ${y}`);
  for (const line of await page.locator(".stock-lines li").all())
    assert.ok((await line.boundingBox()).height <= 64);
  assert.match(
    await textOf(page.locator(".line-head").nth(4)),
    /Warning: Expired .* ago, on 31 December 2021$/,
  );
  assert.match(await textOf(page.locator(".line-head").nth(2)), /Warning: No pack has this code$/);
  const head = page.locator(".line-head").nth(1);
  assert.equal(await head.getAttribute("aria-expanded"), "false");
  await toggleLine(page, 1);
  assert.equal(await head.getAttribute("aria-expanded"), "true");
  const body = page.locator(".line-body").nth(1);
  assert.match(await textOf(body), /This code was used for .* Check the name on the box/);
  for (const name of ["Choose which pack", /^\+1, add 1/, /^−1, remove 1/, /^Delete/])
    assert.ok(await body.getByRole("button", { name }).isVisible(), String(name));
  assert.deepEqual(await misnamed(page), []);
  await toggleLine(page, 1);
  assert.ok(!(await body.isVisible()));
});

test("a batch with two expiry dates says so when it is closed", async (t) => {
  const page = await counting(t);
  const other = `]d201${toGtin14(plain.gtin)}1732013110AB12`;
  await count(page, box(plain.gtin, "AB12"), other);
  assert.match(await textOf(last(page)), /2 expiry dates in one batch/);
  assert.match(await textOf(page.locator(".line-head")), /Warning: 2 expiry dates in one batch$/);
});

test("a scan that moves a line leaves the focus and the text in its note", async (t) => {
  const page = await counting(t);
  await count(page, plain.gtin, discontinued.gtin);
  await toggleLine(page, 1);
  const note = page.getByLabel("Note").nth(1);
  await note.fill("top");
  await count(page, plain.gtin);
  await expectCounts(page, [2, 1]);
  const focused = () => page.evaluate(() => document.activeElement.value);
  assert.equal(await focused(), "top");
  await page.keyboard.type(" shelf");
  assert.equal(await focused(), "top shelf");
  await page.keyboard.press("Tab");
  await toggleLine(page, 0);
  assert.equal(await page.getByLabel("Note").first().inputValue(), "top shelf");
});

test("the files are in one menu, which the keyboard opens and closes", async (t) => {
  const page = await counting(t);
  await count(page, plain.gtin);
  assert.ok(!(await page.getByRole("button", { name: "Print" }).isVisible()));
  const menu = await filesMenu(page);
  for (const name of ["CSV", "Excel", "JSON", "Print", "Delete"])
    assert.ok(await menu.getByRole("button", { name, exact: true }).isVisible(), name);
  assert.ok(await menu.getByText("Compare with a list…").isVisible());
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  assert.ok(!(await menu.isVisible()));
  assert.equal(await page.evaluate(() => document.activeElement.localName), "summary");
  await page.keyboard.press("Enter");
  await menu.getByRole("button", { name: "Delete" }).click();
  assert.ok(!(await menu.isVisible()));
  await page.getByRole("button", { name: "Keep it" }).click();
});

test("the keyboard goes from the scan to the last one, the filters and the lines", async (t) => {
  const page = await counting(t);
  await count(page, plain.gtin);
  await page.locator("#scan").focus();
  const order = [];
  for (let steps = 0; steps < 10; steps += 1) {
    order.push(
      await page.evaluate(() => {
        const { activeElement: element } = document;
        const places = [".tools", ".last-scan", ".filters", ".stock-lines"];
        return places.find((place) => element.closest(place)) ?? element.outerHTML;
      }),
    );
    await page.keyboard.press("Tab");
  }
  assert.deepEqual([...new Set(order)], [".tools", ".last-scan", ".filters", ".stock-lines"]);
  assert.equal(order.at(-1), ".stock-lines");
});

test("paper has every line in full, and nothing to press", async (t) => {
  const page = await counting(t);
  await count(page, expired, box(plain.gtin, "AB12"));
  await toggleLine(page, 0);
  await page.getByLabel("Note").first().fill("top shelf");
  await page.getByLabel("Note").first().press("Tab");
  await filesMenu(page);
  await page.emulateMedia({ media: "print" });
  const controls =
    "button:not(.line-head), main summary, .strip .what, input, select, label, pack-scanner";
  for (const control of await page.locator(controls).all())
    assert.ok(!(await control.isVisible()), await control.evaluate(({ outerHTML }) => outerHTML));
  const [first, second] = await page.locator(".stock-lines li").all();
  const printed = async (line) => (await line.innerText()).replace(/\s+/g, " ");
  assert.match(await printed(first), /AB12.*31 Dec 2031.*Note: top shelf/);
  assert.match(await printed(second), /CD34.*Expired .* ago, on 31 December 2021/);
  assert.equal(await page.locator(".last-scan").isVisible(), false);
});

for (const [name, from, options] of [
  ["text at 200 %", large, {}],
  ["forced colours", browser, { forcedColors: "active" }],
  ["landscape", browser, { viewport: { width: 844, height: 390 }, ...inWhole }],
  ["a camera", filming, { permissions: ["camera"] }],
]) {
  const { skip, ...context } = options;
  test(`fits and is accessible with ${name}`, { skip }, async (t) => {
    const page = await counting(t, { from, bypassCSP: true, ...context });
    await count(page, expired, discontinued.gtin, reused.gtin);
    await toggleLine(page, 2);
    if (context.permissions) await page.getByRole("button", { name: "Scan", exact: true }).click();
    if (context.permissions) await cameraIn(page);
    // While a notice appears, its colours have less contrast.
    await page.waitForTimeout(300);
    // The system chooses forced colours, and axe computes with the page's colours.
    await assertAccessible(page, name, { "color-contrast": { enabled: !context.forcedColors } });
    await assertFits(page, name);
  });
}
