// Tests the page offline, and new versions of it: data and page change only with consent, and only
// to data that the page can open.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inWhole } from "../common/whole.mjs";
import { symbol } from "./clips.mjs";
import { discontinued, packs, plain, release, toGtin14 } from "./codes.mjs";
import { launch, resultName, textOf, until, typeScan } from "./driver.mjs";
import {
  announce,
  answer,
  CACHE,
  cached,
  dayAfter,
  describe,
  inUse,
  noUpdateWaits,
  publish,
  publishNewVersion,
  servePage,
  takeNewVersion,
  update,
  visitPage,
} from "./visit.mjs";

const browser = await launch();
const later = { release_date: dayAfter(release().release_date) };

test("the page, the decoder, lookups, search, the API, the pack pages and Digital Links work offline", async (t) => {
  const { page, server } = await visitPage(t, browser);
  await server.stop();
  await page.reload();

  await typeScan(page, `]d201${toGtin14(plain.gtin)}10AB12`);
  assert.equal(await textOf(resultName(page)), plain.pack.name);

  // Another pack, whose name only the decoder can find.
  const buffer = await symbol({ bcid: "datamatrix", text: toGtin14(discontinued.gtin), scale: 6 });
  await page.locator("#image").setInputFiles({ name: "box.png", mimeType: "image/png", buffer });
  await resultName(page)
    .filter({ hasText: discontinued.pack.name.split(" (")[0] })
    .waitFor();
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
  assert.equal(
    JSON.parse((await answer(page, "/fhir/metadata")).body).resourceType,
    "CapabilityStatement",
  );

  await page.goto(`${server.origin}${plain.pack.url}`);
  assert.equal(await textOf(page.locator("h1")), plain.pack.name);
  assert.notEqual(
    await page.evaluate(() => document.styleSheets[0]?.cssRules.length ?? 0),
    0,
    "the page has its style",
  );

  await page.goto(`${server.origin}/01/${toGtin14(plain.gtin)}/10/AB12`);
  assert.equal(await textOf(page.locator("h1")), plain.pack.name);
  assert.equal(new URL(page.url()).pathname, plain.pack.url);
});

test("the data quality report is the server's, and offline the last one that the device got", async (t) => {
  const { page, server, folder } = await visitPage(t, browser);
  server.answers["/data-quality"] = (_, response) =>
    response
      .setHeader("Content-Type", "text/html; charset=utf-8")
      .end(readFileSync(join(folder, "data-quality.html")));
  const title = `Data quality of dm+d release ${release().release}`;
  await page.goto(`${server.origin}/data-quality`);
  assert.equal(await textOf(page.locator("h1")), title);
  assert.match(
    await textOf(page.locator("main")),
    /No verdict: these are the register's own entries\./,
  );
  assert.notEqual(
    await page.evaluate(() => document.styleSheets[0]?.cssRules.length ?? 0),
    0,
    "the page has its style",
  );
  await server.stop();
  await page.reload();
  assert.equal(await textOf(page.locator("h1")), title);
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
  const damages = [
    bytes.subarray(0, bytes.length / 2),
    damaged(bytes),
    Buffer.concat([bytes, bytes]),
  ];
  for (const [index, damage] of damages.entries()) {
    server.answers[newer.url] = (_, response) => response.end(damage);
    await page.getByRole("button", { name: index === 0 ? "Download now" : "Try again" }).click();
    assert.match(
      await textOf(page.locator(".notice.caution")),
      /did not load.*You still have the earlier release/,
    );
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
  await takeNewVersion(page);
  assert.equal(await noUpdateWaits(page), true);
});

function damaged(bytes) {
  const copy = Buffer.from(bytes);
  copy[copy.length - 1] ^= 1;
  return copy;
}

/** The cache in which the first version of the page stored its data, in the first format. */
const FIRST = "pack-lookup-dataset";
const whole = new Set(["/dataset/current", release().url]);

test("a new version waits for data in its format, and then deletes the old data", async (t) => {
  const { page, server, folder } = await visitedWithOtherFormat(t);
  publishNewVersion(folder);
  const obstacles = [
    [
      "no server",
      () => (server.answers["/dataset.json"] = (_, response) => response.writeHead(503).end()),
    ],
    ["another format", () => describe(folder, { format: release().format + 1 })],
    [
      "a truncated download",
      () => (server.answers[release().url] = (_, response) => response.end("truncated")),
    ],
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
  await takeNewVersion(page);
  await until(page, async (name) => !(await caches.has(name)), FIRST);
});

test(
  "a service worker killed during an update keeps the old page, and retries",
  inWhole,
  async (t) => {
    const { page, server, folder } = await visitedWithOtherFormat(t);
    publishNewVersion(folder);
    const asked = new Promise((resolve) => {
      server.answers[release().url] = (request) => resolve(request);
    });
    await page.evaluate(
      async () => void (await navigator.serviceWorker.getRegistration()).update(),
    );
    await asked;
    await killServiceWorkers(page);
    assert.deepEqual(await cached(page, FIRST), whole);
    await typeScan(page, plain.gtin);
    assert.equal(await textOf(resultName(page)), plain.pack.name);
    delete server.answers[release().url];
    await until(
      page,
      async () => (await navigator.serviceWorker.getRegistration()).installing === null,
    );
    assert.equal(await noUpdateWaits(page), true);
    assert.equal(await update(page), "installed");
    assert.deepEqual(await cached(page), whole);
  },
);

test("activating a new version in one tab does not reload another tab", inWhole, async (t) => {
  const { page, server, folder } = await visitPage(t, browser);
  const other = await page.context().newPage();
  await other.goto(server.origin);
  await other.locator(".strip .age").waitFor();
  await typeScan(other, plain.gtin);
  await other.evaluate(() => (window.isStillHere = true));
  publishNewVersion(folder);
  await update(page);
  await takeNewVersion(page);
  assert.equal(await other.evaluate(() => window.isStillHere), true);
  assert.equal(await textOf(resultName(other)), plain.pack.name);
  await takeNewVersion(other);
});

/**
 * A page as an update finds it: with real data, stored by a version with another format.
 */
async function visitedWithOtherFormat(t) {
  const visit = await visitPage(t, browser, { demo: false });
  await visit.page.evaluate(
    async ([from, to]) => {
      const [source, target] = await Promise.all([caches.open(from), caches.open(to)]);
      for (const request of await source.keys())
        await target.put(request, await source.match(request));
      const release = await (await source.match("/dataset/current")).json();
      await target.put(
        "/dataset/current",
        Response.json({ ...release, sha256: "of other bytes", format: 1 }),
      );
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
