// Tests browsers that refuse features: the page still works, and shows what is missing.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { paths } from "../../scripts/common/project.mjs";
import { inWhole } from "../common/whole.mjs";
import { plain, release } from "./codes.mjs";
import { launch, resultName, textOf, type, typeScan } from "./driver.mjs";
import { dayAfter, servePage } from "./visit.mjs";

const browser = await launch();

const blocked = `() => { throw new DOMException("site data is blocked", "SecurityError") }`;
const getter = (object, name, get) =>
  `Object.defineProperty(${object}, "${name}", { configurable: true, get: ${get} });`;
const method = (object, name, call) => `${object}.${name} = ${call};`;
const rejected = (name) => `() => Promise.reject(new DOMException("no", "${name}"))`;

const noWorkers = `window.Worker = class { constructor() { throw new DOMException("no", "SecurityError") } };`;

const NO_DATA_STORAGE = /cannot save the data/;
const NO_PAGE_STORAGE = /cannot save the page/;

/**
 * A refusal as a script that runs before the page's own, and the page's message. The short run
 * tests each once.
 */
const refusals = [
  { of: "localStorage, on access", script: getter("window", "localStorage", blocked), ...inWhole },
  {
    of: "localStorage, on call",
    script: ["getItem", "setItem"]
      .map((name) => method("Storage.prototype", name, blocked))
      .join(""),
  },
  { of: "IndexedDB, on access", script: getter("window", "indexedDB", blocked), ...inWhole },
  { of: "IndexedDB, on call", script: method("IDBFactory.prototype", "open", blocked), ...inWhole },
  {
    of: "Cache Storage, on access",
    script: getter("window", "caches", blocked),
    message: NO_DATA_STORAGE,
    ...inWhole,
  },
  {
    of: "Cache Storage, on call",
    script: method("CacheStorage.prototype", "open", rejected("SecurityError")),
    message: NO_DATA_STORAGE,
  },
  {
    of: "Cache Storage, thrown on call",
    script: method("CacheStorage.prototype", "open", blocked),
    message: NO_DATA_STORAGE,
    ...inWhole,
  },
  {
    of: "Cache Storage that never answers",
    script: method("CacheStorage.prototype", "open", "() => new Promise(() => {})"),
    message: NO_DATA_STORAGE,
    ...inWhole,
  },
  {
    of: "free storage",
    script: method("Cache.prototype", "put", rejected("QuotaExceededError")),
    message: NO_DATA_STORAGE,
  },
  {
    of: "service workers, on access",
    script: getter("Navigator.prototype", "serviceWorker", blocked),
    message: NO_PAGE_STORAGE,
    ...inWhole,
  },
  {
    of: "service workers, on call",
    script: method("ServiceWorkerContainer.prototype", "register", blocked),
    message: NO_PAGE_STORAGE,
    ...inWhole,
  },
  {
    of: "service workers, later",
    script: method("ServiceWorkerContainer.prototype", "register", rejected("SecurityError")),
    message: NO_PAGE_STORAGE,
  },
  {
    of: "service workers, undefined",
    script: "delete Navigator.prototype.serviceWorker;",
    message: NO_PAGE_STORAGE,
    ...inWhole,
  },
  { of: "persistent storage", script: method("StorageManager.prototype", "persist", blocked) },
  {
    of: "crypto.subtle",
    script: getter("Crypto.prototype", "subtle", "() => undefined"),
    ...inWhole,
  },
  { of: "workers", script: noWorkers },
  // What Safari 16.4 lacks.
  { of: "Response.json", script: "delete Response.json;" },
  {
    of: "VideoFrame, OffscreenCanvas, wake lock and sharing",
    script:
      ["VideoFrame", "OffscreenCanvas"].map((name) => `delete window.${name};`).join("") +
      ["wakeLock", "share", "canShare"]
        .map((name) => `delete Navigator.prototype.${name};`)
        .join(""),
  },
  {
    of: "an installation, in Safari on a phone",
    script: "Navigator.prototype.standalone = false;",
    message: /Add this page to your Home Screen/,
  },
  { of: "everything at once", script: all(), message: NO_DATA_STORAGE },
];

for (const { of, script, message, skip } of refusals) {
  test(`without ${of}, the page answers${message ? " and names the limit" : ""}`, {
    skip,
  }, async (t) => {
    const { server } = await servePage(t);
    const { page, errors } = await open(t, server.origin, script);
    await page.locator(".strip .age").waitFor({ timeout: 40_000 });
    await typeScan(page, plain.gtin);
    assert.equal(await textOf(resultName(page)), plain.pack.name);
    const limits = page.getByLabel("What this browser cannot do");
    if (message) {
      assert.match(await textOf(limits), message);
      await limits.getByRole("button").click();
    }
    assert.equal(await limits.count(), 0);
    assert.deepEqual(errors, []);
  });
}

test("without https, and so without storage, digest and service worker, the page answers", async (t) => {
  const { server } = await servePage(t);
  const insecure = await launch({ args: ["--host-resolver-rules=MAP packs.test 127.0.0.1"] });
  const { page, errors } = await open(
    t,
    server.origin.replace("127.0.0.1", "packs.test"),
    "",
    insecure,
  );
  await page.locator(".strip .age").waitFor();
  assert.equal(await page.evaluate(() => isSecureContext), false);
  await typeScan(page, plain.gtin);
  assert.equal(await textOf(resultName(page)), plain.pack.name);
  assert.match(
    await textOf(page.getByLabel("What this browser cannot do")),
    new RegExp(`opened without https.*cannot use the camera.*${NO_DATA_STORAGE.source}`),
  );
  await page.getByRole("button", { name: "Copy name and codes" }).click();
  assert.equal(await textOf(page.locator(".toast")), "Name and codes copied");
  assert.deepEqual(errors, []);
});

test("downloads without a worker if the worker does not load", async (t) => {
  const { server } = await servePage(t);
  const worker = readdirSync(join(paths.page, "assets")).find((name) =>
    name.startsWith("device-worker"),
  );
  server.answers[`/assets/${worker}`] = (_, response) => response.writeHead(404).end();
  const { page } = await open(t, server.origin);
  await page.locator(".strip .age").waitFor();
});

/** Lets the clock run until the page gives up. Its timer may start after it shows the download. */
async function passPatience(page) {
  const notice = page.locator(".notice.caution");
  for (let tries = 0; tries < 10 && !(await notice.isVisible()); tries += 1) {
    await page.clock.fastForward(31_000);
    await notice.waitFor({ timeout: 2_000 }).catch(() => {});
  }
}

test("times out if a worker or server never responds", async (t) => {
  const silent = "window.Worker = class extends EventTarget { postMessage() {} terminate() {} };";
  const { server } = await servePage(t);
  const { page } = await open(t, server.origin, silent, browser, { clock: new Date() });
  await page.getByText("0 % of").waitFor();
  await passPatience(page);
  assert.match(
    await textOf(page.locator(".notice.caution")),
    /did not load.*The download stopped.*Try again/,
  );
});

test("reports a stalled download, and retries", async (t) => {
  const { server, folder } = await servePage(t);
  const firstBytes = readFileSync(join(folder, release().url)).subarray(0, 20_000);
  server.answers[release().url] = (_, response) => response.write(firstBytes);
  const { page } = await open(t, server.origin, "", browser, { clock: new Date() });
  await page.getByText(/[1-9]\d* % of/).waitFor();
  await passPatience(page);
  assert.match(await textOf(page.locator(".notice.caution")), /The download stopped/);
  delete server.answers[release().url];
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(".strip .age").waitFor();
});

/** Without workers too, because a worker would still have the feature. */
const noDecompression = `delete window.DecompressionStream; ${noWorkers}`;
const TOO_OLD = /too old.*Use Chrome or Edge \d+, Firefox \d+, Safari [\d.]+, or a later version/;

test("without DecompressionStream, the page answers if the server encodes the data, and names the limit", async (t) => {
  const { server, folder } = await servePage(t);
  const { url } = release();
  const data = readFileSync(join(folder, url));
  server.answers[url.replace(/\.gz$/, "")] = (_, response) =>
    response.setHeader("Content-Encoding", "gzip").end(data);
  const { page, errors } = await open(t, server.origin, noDecompression);
  await page.locator(".strip .age").waitFor();
  await typeScan(page, plain.gtin);
  assert.equal(await textOf(resultName(page)), plain.pack.name);
  assert.match(await textOf(page.getByLabel("What this browser cannot do")), TOO_OLD);
  assert.deepEqual(errors, []);
});

test("without DecompressionStream, the page names browsers that can read the data of a static host", async (t) => {
  const { server } = await servePage(t);
  const { page, errors } = await open(t, server.origin, noDecompression);
  assert.match(await textOf(page.locator(".notice.caution")), TOO_OLD);
  assert.deepEqual(errors, []);
});

const clocks = [
  {
    at: dayAfter(release().release_date, -3000),
    strip: /check this device's clock/,
    message: /before the data was made/,
  },
  {
    at: dayAfter(release().release_date, 4000),
    strip: /10 years old/,
    message: /after the data was made\. If the clock is wrong/,
  },
];

for (const { at, strip, message } of clocks) {
  test(`with its clock at ${at}, the page answers and warns about expiry dates`, async (t) => {
    const { server } = await servePage(t);
    const { page, errors } = await open(t, server.origin, "", browser, {
      clock: new Date(`${at}T12:00:00`),
    });
    assert.match(await textOf(page.locator(".strip:has(.age)")), strip);
    await type(page, plain.gtin);
    assert.equal(await textOf(resultName(page)), plain.pack.name);
    assert.match(await textOf(page.locator(".card")), message);
    assert.deepEqual(errors, []);
  });
}

function all() {
  const storage = ["localStorage", "indexedDB", "caches"].map((name) =>
    getter("window", name, blocked),
  );
  return [
    ...storage,
    getter("Navigator.prototype", "serviceWorker", blocked),
    getter("Crypto.prototype", "subtle", "() => undefined"),
  ].join("");
}

async function open(t, origin, script = "", from = browser, { clock } = {}) {
  const context = await from.newContext();
  t.after(() => context.close());
  await context.addInitScript({ content: script });
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  if (clock) await page.clock.install({ time: clock });
  await page.goto(origin);
  return { page, errors };
}
