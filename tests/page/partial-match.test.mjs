// Tests partial matches on the page: the ignored words stay with the pack in every output. Empty results show their reason.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { strFromU8, unzipSync } from "fflate";
import { packs } from "./codes.mjs";
import { returningVisitor, launch, openPage, resultName, serve, textOf } from "./support.mjs";

const { origin } = await serve();
const browser = await launch();
const again = await returningVisitor(browser, origin);
const QUERY = "amlodipine 5mg zqxjk 4617B tablets";
const IGNORED = "No exact match. Ignored: “zqxjk”";

async function searched(page, text) {
  await page.getByLabel("Barcode number or name").fill(text);
  await page.locator("#hits-title").waitFor();
}

async function openFirst(page) {
  const group = page.locator(".group[aria-expanded=false]").first();
  if (await group.isVisible()) await group.click();
  await page.locator(".hits .hit").first().click();
  return textOf(resultName(page));
}

const dangers = (page) => page.locator(".callout.danger");

test("a pack of a partial match keeps its warnings when it is opened, after a reload, and in each file", async (t) => {
  const page = await openPage(t, browser, origin, { permissions: ["clipboard-read", "clipboard-write"] });
  assert.ok(packs.search(QUERY).relaxed);
  await searched(page, QUERY);
  assert.match(await textOf(dangers(page)), new RegExp(`^${IGNORED}`));
  assert.match(await textOf(page.locator(".status.caution", { hasText: "4617B" })), /^Also ignored: .*“4617B”/);

  const name = await openFirst(page);
  assert.match(await textOf(dangers(page)), new RegExp(`^${IGNORED}`));
  assert.match(await textOf(page.locator("#announce-assertive")), new RegExp(`^Warning: ${IGNORED}`));
  await page.getByRole("button", { name: "Copy name and codes" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(copied.includes(IGNORED) && copied.includes("4617B"), copied);

  await page.reload();
  const recent = page.locator(".list .hit");
  assert.match(await textOf(recent), /Ignored word may be a medicine.*Words ignored/);
  await page.getByRole("link", { name: "History" }).click();
  for (const format of ["CSV", "JSON", "Spreadsheet"]) {
    const text = await exported(page, format);
    assert.ok(text.includes(IGNORED) && text.includes("4617B"), `${format}: ${text}`);
  }
  await page.locator(".history .hit").click();
  assert.equal(await textOf(resultName(page)), name);
  assert.match(await textOf(dangers(page)), new RegExp(`^${IGNORED}`));
});

async function exported(page, format) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: format, exact: true }).click()]);
  const bytes = readFileSync(await download.path());
  return format === "Spreadsheet" ? strFromU8(unzipSync(new Uint8Array(bytes))["xl/sharedStrings.xml"]) : bytes.toString();
}

test("opens a row of an earlier version", async (t) => {
  const page = await again(t);
  await searched(page, QUERY);
  const name = await openFirst(page);
  await page.evaluate(storeAsBefore);
  await page.reload();
  await page.locator(".list .hit").click();
  assert.equal(await textOf(resultName(page)), name);
  assert.match(await textOf(dangers(page)), new RegExp(`^${IGNORED}`));
});

/** Rows of an earlier version had corrections, but no field for partial matches. */
async function storeAsBefore() {
  const done = (request, event) => new Promise((resolve, reject) => Object.assign(request, { [event]: resolve, onerror: reject }));
  const opening = indexedDB.open("pack-lookup-history");
  await done(opening, "onsuccess");
  const rows = opening.result.transaction("rows", "readwrite").objectStore("rows");
  const reading = rows.getAll();
  await done(reading, "onsuccess");
  for (const row of reading.result) {
    delete row.request.relaxed;
    row.doubts = [{ kind: "corrected", about: "code", text: "“zqxjk” was left out" }];
    await done(rows.put(row), "onsuccess");
  }
  opening.result.close();
}

test("an empty result shows the available strengths", async (t) => {
  const page = await again(t);
  await searched(page, "amlodipine 81mg");
  const { strengths } = packs.search("amlodipine 81mg").available;
  assert.ok(strengths.length > 1);
  assert.equal(await textOf(page.locator(".hits .status")), `No pack has this strength. Available: ${strengths.join(", ")}`);
  assert.equal(await page.getByText("Try fewer words").count(), 0);
});

test("an empty result names the word that is the reason", async (t) => {
  const page = await again(t);
  await searched(page, "amlodipine ms 5mg");
  assert.match(await textOf(page.locator(".hits .status")), /^“ms” can mean more than one medicine or route/);
  await searched(page, "not amlodipine");
  assert.match(await textOf(page.locator(".hits .status")), /^This search only has words to exclude/);
});
