// Tests the documents that a service has in addition to its page. The API page is readable without
// a script, and each form uses this service. The data quality report leads to the pages of packs.
// Both are accessible in light and dark, and fit a phone.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { paths } from "../../scripts/common/project.mjs";
import { colorSchemes, inWhole } from "../common/whole.mjs";
import { startServing } from "../npm/serving.mjs";
import { assertAccessible, assertFits } from "./accessibility.mjs";
import { launch, until, textOf } from "./driver.mjs";

const service = await startServing({ dataset: paths.demoDataset });
const register = await startServing({ dataset: paths.testDataset });
after(() => Promise.all([service.stop(), register.stop()]));
const browser = await launch();

/** Opens a document. A request to another origin or an error in the console fails the test. */
async function open(t, options = {}, path = "/docs", { origin } = service) {
  const context = await browser.newContext(options);
  t.after(() => context.close());
  const page = await context.newPage();
  const faults = [];
  page.on(
    "console",
    (message) =>
      message.type() === "error" &&
      !/status of 40\d/.test(message.text()) &&
      faults.push(message.text()),
  );
  page.on("pageerror", (error) => faults.push(error.message));
  page.on(
    "request",
    (request) => new URL(request.url()).origin !== origin && faults.push(request.url()),
  );
  await page.goto(origin + path);
  t.after(() => assert.deepEqual(faults, []));
  return page;
}

const section = (page, name) =>
  page
    .getByRole("region", { name, exact: true })
    .or(page.locator("section", { has: page.getByRole("heading", { name, exact: true }) }))
    .first();
const one = (page) => section(page, "Get the pack of a GTIN");

test("requests a GTIN, and keeps its pack id exact", async (t) => {
  const page = await open(t);
  const form = one(page).locator("form");
  await form.getByRole("button", { name: "Send request" }).click();
  await form.getByText("Dataset-Release:").waitFor();
  const body = await form.getByRole("group", { name: "Body" }).textContent();
  const sent = (await service.ask("/api/gtin/9521234567899")).body;
  assert.equal(body.replace(/\s/g, ""), sent.replace(/\s/g, ""));
  assert.match(body, /^\{\n {2}"pack_id": \d{18},\n/);
});

test("sends the values of the form, and shows a problem", async (t) => {
  const page = await open(t);
  const form = section(page, "Search packs").locator("form");
  await form.getByLabel("q", { exact: false }).first().fill("amlod 5 & more");
  await form.getByLabel("limit").fill("0");
  await form.getByLabel("sort").selectOption("relevance");
  assert.equal(
    await form.locator("output.address").textContent(),
    "/api/search?q=amlod%205%20%26%20more&limit=0&sort=relevance",
  );
  await form.getByRole("button", { name: "Send request" }).click();
  await form.getByText("bad_limit").waitFor();
  assert.match(await form.locator(".status").textContent(), /^400/);
});

test("keeps the commas between codes", async (t) => {
  const page = await open(t);
  const form = section(page, "Get the packs of several GTINs").locator("form");
  assert.equal(
    await form.locator("output.address").textContent(),
    "/api/gtin?codes=9521234567899,9521001000017,9521001000018",
  );
});

test("shows every path, reason and schema without a script", async (t) => {
  const page = await open(t, { javaScriptEnabled: false });
  const document = JSON.parse(
    readFileSync(new URL("../../www/public/openapi.json", import.meta.url), "utf8"),
  );
  const text = await page.locator("main").textContent();
  const { schemas } = document.components;
  for (const part of [
    ...Object.keys(document.paths),
    ...schemas.Problem.properties.reason.enum,
    ...Object.keys(schemas),
  ])
    assert.ok(text.includes(part), part);
  for (const link of await page.locator('a[href^="#"]').all())
    assert.equal(
      await page.locator(`[id="${(await link.getAttribute("href")).slice(1)}"]`).count(),
      1,
    );
});

test("works offline, from the data on the device", async (t) => {
  const page = await open(t, {}, "/");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await until(
    page,
    async () =>
      navigator.serviceWorker.controller &&
      (await caches.keys()).some((name) => name.startsWith("pack-lookup-dataset")),
  );
  await page.context().setOffline(true);
  await page.goto(`${service.origin}/docs`);
  const form = one(page).locator("form");
  await form.getByRole("button", { name: "Send request" }).click();
  await form.getByText("Dataset-Release:").waitFor();
});

test("nothing is wider than a phone of 320 pixels, and every target is 44 pixels high", async (t) => {
  const page = await open(t, { viewport: { width: 320, height: 640 } });
  await page.evaluate(() =>
    document.querySelectorAll("details").forEach((one) => (one.open = true)),
  );
  await assertFits(page);
  const low = await page.evaluate(() =>
    [...document.querySelectorAll("button, select, input, summary, nav a")]
      .filter((one) => one.getBoundingClientRect().height < 44)
      .map(({ outerHTML }) => outerHTML),
  );
  assert.deepEqual(low, []);
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds no violation, ${colorScheme}`, inWhole, async (t) => {
    const page = await open(t, { colorScheme, reducedMotion: "reduce", bypassCSP: true });
    const form = one(page).locator("form");
    await form.getByRole("button", { name: "Send request" }).click();
    await form.getByText("Dataset-Release:").waitFor();
    await page.evaluate(() =>
      document.querySelectorAll("details").forEach((one) => (one.open = true)),
    );
    await assertAccessible(page);
  });
}

const openReport = (t, options) => open(t, options, "/data-quality", register);

test("the report names its release, its warning and that it gives no verdict, and leads to packs", async (t) => {
  const page = await openReport(t);
  assert.equal(
    await textOf(page.locator("h1")),
    "Data quality of dm+d release 8.2.0_20250814000001",
  );
  assert.match(await textOf(page.locator(".demo")), /^Demonstration data: /);
  assert.match(
    await textOf(page.locator("main > .warning")),
    /^No verdict: these are the register's own entries\./,
  );
  const wrong = page.getByRole("region", { name: "GTINs with a wrong check digit" });
  assert.equal(await textOf(wrong.getByRole("rowheader")), "9520000000040");
  await wrong.getByRole("link").click();
  assert.equal(
    await textOf(page.locator("h1")),
    "Cetirizine 10mg tablets (Demo Pharma Ltd) 30 tablet",
  );
});

test("the report is not wider than a phone of 320 pixels", async (t) => {
  const page = await openReport(t, { viewport: { width: 320, height: 640 } });
  await assertFits(page);
});

for (const [colorScheme, when] of colorSchemes) {
  test(`axe finds no violation in the report, ${colorScheme}`, when, async (t) => {
    const page = await openReport(t, { colorScheme, bypassCSP: true });
    await assertAccessible(page);
  });
}
