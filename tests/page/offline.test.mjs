// After one visit everything works without a network; data and page change only when somebody says so.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { symbol } from "../../scripts/page-clips.mjs";
import { publishDataset } from "../../scripts/page-dataset.mjs";
import { paths } from "../../scripts/project.mjs";
import { in14, packs, plain, release } from "./codes.mjs";
import { serveFolder } from "./server.mjs";
import { launch, openPage, resultName, textOf, wedge } from "./support.mjs";

const browser = await launch();

test("the page, the decoder, lookups, search, both API paths and the pack pages work with the server stopped", async (t) => {
  const { page, server } = await visited(t);
  await server.stop();
  await page.reload();

  await wedge(page, `]d201${in14(plain.gtin)}10AB12`);
  assert.equal(await textOf(resultName(page)), plain.pack.name);

  const buffer = await symbol({ bcid: "ean13", text: plain.gtin, scale: 4 });
  await page.locator("#image").setInputFiles({ name: "box.png", mimeType: "image/png", buffer });
  await page.getByText("EAN").or(page.locator(".on-box")).first().waitFor();

  for (const prefix of ["/api", "/med/api"]) {
    assert.deepEqual(await answer(page, `${prefix}/gtin/${plain.gtin}`), {
      status: 200,
      body: new TextDecoder().decode(packs.gtinJson(plain.gtin)),
    });
    const found = await answer(page, `${prefix}/search?q=${plain.pack.pack_id}`);
    assert.equal(found.status, 200);
    assert.ok(found.body.includes(plain.pack.name));
  }
  assert.equal((await answer(page, "/api/gtin/123")).status, 400);

  await page.goto(`${server.origin}${plain.pack.url}`);
  assert.equal(await textOf(page.locator("h1")), plain.pack.name);
  assert.notEqual(await page.evaluate(() => document.styleSheets[0]?.cssRules.length ?? 0), 0, "the page has its style");
});

test("a new release is offered, taken by one tap, and the old one goes", async (t) => {
  const { page, server, folder } = await visited(t);
  const newer = await publishNewer(folder);
  await page.reload();
  assert.match(await textOf(page.locator(".notice")), /New release/);
  assert.ok(await inUse(page, release()).isVisible(), "nothing is forced");

  await page.getByRole("button", { name: "Download now" }).click();
  await inUse(page, newer).waitFor();
  await server.stop();
  await page.reload();
  await inUse(page, newer).waitFor();
  assert.deepEqual(await cached(page), new Set(["/dataset/current", newer.url]));
  assert.equal(JSON.parse((await answer(page, "/api/about")).body).dataset.release, newer.release);
});

test("a release that is put off is offered again at the next visit", async (t) => {
  const { page, folder } = await visited(t);
  await publishNewer(folder);
  await page.reload();
  await page.getByRole("button", { name: "Later" }).click();
  assert.equal(await page.locator(".notice").count(), 0);
  await page.reload();
  await page.getByRole("button", { name: "Download now" }).waitFor();
});

test("a torn or damaged download leaves the old release in use, and can be tried again", async (t) => {
  const { page, server, folder } = await visited(t);
  const newer = await publishNewer(folder);
  const bytes = readFileSync(join(folder, newer.url));
  await page.reload();
  const damages = [bytes.subarray(0, bytes.length / 2), damaged(bytes), Buffer.concat([bytes, bytes])];
  for (const [index, damage] of damages.entries()) {
    server.answers[newer.url] = (_, response) => response.end(damage);
    await page.getByRole("button", { name: index === 0 ? "Download now" : "Try again" }).click();
    assert.match(await textOf(page.locator(".notice.caution")), /could not be loaded.*stays in use/);
    assert.ok(await inUse(page, release()).isVisible());
  }
  assert.deepEqual(await cached(page), new Set(["/dataset/current", release().url]));
  delete server.answers[newer.url];
  await page.getByRole("button", { name: "Try again" }).click();
  await inUse(page, newer).waitFor();
});

test("bytes with the right digest that do not open are not kept", async (t) => {
  const { page, folder } = await visited(t);
  announce(folder, Buffer.from("not a dataset"));
  await page.reload();
  await page.getByRole("button", { name: "Download now" }).click();
  assert.match(await textOf(page.locator(".notice.caution")), /stays in use/);
  assert.deepEqual(await cached(page), new Set(["/dataset/current", release().url]));
});

test("a first visit that fails says so, and can be tried again", async (t) => {
  const { server } = await served(t);
  server.answers["/dataset.json"] = (_, response) => response.writeHead(503).end();
  const context = await browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(server.origin);
  assert.match(await textOf(page.locator(".notice.caution")), /could not be loaded/);
  delete server.answers["/dataset.json"];
  await page.getByRole("button", { name: "Try again" }).click();
  await inUse(page, release()).waitFor();
});

test("a new version of the page waits until it is asked for", async (t) => {
  const { page, folder } = await visited(t);
  const script = join(folder, "service-worker.js");
  writeFileSync(script, `${readFileSync(script, "utf8")}\n// another version\n`);
  await page.reload();
  await page.getByRole("button", { name: "Reload now" }).waitFor();
  const state = () => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting));
  assert.equal(await state(), true, "the new version waits");
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Reload now" }).click()]);
  await page.locator(".strip .age").waitFor();
  assert.equal(await state(), false);
});

/// A copy of the page's folder behind a server of its own, so that tests can change it.
async function served(t) {
  const folder = mkdtempSync(join(tmpdir(), "pack-lookup-page-"));
  cpSync(paths.page, folder, { recursive: true });
  const server = await serveFolder(folder);
  t.after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });
  return { folder, server };
}

/// A page after its first visit: data kept, service worker in charge.
async function visited(t) {
  const { folder, server } = await served(t);
  const page = await openPage(t, browser, server.origin, { expectErrors: true });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === "activated");
  return { folder, server, page };
}

/// The small dataset of the API's cases is a release like any other.
function publishNewer(folder) {
  return publishDataset(readFileSync(paths.testDataset), folder);
}

/// Announces bytes that are no dataset under what the present release says of itself.
function announce(folder, bytes) {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const newer = { ...release(), sha256, url: `/dataset/${sha256}.bin.gz`, bytes: bytes.length };
  writeFileSync(join(folder, newer.url), gzipSync(bytes));
  writeFileSync(join(folder, "dataset.json"), JSON.stringify(newer));
}

function damaged(bytes) {
  const copy = Buffer.from(bytes);
  copy[copy.length - 1] ^= 1;
  return copy;
}

/// The place in the strip that tells a release from others.
const inUse = (page, { release_date }) => page.locator(`.strip time[datetime="${release_date}"]`);

const answer = (page, path) =>
  page.evaluate(async (path) => {
    const response = await fetch(path);
    return { status: response.status, body: await response.text() };
  }, path);

async function cached(page) {
  const urls = await page.evaluate(async () => {
    const keys = await (await caches.open("pack-lookup-dataset")).keys();
    return keys.map(({ url }) => url);
  });
  return new Set(urls.map((url) => new URL(url).pathname));
}
