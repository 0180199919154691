// Tests privacy: with data on the device, no part of a lookup reaches a server in an address,
// header or body. On the first visit on a slow network, a lookup waits, and the person may send it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { symbol } from "./clips.mjs";
import { discontinued, toGtin14, packs, plain, release, reused, unknown } from "./codes.mjs";
import { launch, openView, reload, resultName, textOf, typeScan } from "./driver.mjs";
import { answer, CACHE, servePage, visitPage } from "./visit.mjs";

const browser = await launch();
const BATCH = "BATCH77Q";
const SERIAL = "SERIAL42X";
const words = plain.pack.name.split(/[^A-Za-z]+/).filter((word) => word.length > 3);

/** The texts that must not appear in any request. */
const secrets = [
  ...[plain, discontinued, reused].flatMap(({ gtin, pack }) => [
    gtin,
    toGtin14(gtin),
    pack.pack_id,
  ]),
  ...[unknown, BATCH, SERIAL, ...words],
];

const query = (page) => page.getByLabel("Barcode number or name");

test("no lookup reaches the server, by any input", async (t) => {
  const { page, server } = await visitPage(t, browser);
  await reload(page);
  server.requests.length = 0;

  await typeScan(page, `]d201${toGtin14(plain.gtin)}10${BATCH}\x1d21${SERIAL}`);
  assert.equal(await textOf(resultName(page)), plain.pack.name);
  for (const code of [discontinued.gtin, reused.gtin, unknown]) await typeScan(page, code);
  const buffer = await symbol({ bcid: "ean13", text: plain.gtin, scale: 4 });
  await page
    .locator("#image")
    .setInputFiles({ name: `${plain.gtin}.png`, mimeType: "image/png", buffer });
  await page.locator(".result .on-box").waitFor();
  await query(page).fill(plain.gtin);
  await query(page).press("Enter");
  await query(page).fill(words.slice(0, 2).join(" "));
  await page.locator(".hit, .group").first().click();
  if ((await resultName(page).count()) === 0) await page.locator(".hit").first().click();
  await openView(page, "History");

  const paths = ["/api", "/med/api"].flatMap((prefix) => [
    `${prefix}/gtin/${plain.gtin}`,
    `${prefix}/gtin/${unknown}`,
    `${prefix}/search?q=${encodeURIComponent(words.join(" "))}`,
  ]);
  for (const path of [...paths, plain.pack.url, "/med/ampp/ampp/1234567890123456"]) {
    const { release: name } = await answer(page, path);
    assert.equal(name, release().release, `${path} names its release`);
  }
  for (const method of ["HEAD", "POST", "PUT", "DELETE"]) {
    await page.evaluate(
      ([path, method]) => fetch(path, { method, ...(method === "POST" && { body: path }) }),
      [paths[0], method],
    );
  }

  await page.goto(server.origin);
  await typeScan(page, `01${toGtin14(plain.gtin)}10${BATCH}\x1d21${SERIAL}`);
  await page.getByRole("link", { name: "Full pack page" }).click();
  assert.equal(await textOf(page.locator("h1")), plain.pack.name);

  const seen = server.requests.map((request) =>
    decodeURIComponent(JSON.stringify(request)).toLowerCase(),
  );
  assert.ok(seen.length > 0, "the server gets other requests");
  const sent = secrets.filter((secret) =>
    seen.some((request) => request.includes(secret.toLowerCase())),
  );
  assert.deepEqual(sent, []);
});

test("does not link to a pack page that the device cannot answer", async (t) => {
  const { server } = await servePage(t);
  const context = await browser.newContext({ serviceWorkers: "block" });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(server.origin);
  await page.locator(".strip .age").waitFor();
  await typeScan(page, plain.gtin);
  await resultName(page).waitFor();
  assert.equal(await page.getByText("Full pack page").count(), 0);
});

test("unreadable data on the device sends no lookup to the network", async (t) => {
  const { page, server } = await visitPage(t, browser);
  await page.evaluate(
    async ([name, url]) => (await caches.open(name)).put(url, new Response("truncated")),
    [CACHE, release().url],
  );
  server.requests.length = 0;
  const { status, body } = await answer(page, `/api/gtin/${plain.gtin}`);
  assert.equal(status, 503);
  assert.match(body, /cannot read the data on this device/);
  assert.deepEqual(server.requests, []);
});

test("asks the server only if the device has no data", async (t) => {
  const { page, server } = await visitPage(t, browser);
  const path = `/api/gtin/${plain.gtin}`;
  const body = new TextDecoder().decode(packs.gtinJson(plain.gtin));
  assert.equal((await answer(page, path)).body, body);
  assert.equal(server.requests.filter(({ url }) => url === path).length, 0);
  await page.evaluate((name) => caches.delete(name), CACHE);
  assert.equal((await answer(page, path)).status, 404, "this server has no API");
  assert.equal(server.requests.filter(({ url }) => url === path).length, 1);
});

const SEND = "Look it up on the server now";

/**
 * Opens the page while its data does not arrive. `isApi` is whether the server has the API. Returns
 * the page and a function that sends the data.
 */
async function openWhileLoading(t, { isApi = true } = {}) {
  const { server } = await servePage(t);
  const held = [];
  const { url } = release();
  for (const path of [url, url.replace(/\.gz$/, "")])
    server.answers[path] = (_, response) => held.push({ path, response });
  if (isApi)
    for (const path of ["/api/about", "/api/search", `/api/ampp/${plain.pack.pack_id}`])
      server.answers[path] = answerFromModule;
  const context = await browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(server.origin);
  await page.getByText("% of").waitFor();
  const deliver = async () => {
    for (const path of [url, url.replace(/\.gz$/, "")]) delete server.answers[path];
    held.splice(0).forEach(({ response }) => response.writeHead(404).end());
    await page.locator(".strip .age").waitFor();
  };
  return { page, server, deliver };
}

async function answerFromModule({ url }, response) {
  const answer = await packs.fetch(url);
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(await answer.text());
}

const lookups = ({ requests }) =>
  requests.map(({ url }) => url).filter((url) => url.startsWith("/api/") && url !== "/api/about");

test("a scan waits, is sent only after the tap, and is answered again by the device", async (t) => {
  const { page, server, deliver } = await openWhileLoading(t);
  await typeScan(page, `]d201${toGtin14(plain.gtin)}10${BATCH}`);
  const offer = page.getByRole("button", { name: SEND });
  await offer.waitFor();
  assert.deepEqual(lookups(server), []);
  await offer.click();
  assert.equal(await textOf(resultName(page)), plain.pack.name);
  assert.match(await textOf(page.locator(".card")), /Answered by the server, not by this device/);
  assert.equal(lookups(server).length, 2);
  assert.ok(!JSON.stringify(server.requests).includes(BATCH));
  await deliver();
  await page.locator(".card").getByText("Answered by the server").waitFor({ state: "detached" });
  assert.equal(await textOf(resultName(page)), plain.pack.name);
  await openView(page, "History");
  assert.doesNotMatch(await textOf(page.locator("main")), /Answered by the server/);
});

test("a search waits, and can be sent", async (t) => {
  const { page, server, deliver } = await openWhileLoading(t);
  const [word] = plain.pack.name.split(" ");
  await page.getByLabel("Barcode number or name").fill(word);
  assert.match(
    await textOf(page.locator(".waiting")),
    new RegExp(`The packs for “${word}” appear here when the data has loaded`),
  );
  await page.getByRole("button", { name: SEND }).click();
  await page.locator(".hit").first().waitFor();
  assert.match(await textOf(page.locator(".hits")), /Answered by the server, not by this device/);
  assert.equal(lookups(server).length, 1);
  await deliver();
  await page.locator(".hits").getByText("Answered by the server").waitFor({ state: "detached" });
});

test("a remembered choice sends the next questions, and can be withdrawn", async (t) => {
  const { page, server } = await openWhileLoading(t);
  await typeScan(page, plain.gtin);
  const choice = page.getByLabel("Do this for every question until the data has loaded");
  await choice.check();
  await page.getByRole("button", { name: SEND }).click();
  await resultName(page).waitFor();
  await typeScan(page, plain.gtin);
  await page.waitForFunction(() => document.querySelectorAll(".waiting").length === 0);
  const sent = lookups(server).length;
  assert.ok(sent >= 3);
  await page.reload();
  await page.getByText("% of").waitFor();
  await page.getByLabel("Barcode number or name").fill("a");
  await choice.uncheck();
  await typeScan(page, plain.gtin);
  await page.getByRole("button", { name: SEND }).waitFor();
  assert.equal(lookups(server).length, sent);
});

test("makes no offer on a host for files only", async (t) => {
  const { page, server } = await openWhileLoading(t, { isApi: false });
  await typeScan(page, plain.gtin);
  assert.match(await textOf(page.locator(".waiting")), /Scan saved/);
  await page.waitForFunction(() => performance.getEntriesByName(`${origin}/api/about`).length > 0);
  assert.equal(await page.getByRole("button", { name: SEND }).count(), 0);
  assert.deepEqual(lookups(server), []);
});
