// Tests the history in the browser: long histories, warnings in rows, two tabs, and browsers that
// store nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inWhole } from "../common/whole.mjs";
import { toGtin14, plain, reused } from "./codes.mjs";
import {
  downloaded,
  fillHistory,
  launch,
  leaveAtOnce,
  openPage,
  openView,
  resultName,
  returningVisitor,
  serve,
  textOf,
  typeScan,
} from "./driver.mjs";

const { origin } = await serve();
const browser = await launch();
const again = await returningVisitor(browser, origin);
const open = (t, options) => (options ? openPage(t, browser, origin, options) : again(t));
const rows = (page) => page.locator(".history .hit");

const MANY = 20_000;
const formatted = (count) => count.toLocaleString("en-GB");

test("shows a page of a long history, and more on request", inWhole, async (t) => {
  const page = await open(t);
  await fillHistory(page, MANY, plain);
  await openView(page, "History");
  const more = page.getByRole("button", {
    name: `Show 100 more (showing 100 of ${formatted(MANY)})`,
  });
  // The script of the view may still be loading: the button appears with the rows.
  assert.ok((await more.boundingBox()).height >= 44);
  assert.equal(await rows(page).count(), 100);
  await more.click();
  assert.equal(await rows(page).count(), 200);
  await page.getByRole("button", { name: "Counts" }).click();
  await page.getByRole("button", { name: `showing 100 of ${formatted(MANY / 2)}` }).waitFor();
  assert.equal(await rows(page).count(), 100);
  await page.getByRole("button", { name: `Clear ${formatted(MANY)} entries` }).waitFor();
});

test("a pack that is scanned twice has a warning in its row, and is counted separately", async (t) => {
  const page = await open(t);
  for (const serial of ["S1", "S2", "S1"])
    await typeScan(page, `]d201${toGtin14(plain.gtin)}10AB\x1d21${serial}`);
  await openView(page, "History");
  assert.match(await textOf(rows(page).first()), /Scanned twice.*Demonstration/);
  assert.doesNotMatch(await textOf(rows(page).nth(1)), /Scanned twice/);
  await page.getByRole("button", { name: "Counts" }).click();
  assert.deepEqual(await Promise.all((await page.locator(".count").all()).map(textOf)), [
    "×1 scanned",
    "×2 scanned",
  ]);
});

test("a chosen pack has a warning in its row, also in the recent ones", async (t) => {
  const page = await open(t);
  await typeScan(page, reused.gtin);
  await page.locator(".choices button").first().click();
  await resultName(page).waitFor();
  await openView(page, "History");
  assert.match(await textOf(rows(page)), /Re-used code, chosen by you/);
  await page.goto(origin);
  assert.match(await textOf(page.locator(".list .hit")), /Re-used code, chosen by you/);
});

test("a scan is kept when the page closes in the moment of its answer", async (t) => {
  const page = await open(t);
  await page.getByLabel("Barcode number or name").fill(plain.gtin);
  await leaveAtOnce(page, page.getByRole("button", { name: "Find", exact: true }));
  await openView(page, "History");
  await rows(page).waitFor();
});

test("two tabs share one history", inWhole, async (t) => {
  const page = await open(t);
  const other = await page.context().newPage();
  await other.goto(origin);
  await other.locator(".strip .age").waitFor();
  await openView(other, "History");
  await typeScan(page, plain.gtin);
  await rows(other).waitFor();
  await openView(page, "History");
  await page.getByRole("button", { name: "Clear 1 entry" }).click();
  await other.getByText("No packs yet").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await rows(other).waitFor();
});

test("without storage, the page answers and reports that it cannot save the history", async (t) => {
  const page = await open(t);
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("refused", "SecurityError");
    };
  });
  await page.reload();
  await page.locator(".toast", { hasText: "You lose it when you close this page" }).waitFor();
  await typeScan(page, plain.gtin);
  assert.equal(await textOf(resultName(page)), plain.pack.name);
  await openView(page, "History");
  await page.getByText("You lose this list when you close the page").waitFor();
  assert.equal(await rows(page).count(), 1);
});

test("creates the spreadsheet on the device", async (t) => {
  const page = await open(t);
  await typeScan(page, plain.gtin);
  await openView(page, "History");
  const { name, bytes } = await exported(page, "Spreadsheet");
  assert.match(name, /^packs-.*\.xlsx$/);
  assert.equal(bytes.subarray(0, 2).toString(), "PK");
});

test("reopening a re-used code from the history shows all its packs", async (t) => {
  const page = await open(t);
  await typeScan(page, reused.gtin);
  await typeScan(page, plain.gtin);
  await openView(page, "History");
  await page.locator(".history .hit").last().click();
  assert.match(await textOf(resultName(page)), /used for different (products|medicines)/);
  await page.getByRole("button", { name: "This is my box" }).last().click();
  await openView(page, "History");
  assert.equal(await page.locator(".history .hit").count(), 2);
  assert.match(await textOf(page.locator(".history .hit").first()), new RegExp(plain.gtin));
});

test("a pack that was opened by name is counted as opened, not as scanned", async (t) => {
  const page = await open(t);
  await page.getByLabel("Barcode number or name").fill(plain.pack.name);
  await page.getByLabel("Barcode number or name").press("Enter");
  assert.equal(await textOf(resultName(page)), plain.pack.name);
  await openView(page, "History");
  await page.getByRole("button", { name: "Counts" }).click();
  assert.deepEqual(await Promise.all((await page.locator(".count").all()).map(textOf)), [
    "×1 opened",
  ]);
});

test("the history counts, exports and clears in one tap", async (t) => {
  const page = await open(t);
  for (const batch of ["A1", "A1", "=B2"])
    await typeScan(page, `]d201${toGtin14(plain.gtin)}10${batch}`);
  await openView(page, "History");
  assert.equal(await page.locator(".history .hit").count(), 3);
  await page.getByRole("button", { name: "Counts" }).click();
  assert.deepEqual(await Promise.all((await page.locator(".count").all()).map(textOf)), [
    "×1 scanned",
    "×2 scanned",
  ]);
  const csv = String((await exported(page, "CSV")).bytes);
  assert.ok(csv.includes('"=""=B2"""'), "a batch is a text, and no formula");
  assert.equal(csv.trim().split("\r\n").length, 4);
  assert.equal(JSON.parse((await exported(page, "JSON")).bytes)[0].pack_id, plain.pack.pack_id);
  await page.reload();
  await openView(page, "History");
  await page.getByRole("button", { name: "Clear 3 entries" }).click();
  await page.getByText("No packs yet").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  assert.equal(await page.locator(".history .hit").count(), 3);
});

const exported = (page, name) => downloaded(page, page.getByRole("button", { name }));
