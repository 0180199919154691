// The page as it is really served: by the Worker, beside the API.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startService } from "../worker/service.mjs";
import { plain } from "./codes.mjs";
import { launch, openPage, resultName, textOf, wedge } from "./support.mjs";

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

test("what never changes is kept by browsers, the page itself is not", async () => {
  const { body, headers } = await service.ask("/");
  const [asset] = /\/assets\/[^"]+\.js/.exec(body);
  assert.match((await service.ask(asset)).headers["cache-control"], /immutable/);
  assert.doesNotMatch(headers["cache-control"] ?? "", /immutable/);
});

test("the API beside it answers from the server while there is one", async (t) => {
  const page = await openPage(t, browser, service.origin);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const fromServer = (await service.ask("/api/about")).body;
  assert.equal(await page.evaluate(() => fetch("/api/about").then((response) => response.text())), fromServer);
});
