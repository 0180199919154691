// Tests the building blocks as a page of another project uses them: the examples of docs/blocks.md, from the package, with a strict policy.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { paths, root } from "../../scripts/common/project.mjs";
import { launch, violationsIn, wedge } from "./driver.mjs";
import { serveFolder } from "./server.mjs";
import { release, reused } from "./codes.mjs";

const folder = mkdtempSync(join(tmpdir(), "pack-lookup-blocks-"));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "node_modules"));
symlinkSync(join(root, "npm"), join(folder, "node_modules", "pack-lookup"), "junction");
const examples = readFileSync(join(root, "docs", "blocks.md"), "utf8").matchAll(/^```html (\S+)\n(.*?)^```$/gms);
for (const [, name, text] of examples) writeExample(name, text);

/** A policy forbids scripts in HTML, so a page has its script in a file. */
function writeExample(name, text) {
  const script = /<script type="module">\n(.*?)<\/script>/s.exec(text);
  if (script) writeFileSync(join(folder, `${name}.js`), script[1]);
  writeFileSync(join(folder, name), script ? text.replace(script[0], `<script type="module" src="./${name}.js"></script>`) : text);
}

for (const name of ["dataset", "dataset.json"]) cpSync(join(paths.page, name), join(folder, name), { recursive: true });

const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; require-trusted-types-for 'script'; trusted-types pack-lookup";
const server = await serveFolder(folder, {}, { "Content-Security-Policy": POLICY });
after(() => server.stop());

/** Opens an example, and waits until it is ready. A violation, a foreign request or an error fails the test. */
async function openExample(t, browser, name, options = {}) {
  const context = await browser.newContext(options);
  t.after(() => context.close());
  return openIn(t, context, name);
}

async function openIn(t, context, name) {
  const faults = await violationsIn(context);
  context.on("request", (request) => request.url().startsWith(server.origin) || /^(blob|data):/.test(request.url()) || faults.push(request.url()));
  const page = await context.newPage();
  page.on("pageerror", (error) => faults.push(error.message));
  t.after(() => assert.deepEqual(faults, []));
  await page.goto(`${server.origin}/${name}`);
  await page.waitForFunction(() => document.title === "Ready");
  return page;
}

const lines = (page) => page.locator("li").allTextContents();

test("a hand scanner is read from the package: a whole scan, and a broken one", async (t) => {
  const page = await openExample(t, await launch(), "wedge.html");
  await wedge(page, reused.gtin);
  await page.locator("li").nth(1).waitFor();
  assert.equal((await lines(page)).length, 2, "both packs of a re-used code");
  await wedge(page, "5012396385074", { stalls: { 5: 700 } });
  await page.locator("li").nth(2).waitFor();
  assert.equal((await lines(page)).at(-1), "Incomplete scan. Scan the box again");
});

const DEMONSTRATION = "Demonstration data: these packs are made up. No real box has their codes";
const datasetRequests = () => server.requests.filter(({ url }) => url.startsWith("/dataset/")).length;

test("a dataset is downloaded once, and opened from the device without the server", async (t) => {
  const browser = await launch();
  const page = await openExample(t, browser, "device.html");
  assert.deepEqual((await lines(page)).slice(0, 2), [`${release().packs} packs`, DEMONSTRATION]);
  assert.equal(await page.locator("p").textContent(), "ready");
  const downloaded = datasetRequests();
  assert.ok(downloaded > 0);
  t.after(() => delete server.answers["/dataset.json"]);
  server.answers["/dataset.json"] = (_, response) => response.writeHead(503).end();
  await page.reload();
  await page.waitForFunction(() => document.title === "Ready");
  assert.equal((await lines(page))[0], `${release().packs} packs`);
  assert.equal(datasetRequests(), downloaded, "nothing is downloaded again");
});

test("stored data that was changed has a warning, and is downloaded again when the server answers", async (t) => {
  const page = await openExample(t, await launch(), "device.html");
  await page.evaluate(changeStoredByte);
  t.after(() => delete server.answers["/dataset.json"]);
  server.answers["/dataset.json"] = (_, response) => response.writeHead(503).end();
  await page.reload();
  const warning = page.locator("li", { hasText: "The data on this device is damaged. This answer may be wrong" });
  await warning.waitFor();
  delete server.answers["/dataset.json"];
  await page.reload();
  await warning.waitFor({ state: "detached" });
  assert.deepEqual((await lines(page)).slice(0, 2), [`${release().packs} packs`, DEMONSTRATION]);
});

/** Changes the last byte of the stored dataset, a part of its search index. Runs in the page. */
async function changeStoredByte() {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const [request] = (await cache.keys()).filter(({ url }) => url.includes(".bin"));
    const bytes = new Uint8Array(await (await cache.match(request)).arrayBuffer());
    bytes[bytes.length - 1] ^= 1;
    await cache.put(request, new Response(bytes));
  }
}
