// Tests two versions of the page on one device: the newer one takes over only with data that it can open.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inWhole } from "../common/whole.mjs";
import { plain, release } from "./codes.mjs";
import { launch, resultName, textOf, wedge } from "./support.mjs";
import { CACHE, cached, noUpdateWaits, publishNewVersion, describe, update, visitPage } from "./visit.mjs";

const browser = await launch();
/** The cache in which the first version of the page stored its data, in the first format. */
const FIRST = "pack-lookup-dataset";
const whole = new Set(["/dataset/current", release().url]);

test("a new version waits for data in its format, and then deletes the old data", async (t) => {
  const { page, server, folder } = await visitedWithOtherFormat(t);
  publishNewVersion(folder);
  const obstacles = [
    ["no server", () => (server.answers["/dataset.json"] = (_, response) => response.writeHead(503).end())],
    ["another format", () => describe(folder, { format: release().format + 1 })],
    ["a truncated download", () => (server.answers[release().url] = (_, response) => response.end("truncated"))],
    ["demonstration data over real data", () => describe(folder, { demo: true })],
  ];
  for (const [name, obstruct] of obstacles) {
    obstruct();
    assert.equal(await update(page), "redundant", name);
    assert.equal(await noUpdateWaits(page), true, name);
    assert.deepEqual(await cached(page, FIRST), whole, name);
    delete server.answers["/dataset.json"];
    delete server.answers[release().url];
    describe(folder, { format: release().format, demo: false });
  }
  assert.equal(await update(page), "installed");
  assert.deepEqual(await cached(page), whole, "the new data is stored before the new page");
  assert.deepEqual(await cached(page, FIRST), whole, "the old page still has its data");
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Reload now" }).click()]);
  await page.locator(".strip .age").waitFor();
  await page.waitForFunction(async (name) => !(await caches.has(name)), FIRST);
});

test("a service worker killed during an update keeps the old page, and retries", inWhole, async (t) => {
  const { page, server, folder } = await visitedWithOtherFormat(t);
  publishNewVersion(folder);
  const asked = new Promise((resolve) => {
    server.answers[release().url] = (request) => resolve(request);
  });
  await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration()).update());
  await asked;
  await killServiceWorkers(page);
  assert.deepEqual(await cached(page, FIRST), whole);
  await wedge(page, plain.gtin);
  assert.equal(await textOf(resultName(page)), plain.pack.name);
  delete server.answers[release().url];
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration()).installing === null);
  assert.equal(await noUpdateWaits(page), true);
  assert.equal(await update(page), "installed");
  assert.deepEqual(await cached(page), whole);
});

test("activating a new version in one tab does not reload another tab", inWhole, async (t) => {
  const { page, server, folder } = await visitPage(t, browser);
  const other = await page.context().newPage();
  await other.goto(server.origin);
  await other.locator(".strip .age").waitFor();
  await wedge(other, plain.gtin);
  await other.evaluate(() => (window.isStillHere = true));
  publishNewVersion(folder);
  await update(page);
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Reload now" }).click()]);
  await page.locator(".strip .age").waitFor();
  assert.equal(await other.evaluate(() => window.isStillHere), true);
  assert.equal(await textOf(resultName(other)), plain.pack.name);
  await Promise.all([other.waitForEvent("load"), other.getByRole("button", { name: "Reload now" }).click()]);
  await other.locator(".strip .age").waitFor();
});

/** Returns a page as an update finds it: with real data, stored by a version with another format. */
async function visitedWithOtherFormat(t) {
  const visit = await visitPage(t, browser, { demo: false });
  await visit.page.evaluate(
    async ([from, to]) => {
      const [source, target] = await Promise.all([caches.open(from), caches.open(to)]);
      for (const request of await source.keys()) await target.put(request, await source.match(request));
      const release = await (await source.match("/dataset/current")).json();
      await target.put("/dataset/current", Response.json({ ...release, sha256: "of other bytes", format: 1 }));
      await caches.delete(from);
    },
    [CACHE, FIRST],
  );
  return visit;
}

async function killServiceWorkers(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.stopAllWorkers");
  await session.detach();
}
