// Tests the history in the browser: long histories, warnings in rows, two tabs, and browsers that store nothing.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inWhole } from "../common/whole.mjs";
import { in14, plain, reused } from "./codes.mjs";
import { fillHistory } from "./rows.mjs";
import { comingAgain, launch, openPage, resultName, serve, textOf, wedge } from "./support.mjs";

const { origin } = await serve();
const browser = await launch();
const again = await comingAgain(browser, origin);
const open = (t, options) => (options ? openPage(t, browser, origin, options) : again(t));
const rows = (page) => page.locator(".history .hit");
const openHistory = (page) => page.getByRole("link", { name: "History" }).click();

const MANY = 20_000;
const told = (count) => count.toLocaleString("en-GB");

test("of thousands of entries a part is shown, and more when it is asked for", inWhole, async (t) => {
  const page = await open(t);
  await fillHistory(page, MANY, plain);
  await openHistory(page);
  assert.equal(await rows(page).count(), 100);
  const more = page.getByRole("button", { name: `Show 100 more: 100 of ${told(MANY)} are shown` });
  assert.ok((await more.boundingBox()).height >= 44);
  await more.click();
  assert.equal(await rows(page).count(), 200);
  await page.getByRole("button", { name: "Counts" }).click();
  await page.getByRole("button", { name: `100 of ${told(MANY / 2)} are shown` }).waitFor();
  assert.equal(await rows(page).count(), 100);
  await page.getByRole("button", { name: `Clear ${told(MANY)} entries` }).waitFor();
});

test("a pack that is scanned twice says so in its row, and is counted apart", async (t) => {
  const page = await open(t);
  for (const serial of ["S1", "S2", "S1"]) await wedge(page, `]d201${in14(plain.gtin)}10AB\x1d21${serial}`);
  await openHistory(page);
  assert.match(await textOf(rows(page).first()), /Scanned twice.*Demonstration/);
  assert.doesNotMatch(await textOf(rows(page).nth(1)), /Scanned twice/);
  await page.getByRole("button", { name: "Counts" }).click();
  assert.deepEqual(await Promise.all((await page.locator(".count").all()).map(textOf)), ["×1 scanned", "×2 scanned"]);
});

test("a pack that was chosen by hand says so in its row, in the recent ones too", async (t) => {
  const page = await open(t);
  await wedge(page, reused.gtin);
  await page.locator(".choices button").first().click();
  await resultName(page).waitFor();
  await openHistory(page);
  assert.match(await textOf(rows(page)), /Re-used code, chosen by hand/);
  await page.reload();
  assert.match(await textOf(page.locator(".list .hit")), /Re-used code, chosen by hand/);
});

test("two tabs have one history", inWhole, async (t) => {
  const page = await open(t);
  const other = await page.context().newPage();
  await other.goto(origin);
  await other.locator(".strip .age").waitFor();
  await openHistory(other);
  await wedge(page, plain.gtin);
  await rows(other).waitFor();
  await openHistory(page);
  await page.getByRole("button", { name: "Clear 1 entry" }).click();
  await other.getByText("Nothing here yet").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await rows(other).waitFor();
});

test("where the browser keeps nothing, the page answers and says that it keeps nothing", async (t) => {
  const page = await open(t);
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("refused", "SecurityError");
    };
  });
  await page.reload();
  await page.getByText("does not keep the history").waitFor();
  await wedge(page, plain.gtin);
  assert.equal(await textOf(resultName(page)), plain.pack.name);
  await openHistory(page);
  await page.getByText("Not kept").waitFor();
  assert.equal(await rows(page).count(), 1);
});

test("the spreadsheet is made on the device", async (t) => {
  const page = await open(t);
  await wedge(page, plain.gtin);
  await openHistory(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Spreadsheet" }).click()]);
  assert.match(download.suggestedFilename(), /^packs-.*\.xlsx$/);
  assert.equal(readFileSync(await download.path()).subarray(0, 2).toString(), "PK");
});
