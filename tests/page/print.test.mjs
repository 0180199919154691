// Tests reading the print on a box in the page, with a reader that answers at once: nothing is
// loaded before a person asks, nothing opens by itself, and what was read from print is marked
// everywhere.
import assert from "node:assert/strict";
import { cpSync, rmSync } from "node:fs";
import { after, test } from "node:test";
import { productsOf } from "../../npm/print/packs.js";
import { colorSchemes } from "../common/whole.mjs";
import { assertAccessible } from "./accessibility.mjs";
import { packs, plain, toGtin14 } from "./codes.mjs";
import { blankClip } from "./clips.mjs";
import {
  downloaded,
  launch,
  openPage,
  openView,
  reload,
  resultName,
  start,
  textOf,
  typeScan,
  until,
} from "./driver.mjs";
import { buildPrintPage, keptReader, pictureOf, PRINT_FILES } from "./print-page.mjs";
import { serveFolder } from "./server.mjs";
import { inControl, takeNewVersion, update } from "./visit.mjs";
import { temporaryFolder } from "../common/folders.mjs";

const browser = await launch();
const built = buildPrintPage();
after(() => built.remove());

const button = (page, name) => page.getByRole("button", { name });
const panel = (page) => page.locator(".answer .print");
const title = (page) => page.locator("#print-title");
const ofPrint = ({ url }) => url.includes("/assets/print-");

/** The page of a new visitor, under the control of its service worker, and its server. */
async function visit(t, { in: inBrowser = browser, folder = built.page, ...options } = {}) {
  const server = await serveFolder(folder);
  t.after(() => server.stop());
  const page = await openPage(t, inBrowser, server.origin, { expectErrors: true, ...options });
  await inControl(page);
  return { page, server };
}

const choose = async (page, width, input = "#image") =>
  page.locator(input).setInputFiles(await pictureOf(page, width));

/** Chooses a picture without a barcode, and reads its print. */
async function read(page, width) {
  await choose(page, width);
  await button(page, "Read the print").click();
  const download = button(page, "Download and read");
  await title(page)
    .filter({ hasText: /^(?!No barcode)/ })
    .waitFor();
  if (await download.isVisible()) await download.click();
}

/** Reads the expiry date and the batch for an answer, in a picture. */
async function chooseFields(page) {
  await button(page, "Read expiry and batch").click();
  await choose(page, 104, "#print-fields");
}

/** Opens the history as JSON, as a person downloads it. */
async function history(page) {
  await openView(page, "History");
  return JSON.parse((await downloaded(page, button(page, "JSON"))).bytes);
}

test("loads nothing of the reader before a person asks, and states the size first", async (t) => {
  const { page, server } = await visit(t);
  await choose(page, 101);
  assert.match(await textOf(panel(page)), /^No barcode found in the picture/);
  await button(page, "Read the print").click();
  assert.match(await textOf(panel(page)), /needs a download of 1 KB once/);
  assert.deepEqual(server.requests.filter(ofPrint), []);
  await button(page, "Cancel").click();
  assert.equal(await panel(page).count(), 0);
  await choose(page, 101);
  await button(page, "Read the print").click();
  await button(page, "Download and read").click();
  await title(page).filter({ hasText: "The print seems to say" }).waitFor();
  assert.equal(
    new Set(server.requests.filter(ofPrint).map(({ url }) => url)).size,
    PRINT_FILES,
    "three files and two scripts",
  );
});

test("shows the print with its picture and the packs to compare, and opens none by itself", async (t) => {
  const { page } = await visit(t);
  await read(page, 101);
  await title(page).filter({ hasText: "The print seems to say" }).waitFor();
  const text = await textOf(panel(page));
  for (const part of [
    "NameAmlodipine",
    "Strength5mg",
    "LicencePL 20075/0123",
    "Expiry31 Mar 2031",
    "BatchAB1234 to be confirmed",
  ])
    assert.ok(text.includes(part), `${part} in ${text}`);
  assert.equal(
    await panel(page)
      .locator("img")
      .evaluate(({ naturalWidth }) => naturalWidth),
    101,
  );
  assert.equal(
    await page.getByLabel("Barcode number or name").inputValue(),
    "Amlodipine 5mg tablets",
  );
  assert.deepEqual([await resultName(page).count(), await page.locator(".hits").count()], [0, 0]);
  await page.waitForFunction(() =>
    /^The print seems to say Amlodipine 5mg/.test(
      document.querySelector("#announce-assertive").textContent,
    ),
  );
  await page.getByLabel("Barcode number or name").press("Enter");
  assert.equal(await resultName(page).count(), 0, "Enter opens nothing either");
});

test("lists each product once, with a button for each of its sizes", async (t) => {
  const products = productsOf(packs.search("Amlodipine 5mg tablets").packs).slice(0, 5);
  assert.ok(
    products.some(({ packs: sizes }) => sizes.length > 1),
    "a product has several sizes",
  );
  const { page } = await visit(t);
  await read(page, 101);
  await title(page).filter({ hasText: "The print seems to say" }).waitFor();
  assert.equal(await page.locator(".choices > li").count(), products.length);
  const buttons = await page
    .locator(".choices button")
    .evaluateAll((all) => all.map(({ textContent }) => textContent));
  assert.deepEqual(
    buttons,
    products.flatMap(({ packs: sizes }) => sizes.map(({ name }) => `This is my box: ${name}`)),
  );
  const { name } = products.find(({ packs: sizes }) => sizes.length > 1).packs[1];
  await page.locator(".choices button").filter({ hasText: name }).click();
  await resultName(page).waitFor();
  assert.equal(await textOf(resultName(page)), name);
});

test("a pack that is chosen from print carries the warning on its card, in the history and in files", async (t) => {
  const { page } = await visit(t);
  await read(page, 101);
  await button(page, "This is my box").first().click();
  await resultName(page).waitFor();
  assert.match(
    await textOf(page.locator(".card.result")),
    /Chosen from print that was read from a picture, not from a barcode\. Compare name, strength and form with the box/,
  );
  assert.match(await textOf(page.locator(".on-box")), /31 Mar 2031.*Read from print/);
  await page.waitForFunction(() =>
    /^Warning: Chosen from print/.test(document.querySelector("#announce-assertive").textContent),
  );
  const [row] = await history(page);
  assert.deepEqual(
    [row.expiry, row.batch, row.read_from_print],
    ["2031-03-31", null, ["pack", "expiry"]],
  );
  assert.match(
    await textOf(page.locator(".history .hit").first()),
    /Chosen from print.*Read from print/,
  );
  await page.reload();
  await openView(page, "History");
  await page.locator(".history .hit").first().click();
  assert.match(
    await textOf(page.locator(".card.result")),
    /Chosen from print/,
    "also when the row is opened again",
  );
});

test("stores a batch only after a person has confirmed or corrected it", async (t) => {
  const { page } = await visit(t);
  await read(page, 101);
  await button(page, "This is my box").first().click();
  const field = page.getByLabel("Batch, as read from print");
  assert.equal(await field.inputValue(), "AB1234");
  assert.equal((await history(page))[0].batch, null);
  await page.getByRole("link", { name: "Look up", exact: true }).click();
  await field.fill("AB1284");
  await button(page, "Confirm the batch").click();
  await field.waitFor({ state: "detached" });
  assert.match(await textOf(page.locator(".on-box")), /AB1284 ?Read from print/);
  const rows = await history(page);
  assert.deepEqual(
    [rows.length, rows[0].batch, rows[0].read_from_print],
    [1, "AB1284", ["pack", "expiry", "batch"]],
  );
});

test("asks for the name and strength if they were not read twice, and searches only for the checked text", async (t) => {
  const { page } = await visit(t);
  await read(page, 102);
  await title(page).filter({ hasText: "Check the name and strength" }).waitFor();
  assert.match(
    await textOf(panel(page)),
    /No two readings agree on the strength.*More than one strength was read\. Perhaps two boxes are in the picture/,
  );
  assert.equal(await page.locator(".hits, .choices").count(), 0, "no pack is shown");
  await page.getByLabel("Barcode number or name").fill("amlodipine 10mg tablets");
  await page.locator(".hits").waitFor();
  assert.ok(await title(page).isVisible(), "the picture stays beside the results");
  await page.getByRole("button", { name: "Amlodipine 10mg tablets", exact: true }).click();
  await panel(page)
    .getByText("Two boxes are in the picture, and this search is for one of them")
    .waitFor();
});

test("says that nothing was read, and reads another picture in its place", async (t) => {
  const { page } = await visit(t);
  await read(page, 103);
  await title(page).filter({ hasText: "The print was not read" }).waitFor();
  assert.match(await textOf(panel(page)), /No print could be read\. Hold the box closer/);
  await read(page, 105);
  await title(page).filter({ hasText: "Reading the print" }).waitFor();
  await read(page, 101);
  await title(page).filter({ hasText: "The print seems to say" }).waitFor();
});

test("a scan ends the reading of a picture, and cancelling does too", async (t) => {
  const { page } = await visit(t);
  await read(page, 105);
  await title(page).filter({ hasText: "Reading the print" }).waitFor();
  await typeScan(page, plain.gtin);
  assert.equal(await textOf(resultName(page)), plain.pack.name);
  assert.equal(await panel(page).count(), 0);
  await read(page, 105);
  await title(page).filter({ hasText: "Reading the print" }).waitFor();
  await button(page, "Cancel").click();
  assert.equal(
    await textOf(resultName(page)),
    plain.pack.name,
    "the earlier answer is shown again",
  );
});

test("reads the expiry date and the batch next to a scanned code, in the same row", async (t) => {
  const { page } = await visit(t);
  await typeScan(page, plain.gtin);
  await chooseFields(page);
  await button(page, "Download and read").click();
  assert.equal(await page.getByLabel("Batch, as read from print").inputValue(), "AB1234");
  assert.match(await textOf(page.locator(".on-box")), /31 Mar 2031.*Read from print/);
  await button(page, "Confirm the batch").click();
  await page.locator(".on-box").filter({ hasText: "AB1234" }).waitFor();
  assert.match(
    await textOf(page.locator(".card.result")),
    /Read from print, not from a barcode: expiry date and batch\. Compare them with the box/,
  );
  const rows = await history(page);
  assert.deepEqual(
    rows.map(({ gtin, expiry, batch, read_from_print }) => [gtin, expiry, batch, read_from_print]),
    [[plain.gtin, "2031-03-31", "AB1234", ["expiry", "batch"]]],
  );
});

/**
 * A page whose camera shows an empty table. The reader for tests reads a box in it, or only
 * an expiry date and a batch in the guide.
 */
async function visitWithCamera(t, options) {
  const film = await start({ film: blankClip() });
  t.after(() => film.close());
  return visit(t, { in: film, permissions: ["camera"], ...options });
}

test("reads the print in the camera's view, and stops the camera", async (t) => {
  const { page } = await visitWithCamera(t);
  await button(page, "Scan with the camera").click();
  await button(page, "Read the print").click();
  await button(page, "Download and read").click();
  await title(page).filter({ hasText: "The print seems to say" }).waitFor();
  assert.ok(
    (await panel(page)
      .locator("img")
      .evaluate(({ naturalWidth }) => naturalWidth)) > 300,
    "the frame that was read",
  );
  await button(page, "Scan with the camera").waitFor();
});

test("reads the expiry date and the batch inside the camera's guide", async (t) => {
  const { page } = await visitWithCamera(t);
  await typeScan(page, plain.gtin);
  await button(page, "Read expiry and batch").click();
  await button(page, "Read expiry and batch now").click();
  await button(page, "Download and read").click();
  await button(page, "Confirm the batch").click();
  await page.locator(".on-box").filter({ hasText: "AB1234" }).waitFor();
  assert.match(await textOf(page.locator(".on-box")), /31 Mar 2031.*Read from print/);
});

test("adds nothing if the print differs from the barcode", async (t) => {
  const { page } = await visit(t);
  await typeScan(page, `]d201${toGtin14(plain.gtin)}17300131`);
  await chooseFields(page);
  await button(page, "Download and read").click();
  await title(page).filter({ hasText: "were not read" }).waitFor();
  assert.match(
    await textOf(page.locator(".print-beside")),
    /The print has the expiry date 31 March 2031, and the barcode has 31 January 2030\. Is it the same box\?/,
  );
  assert.equal(await page.getByLabel("Batch, as read from print").count(), 0);
});

test("works offline after the download, and can be removed", async (t) => {
  const { page, server } = await visit(t);
  await read(page, 101);
  await title(page).filter({ hasText: "The print seems to say" }).waitFor();
  await keptReader(page);
  await server.stop();
  await reload(page);
  await read(page, 101);
  await title(page).filter({ hasText: "The print seems to say" }).waitFor();
  await openView(page, "About");
  await button(page, "Remove the print reader").click();
  await button(page, "Remove the print reader").waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => caches.has("pack-lookup-print")), false);
});

/**
 * A visitor who keeps the reader, and a function that publishes another build of the page,
 * which the visitor then uses.
 */
async function keeper(t) {
  const folder = temporaryFolder(t);
  cpSync(built.page, folder, { recursive: true });
  const { page, server } = await visit(t, { folder });
  await read(page, 101);
  await title(page).filter({ hasText: "The print seems to say" }).waitFor();
  await keptReader(page);
  const publish = async (options) => {
    const other = buildPrintPage(options);
    t.after(() => other.remove());
    rmSync(folder, { recursive: true });
    cpSync(other.page, folder, { recursive: true });
    assert.equal(await update(page), "installed");
    await takeNewVersion(page);
  };
  return { page, server, publish };
}

test("a new version of the page brings its reader, also offline", async (t) => {
  const { page, server, publish } = await keeper(t);
  await publish({ licence: "PL 99999/0001" });
  await server.stop();
  await reload(page);
  await read(page, 101);
  await title(page).filter({ hasText: "The print seems to say" }).waitFor();
  assert.match(await textOf(panel(page)), /LicencePL 99999\/0001/);
  assert.equal(
    await page.evaluate(async () => (await (await caches.open("pack-lookup-print")).keys()).length),
    PRINT_FILES,
    "the files of the earlier version are deleted",
  );
});

test("a version of the page without the reader deletes it, and does not offer it", async (t) => {
  const { page, publish } = await keeper(t);
  await publish({ reader: null });
  await until(page, async () => !(await caches.has("pack-lookup-print")));
  await choose(page, 101);
  await page
    .locator(".toast")
    .filter({ hasText: "No barcode found in the picture. Try a sharper or closer picture" })
    .waitFor();
  assert.equal(await panel(page).count(), 0);
  await typeScan(page, plain.gtin);
  await resultName(page).waitFor();
  assert.equal(await button(page, "Read expiry and batch").count(), 0);
});

test("offline, it states that a download is needed once", async (t) => {
  const { page } = await visit(t);
  await page.context().setOffline(true);
  await read(page, 101);
  assert.match(
    await textOf(panel(page)),
    /Reading print needs a download of 1 KB once, and you are offline/,
  );
  await page.context().setOffline(false);
  await button(page, "Try again").click();
  await button(page, "Download and read").click();
  await title(page).filter({ hasText: "The print seems to say" }).waitFor();
});

test("a download that fails or is cancelled can be tried again", async (t) => {
  const { page, server } = await visit(t);
  let requested = () => {};
  for (const { url } of await printFiles(server))
    server.answers[url] = (_, response) => response.writeHead(503).end();
  await read(page, 101);
  await title(page).filter({ hasText: "The print was not read" }).waitFor();
  assert.match(
    await textOf(panel(page)),
    /The print reader did not load: the server answered .* with status 503\. Try again/,
  );
  const held = new Promise((resolve) => (requested = resolve));
  for (const url of Object.keys(server.answers)) server.answers[url] = () => requested();
  await button(page, "Try again").click();
  await button(page, "Download and read").click();
  await held;
  await button(page, "Cancel").click();
  assert.equal(await panel(page).count(), 0);
  for (const url of Object.keys(server.answers)) delete server.answers[url];
  await read(page, 101);
  await title(page).filter({ hasText: "The print seems to say" }).waitFor();
});

/** The addresses of the files of the reader. */
async function printFiles({ origin }) {
  const worker = await (await fetch(`${origin}/service-worker.js`)).text();
  return [...new Set(worker.match(/assets\/print-[\w-]+\.bin/g))].map((path) => ({
    url: `/${path}`,
  }));
}

for (const [colorScheme, when] of colorSchemes) {
  const appearance = { colorScheme, reducedMotion: "reduce", bypassCSP: true };

  test(`axe finds no violation while the camera aims at a box, ${colorScheme}`, when, async (t) => {
    const { page } = await visitWithCamera(t, appearance);
    await typeScan(page, plain.gtin);
    await button(page, "Read expiry and batch").click();
    await button(page, "Read expiry and batch now").click({ trial: true });
    await assertAccessible(page);
  });

  test(`axe finds no violation in what print shows, ${colorScheme}`, when, async (t) => {
    const { page } = await visit(t, appearance);
    await choose(page, 101);
    await title(page).waitFor();
    await assertAccessible(page);
    await button(page, "Close").click();
    await read(page, 101);
    await title(page).filter({ hasText: "The print seems to say" }).waitFor();
    await assertAccessible(page);
    await button(page, "This is my box").first().click();
    await page.getByLabel("Batch, as read from print").waitFor();
    await assertAccessible(page);
    await read(page, 102);
    await title(page).filter({ hasText: "Check the name and strength" }).waitFor();
    await assertAccessible(page);
  });
}
