// Tests the page offline: after one visit everything works, and data and page change only with consent.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inWhole } from "../common/whole.mjs";
import { symbol } from "./clips.mjs";
import { discontinued, toGtin14, packs, plain, release } from "./codes.mjs";
import { launch, resultName, textOf, wedge } from "./support.mjs";
import {
  announce,
  answer,
  cached,
  dayAfter,
  inUse,
  noUpdateWaits,
  publish,
  publishNewVersion,
  servePage,
  visitPage,
} from "./visit.mjs";

const browser = await launch();
const later = { release_date: dayAfter(release().release_date) };

test("the page, the decoder, lookups, search, the API and the pack pages work offline", async (t) => {
  const { page, server } = await visitPage(t, browser);
  await server.stop();
  await page.reload();

  await wedge(page, `]d201${toGtin14(plain.gtin)}10AB12`);
  assert.equal(await textOf(resultName(page)), plain.pack.name);

  // Another pack, whose name only the decoder can find.
  const buffer = await symbol({ bcid: "datamatrix", text: toGtin14(discontinued.gtin), scale: 6 });
  await page.locator("#image").setInputFiles({ name: "box.png", mimeType: "image/png", buffer });
  await resultName(page).filter({ hasText: discontinued.pack.name.split(" (")[0] }).waitFor();
  assert.equal(await textOf(resultName(page)), discontinued.pack.name);

  for (const prefix of ["/api", "/med/api"]) {
    assert.deepEqual(await answer(page, `${prefix}/gtin/${plain.gtin}`), {
      status: 200,
      release: release().release,
      body: new TextDecoder().decode(packs.gtinJson(plain.gtin)),
    });
    const found = await answer(page, `${prefix}/search?q=${plain.pack.pack_id}`);
    assert.equal(found.status, 200);
    assert.ok(found.body.includes(plain.pack.name));
  }
  assert.equal((await answer(page, "/api/gtin/123")).status, 400);
  assert.equal(JSON.parse((await answer(page, "/fhir/metadata")).body).resourceType, "CapabilityStatement");

  await page.goto(`${server.origin}${plain.pack.url}`);
  assert.equal(await textOf(page.locator("h1")), plain.pack.name);
  assert.notEqual(await page.evaluate(() => document.styleSheets[0]?.cssRules.length ?? 0), 0, "the page has its style");
});

test("a new release is offered, installed by one tap, and replaces the old one", async (t) => {
  const { page, server, folder } = await visitPage(t, browser);
  const newer = await publish(folder, later);
  await page.reload();
  assert.match(await textOf(page.locator(".notice")), /New release/);
  assert.ok(await inUse(page, release()).isVisible(), "the installed release stays");

  await page.getByRole("button", { name: "Download now" }).click();
  await inUse(page, newer).waitFor();
  await server.stop();
  await page.reload();
  await inUse(page, newer).waitFor();
  assert.deepEqual(await cached(page), new Set(["/dataset/current", newer.url]));
  assert.equal(JSON.parse((await answer(page, "/api/about")).body).dataset.release, newer.release);
});

test("offers a postponed release again at the next visit", inWhole, async (t) => {
  const { page, folder } = await visitPage(t, browser);
  await publish(folder, later);
  await page.reload();
  await page.getByRole("button", { name: "Later" }).click();
  assert.equal(await page.locator(".notice").count(), 0);
  await page.reload();
  await page.getByRole("button", { name: "Download now" }).waitFor();
});

test("a truncated or damaged download keeps the old release, and can be retried", async (t) => {
  const { page, server, folder } = await visitPage(t, browser);
  const newer = await publish(folder, later);
  const bytes = readFileSync(join(folder, newer.url));
  await page.reload();
  const damages = [bytes.subarray(0, bytes.length / 2), damaged(bytes), Buffer.concat([bytes, bytes])];
  for (const [index, damage] of damages.entries()) {
    server.answers[newer.url] = (_, response) => response.end(damage);
    await page.getByRole("button", { name: index === 0 ? "Download now" : "Try again" }).click();
    assert.match(await textOf(page.locator(".notice.caution")), /did not load.*You still have the earlier release/);
    assert.ok(await inUse(page, release()).isVisible());
  }
  assert.deepEqual(await cached(page), new Set(["/dataset/current", release().url]));
  delete server.answers[newer.url];
  await page.getByRole("button", { name: "Try again" }).click();
  await inUse(page, newer).waitFor();
});

test("does not store bytes that do not open", async (t) => {
  const { page, folder } = await visitPage(t, browser);
  announce(folder, later, Buffer.from("not a dataset"));
  await page.reload();
  await page.getByRole("button", { name: "Download now" }).click();
  assert.match(await textOf(page.locator(".notice.caution")), /You still have the earlier release/);
  assert.deepEqual(await cached(page), new Set(["/dataset/current", release().url]));
});

test("reports a failed first visit, and retries", async (t) => {
  const { server } = await servePage(t);
  server.answers["/dataset.json"] = (_, response) => response.writeHead(503).end();
  const context = await browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(server.origin);
  assert.match(await textOf(page.locator(".notice.caution")), /did not load/);
  delete server.answers["/dataset.json"];
  await page.getByRole("button", { name: "Try again" }).click();
  await inUse(page, release()).waitFor();
});

test("a new version of the page waits for the person", async (t) => {
  const { page, folder } = await visitPage(t, browser);
  publishNewVersion(folder);
  await page.reload();
  await page.getByRole("button", { name: "Reload now" }).waitFor();
  assert.equal(await noUpdateWaits(page), false, "the new version waits");
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Reload now" }).click()]);
  await page.locator(".strip .age").waitFor();
  assert.equal(await noUpdateWaits(page), true);
});

function damaged(bytes) {
  const copy = Buffer.from(bytes);
  copy[copy.length - 1] ^= 1;
  return copy;
}
