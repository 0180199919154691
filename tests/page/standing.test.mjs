// Tests browsers that refuse features: the page still works, and shows what is missing.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { paths } from "../../scripts/common/project.mjs";
import { inWhole } from "../common/whole.mjs";
import { plain, release } from "./codes.mjs";
import { launch, resultName, textOf, type, wedge } from "./support.mjs";
import { dayAfter, served } from "./visit.mjs";

const browser = await launch();

const blocked = `() => { throw new DOMException("site data is blocked", "SecurityError") }`;
const getter = (object, name, get) => `Object.defineProperty(${object}, "${name}", { configurable: true, get: ${get} });`;
const method = (object, name, call) => `${object}.${name} = ${call};`;
const rejected = (name) => `() => Promise.reject(new DOMException("no", "${name}"))`;

const NOT_KEPT = /does not keep the data/;
const NO_PAGE = /does not keep the page/;

/** A refusal as a script that runs before the page's own, and the page's message. The short run tests each once. */
const refusals = [
  { of: "localStorage, on access", script: getter("window", "localStorage", blocked), ...inWhole },
  { of: "localStorage, on call", script: ["getItem", "setItem"].map((name) => method("Storage.prototype", name, blocked)).join("") },
  { of: "IndexedDB, on access", script: getter("window", "indexedDB", blocked), ...inWhole },
  { of: "IndexedDB, on call", script: method("IDBFactory.prototype", "open", blocked), ...inWhole },
  { of: "Cache Storage, on access", script: getter("window", "caches", blocked), says: NOT_KEPT, ...inWhole },
  { of: "Cache Storage, on call", script: method("CacheStorage.prototype", "open", rejected("SecurityError")), says: NOT_KEPT },
  { of: "Cache Storage, thrown on call", script: method("CacheStorage.prototype", "open", blocked), says: NOT_KEPT, ...inWhole },
  { of: "Cache Storage that never answers", script: method("CacheStorage.prototype", "open", "() => new Promise(() => {})"), says: NOT_KEPT, ...inWhole },
  { of: "room on the device", script: method("Cache.prototype", "put", rejected("QuotaExceededError")), says: NOT_KEPT },
  { of: "service workers, on access", script: getter("Navigator.prototype", "serviceWorker", blocked), says: NO_PAGE, ...inWhole },
  { of: "service workers, on call", script: method("ServiceWorkerContainer.prototype", "register", blocked), says: NO_PAGE, ...inWhole },
  { of: "service workers, later", script: method("ServiceWorkerContainer.prototype", "register", rejected("SecurityError")), says: NO_PAGE },
  { of: "service workers, wholly", script: "delete Navigator.prototype.serviceWorker;", says: NO_PAGE, ...inWhole },
  { of: "persistent storage", script: method("StorageManager.prototype", "persist", blocked) },
  { of: "crypto.subtle", script: getter("Crypto.prototype", "subtle", "() => undefined"), ...inWhole },
  { of: "workers", script: `window.Worker = class { constructor() { throw new DOMException("no", "SecurityError") } };` },
  { of: "everything at once", script: all(), says: NOT_KEPT },
];

for (const { of, script, says, skip } of refusals) {
  test(`without ${of}, the page answers${says ? " and says what it can't do" : ""}`, { skip }, async (t) => {
    const { server } = await served(t);
    const { page, errors } = await open(t, server.origin, script);
    await page.locator(".strip .age").waitFor({ timeout: 40_000 });
    await wedge(page, plain.gtin);
    assert.equal(await textOf(resultName(page)), plain.pack.name);
    const limits = page.getByLabel("What this browser can't do");
    if (says) {
      assert.match(await textOf(limits), says);
      await limits.getByRole("button").click();
    }
    assert.equal(await limits.count(), 0);
    assert.deepEqual(errors, []);
  });
}

test("without https there is no storage, digest or service worker: the page answers", async (t) => {
  const { server } = await served(t);
  const insecure = await launch({ args: ["--host-resolver-rules=MAP packs.test 127.0.0.1"] });
  const { page, errors } = await open(t, server.origin.replace("127.0.0.1", "packs.test"), "", insecure);
  await page.locator(".strip .age").waitFor();
  assert.equal(await page.evaluate(() => isSecureContext), false);
  await wedge(page, plain.gtin);
  assert.equal(await textOf(resultName(page)), plain.pack.name);
  assert.match(await textOf(page.getByLabel("What this browser can't do")), new RegExp(`${NOT_KEPT.source}.*${NO_PAGE.source}`));
  assert.deepEqual(errors, []);
});

test("a download's worker that does not load leaves its work to the page", async (t) => {
  const { server } = await served(t);
  const worker = readdirSync(join(paths.page, "assets")).find((name) => name.startsWith("download.worker"));
  server.answers[`/assets/${worker}`] = (_, response) => response.writeHead(404).end();
  const { page } = await open(t, server.origin);
  await page.locator(".strip .age").waitFor();
});

test("a worker, or a server, that never answers is no endless wait", async (t) => {
  const silent = "window.Worker = class extends EventTarget { postMessage() {} terminate() {} };";
  const { server } = await served(t);
  const { page } = await open(t, server.origin, silent, browser, { clock: new Date() });
  await page.getByText("0 % of").waitFor();
  await page.clock.fastForward(31_000);
  assert.match(await textOf(page.locator(".notice.caution")), /could not be loaded.*came to a stop.*Try again/);
});

test("a download that stalls on its way is told, and can be tried again", async (t) => {
  const { server, folder } = await served(t);
  const firstBytes = readFileSync(join(folder, release().url)).subarray(0, 20_000);
  server.answers[release().url] = (_, response) => response.write(firstBytes);
  const { page } = await open(t, server.origin, "", browser, { clock: new Date() });
  await page.getByText("% of").waitFor();
  await page.clock.fastForward(31_000);
  assert.match(await textOf(page.locator(".notice.caution")), /came to a stop/);
  delete server.answers[release().url];
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(".strip .age").waitFor();
});

const clocks = [
  { at: dayAfter(release().release_date, -3000), strip: /clock is behind/, says: /before the data was made/ },
  { at: dayAfter(release().release_date, 4000), strip: /10 years old/, says: /after the data was made: if that is wrong/ },
];

for (const { at, strip, says } of clocks) {
  test(`with its clock at ${at}, the page answers and says what it can't judge`, async (t) => {
    const { server } = await served(t);
    const { page, errors } = await open(t, server.origin, "", browser, { clock: new Date(`${at}T12:00:00`) });
    assert.match(await textOf(page.locator(".strip:has(.age)")), strip);
    await type(page, plain.gtin);
    assert.equal(await textOf(resultName(page)), plain.pack.name);
    assert.match(await textOf(page.locator(".doubts")), says);
    assert.deepEqual(errors, []);
  });
}

function all() {
  const storage = ["localStorage", "indexedDB", "caches"].map((name) => getter("window", name, blocked));
  return [...storage, getter("Navigator.prototype", "serviceWorker", blocked), getter("Crypto.prototype", "subtle", "() => undefined")].join("");
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
