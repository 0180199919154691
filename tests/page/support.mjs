// A browser on the page, with what no test may let pass: a request to another origin, an error in the console, anything that
// the page's own policies had to stop.
import assert from "node:assert/strict";
import { after } from "node:test";
import { chromium } from "playwright-core";
import { chromiumOptions } from "./chromium.mjs";
import { paths } from "../../scripts/common/project.mjs";
import { serveFolder } from "./server.mjs";

const GROUP_SEPARATOR = "\x1d";

/** A server of the page's folder that stops with the tests of the file. */
export async function serve(answers) {
  const server = await serveFolder(paths.page, answers);
  after(() => server.stop());
  return server;
}

/**
 * A browser that ends with the test, or the tests of the file, that launches it. `film` is what its camera sees; without
 * one it has none.
 */
export async function launch(options) {
  const browser = await start(options);
  after(() => browser.close());
  return browser;
}

/** A browser that whoever starts it has to end. */
export function start({ film, args = [] } = {}) {
  const camera = film ? ["--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${film}`] : [];
  return chromium.launch(chromiumOptions([...camera, ...args]));
}

/** The page, loaded and with its data open. `expectErrors` is for tests that take the network away. */
export async function openPage(t, browser, origin, { expectErrors = false, ...options } = {}) {
  const context = await browser.newContext({ acceptDownloads: true, ...options });
  t.after(() => context.close());
  return loaded(t, await watched(context, origin), origin, { expectErrors });
}

/**
 * Opens pages as somebody who comes again: what a first visit takes is taken once for all tests of a file. What the page
 * keeps of a test, its history and settings, is gone before the next one.
 */
export async function comingAgain(browser, origin) {
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
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb,local_storage" });
  await page.close();
}

/** A context with what its pages try against their policies, and ask of others. */
async function watched(context, origin) {
  const violations = await violationsIn(context);
  const strangers = [];
  await context.route("**", (route) => route.fallback());
  context.on("request", (request) => {
    if (!isOwn(request.url(), origin)) strangers.push(request.url());
  });
  return { context, violations, strangers };
}

async function loaded(t, { context, violations, strangers }, origin, { expectErrors = false } = {}) {
  const errors = [];
  const page = await context.newPage();
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  t.after(() => {
    assert.deepEqual(violations.splice(0), [], "nothing is against the policies of the page");
    assert.deepEqual(strangers.splice(0), [], "no request leaves the origin");
    if (!expectErrors) assert.deepEqual(errors, [], "the console has no errors");
  });
  await page.goto(origin);
  await page.locator(".strip .age").waitFor();
  return page;
}

/** What pages of a context try against their Content-Security-Policy, scripts at addresses that nobody vouched for among it. */
export async function violationsIn(context) {
  const violations = [];
  await context.exposeFunction("toldOfViolation", (violation) => violations.push(violation));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) => toldOfViolation(`${effectiveDirective} ${blockedURI} ${sample}`));
  });
  return violations;
}

const isOwn = (url, origin) => url.startsWith(origin) || /^(blob|data|about):/.test(url);

/**
 * Types as a hand scanner does, wherever the focus is, with Enter at the end. The keys carry times of their own,
 * so that a slow machine is no slow scanner. `stalls` says before which character how many milliseconds more pass.
 */
export async function wedge(page, text, { gapMs = 8, stalls = {} } = {}) {
  const session = await page.context().newCDPSession(page);
  const start = Date.now() / 1000;
  const keys = [...[...text].map(keyOf), { key: "Enter", code: "Enter", text: "\r", windowsVirtualKeyCode: 13 }];
  let at = 0;
  const sent = keys.map((key, index) => {
    at += gapMs + (stalls[index] ?? 0);
    return session.send("Input.dispatchKeyEvent", { type: "keyDown", timestamp: start + at / 1000, ...key });
  });
  await Promise.all(sent);
  await session.detach();
}

/** Types as a person does. With a clock of the test's own no key has a time that would make a hand scanner of it. */
export async function type(page, text) {
  await page.getByLabel("Barcode number or name").fill(text);
  await page.keyboard.press("Enter");
}

const CONTROL = 2;

const keyOf = (character) =>
  character === GROUP_SEPARATOR ? { key: "]", modifiers: CONTROL } : { key: character, text: character };

export const resultName = (page) => page.locator("#result-name");

/** The text that an element comes to have. */
export async function textOf(locator) {
  await locator.waitFor();
  return (await locator.textContent()).replace(/\s+/g, " ").trim();
}
