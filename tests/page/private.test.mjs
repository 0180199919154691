// Tests privacy: with data on the device, no part of a lookup reaches a server in an address, header or body.
import assert from "node:assert/strict";
import { test } from "node:test";
import { symbol } from "./clips.mjs";
import { discontinued, in14, packs, plain, release, reused, unknown } from "./codes.mjs";
import { launch, resultName, textOf, wedge } from "./support.mjs";
import { answer, CACHE, served, visited } from "./visit.mjs";

const browser = await launch();
const BATCH = "BATCH77Q";
const SERIAL = "SERIAL42X";
const words = plain.pack.name.split(/[^A-Za-z]+/).filter((word) => word.length > 3);

/** The texts that must not appear in any request. */
const secrets = [
  ...[plain, discontinued, reused].flatMap(({ gtin, pack }) => [gtin, in14(gtin), String(pack.pack_id)]),
  ...[unknown, BATCH, SERIAL, ...words],
];

const query = (page) => page.getByLabel("Barcode number or name");

test("nothing that is looked up reaches the server, in whatever way it is asked", async (t) => {
  const { page, server } = await visited(t, browser);
  await page.reload();
  await page.locator(".strip .age").waitFor();
  server.requests.length = 0;

  await wedge(page, `]d201${in14(plain.gtin)}10${BATCH}\x1d21${SERIAL}`);
  assert.equal(await textOf(resultName(page)), plain.pack.name);
  for (const code of [discontinued.gtin, reused.gtin, unknown]) await wedge(page, code);
  const buffer = await symbol({ bcid: "ean13", text: plain.gtin, scale: 4 });
  await page.locator("#image").setInputFiles({ name: `${plain.gtin}.png`, mimeType: "image/png", buffer });
  await page.locator(".result .on-box").waitFor();
  await query(page).fill(plain.gtin);
  await query(page).press("Enter");
  await query(page).fill(words.slice(0, 2).join(" "));
  await page.locator(".hit, .group").first().click();
  if ((await resultName(page).count()) === 0) await page.locator(".hit").first().click();
  await page.getByRole("link", { name: "History" }).click();

  const paths = ["/api", "/med/api"].flatMap((prefix) => [
    `${prefix}/gtin/${plain.gtin}`,
    `${prefix}/gtin/${unknown}`,
    `${prefix}/search?q=${encodeURIComponent(words.join(" "))}`,
  ]);
  for (const path of [...paths, plain.pack.url, "/med/ampp/ampp/1234567890123456"]) {
    const { release: told } = await answer(page, path);
    assert.equal(told, release().release, `${path} says which release answers`);
  }
  for (const method of ["HEAD", "POST", "PUT", "DELETE"]) {
    await page.evaluate(([path, method]) => fetch(path, { method, ...(method === "POST" && { body: path }) }), [paths[0], method]);
  }

  await page.goto(server.origin);
  await wedge(page, `01${in14(plain.gtin)}10${BATCH}\x1d21${SERIAL}`);
  await page.getByRole("link", { name: "Full pack page" }).click();
  assert.equal(await textOf(page.locator("h1")), plain.pack.name);

  const seen = server.requests.map((request) => decodeURIComponent(JSON.stringify(request)).toLowerCase());
  assert.ok(seen.length > 0, "the server is asked for what it has");
  const told = secrets.filter((secret) => seen.some((request) => request.includes(secret.toLowerCase())));
  assert.deepEqual(told, []);
});

test("a pack page that the device can't answer is no link", async (t) => {
  const { server } = await served(t);
  const context = await browser.newContext({ serviceWorkers: "block" });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(server.origin);
  await page.locator(".strip .age").waitFor();
  await wedge(page, plain.gtin);
  await resultName(page).waitFor();
  assert.equal(await page.getByText("Full pack page").count(), 0);
});

test("data that can't be read is no reason to ask the network", async (t) => {
  const { page, server } = await visited(t, browser);
  await page.evaluate(async ([name, url]) => (await caches.open(name)).put(url, new Response("torn")), [CACHE, release().url]);
  server.requests.length = 0;
  const { status, body } = await answer(page, `/api/gtin/${plain.gtin}`);
  assert.equal(status, 503);
  assert.match(body, /can't be read/);
  assert.deepEqual(server.requests, []);
});

test("only where there is no data on the device is the server asked", async (t) => {
  const { page, server } = await visited(t, browser);
  const path = `/api/gtin/${plain.gtin}`;
  const body = new TextDecoder().decode(packs.gtinJson(plain.gtin));
  assert.equal((await answer(page, path)).body, body);
  assert.equal(server.requests.filter(({ url }) => url === path).length, 0);
  await page.evaluate((name) => caches.delete(name), CACHE);
  assert.equal((await answer(page, path)).status, 404, "this server has no API");
  assert.equal(server.requests.filter(({ url }) => url === path).length, 1);
});
