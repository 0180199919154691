// Tests the page as other hosts serve it, `pack-lookup serve` and the Worker, and in other
// browsers. Also sends the same requests to every host of the core.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { paths } from "../../scripts/common/project.mjs";
import { inWhole, isWhole } from "../common/whole.mjs";
import { engines } from "../common/engines.mjs";
import { startServing, keptHistory } from "../npm/serving.mjs";
import { startService } from "../worker/service.mjs";
import { symbol } from "./clips.mjs";
import { packs, plain, toGtin14 } from "./codes.mjs";
import { launch, openPage, reload, resultName, serve, textOf, typeScan } from "./driver.mjs";
import { CACHE } from "./visit.mjs";
import { compare, describe } from "../differential/compare.mjs";
import { inBrowser, inNode, native, overHttp } from "../differential/hosts.mjs";

const service = await startServing();
after(() => service.stop());
const { url } = JSON.parse((await service.ask("/dataset.json")).body);
const browser = await launch();

test("the page works, and its data is sent in brotli", async (t) => {
  await service.whenPageCompressed();
  const sent = [];
  const context = { serviceWorkers: "block" };
  const page = await openPage(t, browser, service.origin, { ...context, expectErrors: true });
  page.on("response", (response) =>
    sent.push([new URL(response.url()).pathname, response.headers()["content-encoding"]]),
  );
  await page.evaluate(() =>
    caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name)))),
  );
  await reload(page);
  await typeScan(page, plain.gtin);
  assert.equal(await textOf(resultName(page)), plain.pack.name);
  assert.deepEqual(
    sent.filter(([path]) => path.startsWith("/dataset/")),
    [[url.replace(/\.gz$/, ""), "br"]],
  );
  assert.deepEqual(
    sent.filter(([path, encoding]) => /\.(js|css|wasm)$/.test(path) && encoding !== "br"),
    [],
  );
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
      while (!document.querySelector(".strip .age") && Date.now() < end)
        await new Promise((resolve) => setTimeout(resolve, 50));
      return document.querySelector(".strip")?.textContent;
    });
    assert.match(packs, /2,000 packs|demonstration/i);
  });
}

const worker = await startService();

test("the Worker serves the page with its security headers, and the page works", async (t) => {
  const page = await openPage(t, browser, worker.origin);
  const { headers } = await worker.ask("/");
  assert.match(
    headers["content-security-policy"],
    /default-src 'none'.*script-src 'self' 'wasm-unsafe-eval'/,
  );
  assert.doesNotMatch(headers["content-security-policy"], /unsafe-inline|https?:/);
  assert.match(headers["permissions-policy"], /camera=\(self\)/);
  await typeScan(page, plain.gtin);
  assert.equal(await textOf(resultName(page)), plain.pack.name);
});

test("browsers cache immutable files, but not the page", async () => {
  const { body, headers } = await worker.ask("/");
  const [asset] = /\/assets\/[^"]+\.js/.exec(body);
  assert.match((await worker.ask(asset)).headers["cache-control"], /immutable/);
  assert.doesNotMatch(headers["cache-control"] ?? "", /immutable/);
});

test("the API answers from the device, and from the server only if the device has no data", async (t) => {
  const page = await openPage(t, browser, worker.origin);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const about = () => page.evaluate(() => fetch("/api/about").then((response) => response.text()));
  const fromServer = (await worker.ask("/api/about")).body;
  const fromDevice = await (await packs.fetch("/api/about")).text();
  assert.notEqual(fromServer, fromDevice);
  assert.equal(await about(), fromDevice);
  await page.evaluate((name) => caches.delete(name), CACHE);
  assert.equal(await about(), fromServer);
});

const symbols = [
  { bcid: "ean13", text: plain.gtin, scale: 4 },
  { bcid: "gs1datamatrix", text: `(01)${toGtin14(plain.gtin)}(10)AB12(21)SN34`, scale: 6 },
];

/** Runs in the page: a camera that films a picture. */
const camera = `
  const getUserMedia = async () => {
    const picture = new Image();
    picture.src = '/test/symbol.png';
    await picture.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
    const context = canvas.getContext('2d');
    const draw = () => {
      context.fillStyle = '#8a8f92';
      context.fillRect(0, 0, 1280, 720);
      context.drawImage(picture, (1280 - picture.width) / 2 + 20 * Math.sin(Date.now() / 500), (720 - picture.height) / 2);
    };
    draw();
    setInterval(draw, 60);
    return canvas.captureStream(15);
  };
  const mediaDevices = { getUserMedia, enumerateDevices: async () => [] };
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices });
`;

/** The short run films one symbol, in WebKit only; scan.test.mjs tests Chromium's own camera. */
const filmed = isWhole ? symbols : symbols.slice(-1);

for (const [name, { start, skip }] of Object.entries(engines)) {
  test(`the camera reads in ${name}`, { skip, ...inWhole }, async (t) => {
    const engine = await start();
    t.after(engine.close);
    for (const each of filmed) {
      await engine.open(await pageThatFilms(await symbol(each)));
      assert.equal(await engine.run(scan), plain.pack.name, `${each.bcid} in ${name}`);
    }
  });
}

/**
 * The address of the page with another camera. Each symbol has its own origin, because the
 * worker worker would serve the original page at the second visit.
 */
async function pageThatFilms(png) {
  const page = readFileSync(join(paths.page, "index.html"), "utf8");
  const content = (type, body) => (_, response) =>
    response.setHeader("Content-Type", type).end(body);
  const { origin } = await serve({
    "/": content(
      "text/html",
      page.replace("<head>", '<head><script src="/test/camera.js"></script>'),
    ),
    "/test/camera.js": content("text/javascript", camera),
    "/test/symbol.png": content("image/png", png),
  });
  return origin;
}

/** Runs in the page: starts the camera and waits for a result. */
async function scan() {
  const seen = async (find) => {
    const end = Date.now() + 40_000;
    while (!find() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
    return find();
  };
  const inScanner = (selector) =>
    document.querySelector("pack-scanner").shadowRoot.querySelector(selector);
  await seen(() => document.querySelector(".strip .age"));
  await seen(() => document.querySelector("pack-scanner:defined"));
  inScanner(".start").click();
  const name =
    (
      await seen(
        () => document.querySelector("#result-name") ?? inScanner(".problem:not([hidden])"),
      )
    )?.textContent ?? "nothing was read";
  return name.replace(/\s+/g, " ").trim();
}

const hosts = {
  worker: overHttp(worker),
  serve: overHttp(await startServing({ dataset: paths.testDataset, history: keptHistory() })),
  node: await inNode(),
  chromium: await inBrowser(browser),
};
after(() => Promise.all(Object.values(hosts).map((host) => host.stop())));

/** `npm run lab -- differential` sends more. */
const REQUESTS = isWhole ? 1000 : 200;

test("every host answers like the native core", async () => {
  const differences = await compare(hosts, { requests: REQUESTS, seed: 20251106 });
  assert.deepEqual(differences.map(describe), []);
});

test("detects a host with different answers", async () => {
  const loud = {
    ask: async (requests) =>
      (await native.ask(requests)).map((answer) => ({
        ...answer,
        body: answer.body.replace("para", "PARA"),
      })),
  };
  const differences = await compare({ node: loud }, { requests: 200, seed: 1 });
  assert.ok(differences.length > 0);
  assert.match(describe(differences[0]), /^node: (GET|HEAD)/);
});
