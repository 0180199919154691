// Tests the page from `pack-lookup serve`: the same page, in the smallest encoding that each browser accepts.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inWhole } from "../common/whole.mjs";
import { engines } from "../engines.mjs";
import { startServing } from "../npm/serving.mjs";
import { plain } from "./codes.mjs";
import { launch, openPage, resultName, textOf, wedge } from "./support.mjs";

const service = await startServing();
after(() => service.stop());
const { url } = JSON.parse((await service.ask("/dataset.json")).body);
const browser = await launch();

test("the page works, and its data is sent in brotli", async (t) => {
  await service.whenCompressed();
  const sent = [];
  const context = { serviceWorkers: "block" };
  const page = await openPage(t, browser, service.origin, { ...context, expectErrors: true });
  page.on("response", (response) => sent.push([new URL(response.url()).pathname, response.headers()["content-encoding"]]));
  await page.evaluate(() => caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name)))));
  await page.reload();
  await page.locator(".strip .age").waitFor();
  await wedge(page, plain.gtin);
  assert.equal(await textOf(resultName(page)), plain.pack.name);
  assert.deepEqual(sent.filter(([path]) => path.startsWith("/dataset/")), [[url.replace(/\.gz$/, ""), "br"]]);
  assert.deepEqual(sent.filter(([path, encoding]) => /\.(js|css|wasm)$/.test(path) && encoding !== "br"), []);
});

/** The data is held back until the test releases it. */
test("the page is usable while its data loads", async (t) => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  t.after(() => context.close());
  let go;
  const held = new Promise((resolve) => (go = resolve));
  await context.route("**/dataset/*", async (route) => (await held, route.continue()));
  const page = await context.newPage();
  await page.goto(service.origin);
  const box = page.getByLabel("Barcode number or name");
  await box.fill(plain.gtin);
  assert.equal(await box.inputValue(), plain.gtin);
  await page.keyboard.press("Enter");
  go();
  assert.equal(await textOf(resultName(page)), plain.pack.name);
});

for (const [name, { start, skip }] of Object.entries(engines)) {
  test(`${name} gets its data from pack-lookup serve`, { skip, ...inWhole }, async (t) => {
    await service.whenCompressed();
    const engine = await start();
    t.after(engine.close);
    await engine.open(service.origin);
    const packs = await engine.run(async () => {
      const end = Date.now() + 20_000;
      while (!document.querySelector(".strip .age") && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
      return document.querySelector(".strip")?.textContent;
    });
    assert.match(packs, /2,000 packs|demonstration/i);
  });
}
