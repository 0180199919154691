// Tests the API page: it is readable without a script, in light and dark and at any width, and each
// form uses this service.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { paths } from "../../scripts/common/project.mjs";
import { inWhole } from "../common/whole.mjs";
import { startServing } from "../npm/serving.mjs";
import { launch, until } from "./driver.mjs";

const service = await startServing({ dataset: paths.demoDataset });
after(() => service.stop());
const browser = await launch();

/** Opens the page. A request to another origin or an error in the console fails the test. */
async function open(t, options = {}, path = "/docs") {
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
    (request) => new URL(request.url()).origin !== service.origin && faults.push(request.url()),
  );
  await page.goto(service.origin + path);
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
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    "no horizontal scrolling",
  );
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
    await page.addScriptTag({
      content: readFileSync(
        new URL("../../node_modules/axe-core/axe.min.js", import.meta.url),
        "utf8",
      ),
    });
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(
      violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html).slice(0, 3)]),
      [],
    );
  });
}
