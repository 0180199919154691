// Tests the scripts that are loaded after the first view: the first view works before them, each of
// them is requested again if it does not arrive, and offline every view is there.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { plain } from "./codes.mjs";
import { launch, openView, reload, resultName, textOf, typeScan, until } from "./driver.mjs";
import { servePage, visitPage } from "./visit.mjs";

const browser = await launch();
const field = (page) => page.getByLabel("Barcode number or name");
const startButton = (page) => page.getByRole("button", { name: "Scan with the camera" });

/** Opens the page. `answers` are the server's answers to scripts, by the start of their names. */
async function open(t, answers) {
  const { folder, server } = await servePage(t);
  for (const [script, answer] of Object.entries(answers))
    server.answers[addressOf(folder, script)] = answer;
  const context = await browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(server.origin);
  return { page, server, folder };
}

function addressOf(folder, script) {
  const files = readdirSync(join(folder, "assets"));
  return `/assets/${files.find((file) => file.startsWith(`${script}-`) && file.endsWith(".js"))}`;
}

const unavailable = (_, response) => response.writeHead(503).end();

/** Waits until the last script of a view has arrived. */
const allPartsLoaded = (page) =>
  until(page, () =>
    performance
      .getEntriesByType("resource")
      .some(({ name, responseEnd }) => /\/report-[^/]+\.js$/.test(name) && responseEnd > 0),
  );

test("the first view works before the other scripts, which do what a person did meanwhile", async (t) => {
  let release;
  const { page, server, folder } = await open(t, { app: (_, response) => (release = response) });
  await startButton(page).waitFor();
  await field(page).pressSequentially(plain.pack.name.split(" ")[0]);
  const app = addressOf(folder, "app");
  delete server.answers[app];
  release.writeHead(503).end();
  await page.locator(".hits").waitFor();
  assert.equal(await field(page).inputValue(), plain.pack.name.split(" ")[0]);
  assert.equal(await page.evaluate(() => document.activeElement.id), "query");
});

test("a hand scan before the other scripts is looked up when they are there", async (t) => {
  const held = [];
  const { page, server, folder } = await open(t, { app: (_, response) => held.push(response) });
  await field(page).waitFor();
  await typeScan(page, plain.gtin);
  delete server.answers[addressOf(folder, "app")];
  held.forEach((response) => response.writeHead(503).end());
  assert.equal(await textOf(resultName(page)), plain.pack.name);
});

test("the button of the camera stays in its place, and keeps the focus, when its script arrives", async (t) => {
  const held = [];
  const { page, server, folder } = await open(t, { scanner: (_, response) => held.push(response) });
  await page.locator(".strip .age").waitFor();
  await startButton(page).focus();
  const before = await startButton(page).boundingBox();
  delete server.answers[addressOf(folder, "scanner")];
  held.forEach((response) => response.writeHead(503).end());
  await page.locator("pack-scanner:defined").waitFor();
  assert.deepEqual(await startButton(page).boundingBox(), before);
  assert.equal(
    await page.evaluate(
      () => document.querySelector("pack-scanner").shadowRoot.activeElement?.className,
    ),
    "start",
  );
});

test("says that the page did not load, and tries again", async (t) => {
  const { page, server, folder } = await open(t, { app: unavailable });
  await field(page).fill(plain.gtin);
  const notice = page.getByLabel("Part of the page");
  assert.match(await textOf(notice), /did not load/);
  delete server.answers[addressOf(folder, "app")];
  await notice.getByRole("button", { name: "Try again" }).click();
  assert.equal(await textOf(resultName(page)), plain.pack.name);
});

test("a view whose script is missing has its heading and a notice, and loads on request", async (t) => {
  const { page, server, folder } = await open(t, { stock: unavailable });
  await page.locator(".strip .age").waitFor();
  await openView(page, "Stock-take");
  assert.equal(await textOf(page.locator("#stock-title")), "Stock-take");
  const notice = page.getByLabel("Part of the page");
  assert.match(await textOf(notice), /did not load/);
  await page.getByRole("link", { name: "Look up", exact: true }).click();
  await typeScan(page, plain.gtin);
  assert.equal(await textOf(resultName(page)), plain.pack.name, "the page is not broken");
  delete server.answers[addressOf(folder, "stock")];
  await openView(page, "Stock-take");
  await notice.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Start", exact: true }).waitFor();
});

test("a script that a newer version of the page replaced asks for a reload", async (t) => {
  const { page } = await open(t, { about: (_, response) => response.writeHead(404).end() });
  await page.locator(".strip .age").waitFor();
  await page.getByRole("link", { name: "About Pack Lookup" }).click();
  assert.match(await textOf(page.getByLabel("Newer version")), /newer version of this page/);
  await page.getByRole("button", { name: "Reload the page" }).waitFor();
});

/** Opens every view, with what only its script shows. */
async function openEveryView(page) {
  await page.getByRole("link", { name: "Look up", exact: true }).click();
  await typeScan(page, plain.gtin);
  assert.equal(await textOf(resultName(page)), plain.pack.name);
  await page.getByRole("button", { name: "Report this code" }).click();
  await page.getByText("What is wrong?").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await openView(page, "History");
  await page.getByRole("button", { name: "CSV" }).waitFor();
  await openView(page, "Stock-take");
  await page.getByRole("button", { name: "Start", exact: true }).waitFor();
  await page.getByRole("link", { name: /recall/ }).click();
  await page.getByLabel("Text of the recall").waitFor();
  await page.getByRole("link", { name: "About Pack Lookup" }).click();
  await page.getByText("Crown copyright").waitFor();
}

test("every view opens if the network is lost soon after the first view", async (t) => {
  const { page, server } = await open(t, {});
  await page.locator(".strip .age").waitFor();
  await allPartsLoaded(page);
  await server.stop();
  await openEveryView(page);
});

test("offline, every view opens after a reload", async (t) => {
  const { page, server } = await visitPage(t, browser);
  await server.stop();
  await reload(page);
  await openEveryView(page);
});
