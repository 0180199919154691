// Tests the page as it is deployed: served by the Worker, with the API.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startService } from "../worker/service.mjs";
import { packs, plain } from "./codes.mjs";
import { launch, openPage, resultName, textOf, wedge } from "./support.mjs";
import { CACHE } from "./visit.mjs";

const service = await startService();
after(() => service.stop());
const browser = await launch();

test("the Worker serves the page with its security headers, and the page works", async (t) => {
  const page = await openPage(t, browser, service.origin);
  const { headers } = await service.ask("/");
  assert.match(headers["content-security-policy"], /default-src 'none'.*script-src 'self' 'wasm-unsafe-eval'/);
  assert.doesNotMatch(headers["content-security-policy"], /unsafe-inline|https?:/);
  assert.match(headers["permissions-policy"], /camera=\(self\)/);
  await wedge(page, plain.gtin);
  assert.equal(await textOf(resultName(page)), plain.pack.name);
});

test("browsers cache immutable files, but not the page", async () => {
  const { body, headers } = await service.ask("/");
  const [asset] = /\/assets\/[^"]+\.js/.exec(body);
  assert.match((await service.ask(asset)).headers["cache-control"], /immutable/);
  assert.doesNotMatch(headers["cache-control"] ?? "", /immutable/);
});

test("the API answers from the device, and from the server only if the device has no data", async (t) => {
  const page = await openPage(t, browser, service.origin);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const about = () => page.evaluate(() => fetch("/api/about").then((response) => response.text()));
  const fromServer = (await service.ask("/api/about")).body;
  const fromDevice = await packs.fetch("/api/about").text();
  assert.notEqual(fromServer, fromDevice);
  assert.equal(await about(), fromDevice);
  await page.evaluate((name) => caches.delete(name), CACHE);
  assert.equal(await about(), fromServer);
});
