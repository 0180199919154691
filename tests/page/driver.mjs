// Opens the page in Chromium, and acts as its user. A request to another origin, an error in the
// console, or a violation of the page's policies fails the test.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "playwright-core";
import { paths } from "../../scripts/common/project.mjs";
import { serveFolder } from "./server.mjs";

const GROUP_SEPARATOR = "\x1d";

/** Serves the folder of the page until the tests of the file end. */
export async function serve(answers) {
  const server = await serveFolder(paths.page, answers);
  after(() => server.stop());
  return server;
}

/**
 * Starts a browser that ends with the test or the tests of the file. `film` is the picture of its
 * camera; without it there is no camera.
 */
export async function launch(options) {
  const browser = await start(options);
  after(() => browser.close());
  return browser;
}

/** Starts a browser. The caller must close it. */
export function start({ film, args = [] } = {}) {
  const camera = film
    ? ["--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${film}`]
    : [];
  return chromium.launch(chromiumOptions([...camera, ...args]));
}

/** Opens the page and waits for its data. `expectErrors` is for tests that cut the network. */
export async function openPage(t, browser, origin, { expectErrors = false, ...options } = {}) {
  const context = await browser.newContext({ acceptDownloads: true, ...options });
  t.after(() => context.close());
  return loaded(t, await watched(context, origin), origin, { expectErrors });
}

/**
 * Opens pages of a returning visitor, with one first visit for all tests of a file. The history and
 * settings of a test are deleted before the next one.
 */
export async function returningVisitor(browser, origin) {
  const context = await browser.newContext({ acceptDownloads: true });
  const watch = await watched(context, origin);
  return async (t) => {
    t.after(() => Promise.all(context.pages().map((page) => page.close())));
    await forget(context, origin);
    return loaded(t, watch, origin);
  };
}

async function forget(context, origin) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", {
    origin,
    storageTypes: "indexeddb,local_storage",
  });
  await page.close();
}

/**
 * How long an expected element may take, in milliseconds. On a loaded machine, the three frames
 * that must agree on each of five codes took more than 30 seconds.
 */
const PATIENCE_MS = 120_000;

/** Records the violations of a context's pages, and their requests to other origins. */
async function watched(context, origin) {
  context.setDefaultTimeout(PATIENCE_MS);
  const violations = await violationsIn(context);
  const foreignRequests = [];
  await context.route("**", (route) => route.fallback());
  context.on("request", (request) => {
    if (!isOwn(request.url(), origin)) foreignRequests.push(request.url());
  });
  return { context, violations, foreignRequests };
}

/** The server of a test ends before its pages, which may still be loading something. */
const OF_ENDED_SERVER = /net::ERR_CONNECTION_(?:RESET|REFUSED)/;

async function loaded(
  t,
  { context, violations, foreignRequests },
  origin,
  { expectErrors = false } = {},
) {
  const errors = [];
  const page = await context.newPage();
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  t.after(() => {
    assert.deepEqual(violations.splice(0), [], "no policy of the page is violated");
    assert.deepEqual(foreignRequests.splice(0), [], "no request leaves the origin");
    const own = errors.filter((text) => !OF_ENDED_SERVER.test(text));
    if (!expectErrors) assert.deepEqual(own, [], "the console has no errors");
  });
  await page.goto(origin);
  await page.locator(".strip .age").waitFor();
  return page;
}

/**
 * Records violations of the Content-Security-Policy in a context, including scripts at untrusted
 * addresses.
 */
export async function violationsIn(context) {
  const violations = [];
  await context.exposeFunction("reportViolation", (violation) => violations.push(violation));
  await context.addInitScript(() => {
    document.addEventListener(
      "securitypolicyviolation",
      ({ effectiveDirective, blockedURI, sample }) =>
        reportViolation(`${effectiveDirective} ${blockedURI} ${sample}`),
    );
  });
  return violations;
}

const isOwn = (url, origin) => url.startsWith(origin) || /^(blob|data|about):/.test(url);

/**
 * Types like a hand scanner, with Enter at the end. Keys have explicit times, so that a slow
 * machine is not a slow scanner. `stalls` maps a character's index to extra milliseconds before it.
 */
export async function typeScan(page, text, { gapMs = 8, stalls = {} } = {}) {
  const session = await page.context().newCDPSession(page);
  const start = Date.now() / 1000;
  const keys = [
    ...[...text].map(keyOf),
    { key: "Enter", code: "Enter", text: "\r", windowsVirtualKeyCode: 13 },
  ];
  let at = 0;
  const sent = keys.map((key, index) => {
    at += gapMs + (stalls[index] ?? 0);
    return session.send("Input.dispatchKeyEvent", {
      type: "keyDown",
      timestamp: start + at / 1000,
      ...key,
    });
  });
  await Promise.all(sent);
  await session.detach();
}

/**
 * Records the announcements from now on, which `announcementsOf` returns as `{ politeness, text }`.
 * The live regions have only the last one.
 */
export const recordAnnouncements = (page) =>
  page.evaluate(() => {
    window.announced = [];
    const record = ({ target }) =>
      target.textContent &&
      window.announced.push({ politeness: target.ariaLive, text: target.textContent });
    const observer = new MutationObserver((changes) => changes.forEach(record));
    for (const region of document.querySelectorAll("[aria-live]"))
      observer.observe(region, { childList: true });
  });

export const announcementsOf = (page) => page.evaluate(() => window.announced);

/** Types like a person. With the test's own clock, no key is as fast as a hand scanner. */
export async function type(page, text) {
  await page.getByLabel("Barcode number or name").fill(text);
  await page.keyboard.press("Enter");
}

const UNTIL_MS = 60_000;

/**
 * Waits until a function returns true, or a promise of true, in the page. Playwright's
 * `waitForFunction` counts every promise as true.
 */
export const until = (page, isTrue, argument) =>
  untilTrue(
    () => page.evaluate(isTrue, argument),
    UNTIL_MS,
    () => String(isTrue),
  );

/**
 * Waits until `check` returns a promise of true. After the timeout, fails with what `describe`
 * returns.
 */
export async function untilTrue(check, timeoutMs, describe) {
  for (const end = Date.now() + timeoutMs; !(await check()); await pause(20)) {
    if (Date.now() >= end) assert.fail(`timed out: ${await describe()}`);
  }
}

const CONTROL = 2;

const keyOf = (character) =>
  character === GROUP_SEPARATOR
    ? { key: "]", modifiers: CONTROL }
    : { key: character, text: character };

/** Reloads the page, and waits for its data. */
export async function reload(page) {
  await page.reload();
  await page.locator(".strip .age").waitFor();
}

/**
 * Clicks a button, and closes the page in the same moment, before a database can answer. A browser
 * then drops each transaction that is not committed, or keeps it by chance: here it always drops it.
 */
export async function leaveAtOnce(page, button) {
  await page.evaluate(() => {
    const begin = IDBDatabase.prototype.transaction;
    window.begun = [];
    IDBDatabase.prototype.transaction = function (...options) {
      const transaction = begin.apply(this, options);
      window.begun.push(transaction);
      return transaction;
    };
  });
  const loaded = page.waitForEvent("load");
  await button.evaluate(async (button) => {
    button.click();
    // Promises go on, and the database cannot answer meanwhile.
    for (let step = 0; step < 100; step += 1) await null;
    for (const transaction of window.begun)
      try {
        transaction.abort();
      } catch {
        // It is committed.
      }
    location.reload();
  });
  await loaded;
  await page.locator(".strip .age").waitFor();
}

/** Chooses a view of the page by its name in the navigation. */
export const openView = (page, name) => page.getByRole("link", { name }).click();

/** Clicks a button, and reads the file that the browser then saves. */
export async function downloaded(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

export const resultName = (page) => page.locator("#result-name");

/** The text of an element, when it appears. */
export async function textOf(locator) {
  await locator.waitFor();
  return (await locator.textContent()).replace(/\s+/g, " ").trim();
}

/**
 * The first two features load pages for the address bar, which tests do not show, and take a
 * seventh of a test's time. Chromium uses only the last list, so it repeats Playwright's own.
 */
const disabled = [
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"],
  ...[
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
  ],
  ...[
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
  ],
  ...[
    "TcpPortRandomizationWin",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
  ],
];

export function chromiumOptions(extra = []) {
  return {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--disable-features=${disabled.join()}`,
      ...extra,
    ],
  };
}

/**
 * Writes rows of a pack, one second apart, with two rows per batch. The page reads them when it
 * loads.
 */
export async function fillHistory(page, entries, { gtin, pack }) {
  const row = {
    outcome: "pack",
    packId: pack.pack_id,
    name: pack.name,
    code: gtin,
    expiry: "2031-12-31",
    request: { by: "code", text: gtin },
    doubts: [{ kind: "demonstration", about: "data", text: "Demonstration data" }],
  };
  await page.evaluate(fill, { entries, row });
  await page.reload();
  await page.locator(".strip .age").waitFor();
  await page.locator("#recent").waitFor();
}

async function fill({ entries, row }) {
  const done = (request, event) =>
    new Promise((resolve, reject) => Object.assign(request, { [event]: resolve, onerror: reject }));
  const opening = indexedDB.open("pack-lookup-history");
  await done(opening, "onsuccess");
  const transaction = opening.result.transaction("rows", "readwrite");
  const first = Date.now() - entries * 1000;
  for (let number = 0; number < entries; number++) {
    const at = first + number * 1000;
    const key = `${String(at).padStart(15, "0")}-${number}`;
    transaction
      .objectStore("rows")
      .put({ ...row, key, at, batch: `B${number >> 1}`, serial: `S${number}` });
  }
  await done(transaction, "oncomplete");
  opening.result.close();
}
