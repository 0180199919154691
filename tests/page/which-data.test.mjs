// Tests which data is offered, and the messages for data that is unreadable, damaged or old.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { FORMAT, PackLookup } from "../../npm/core.js";
import { paths } from "../../scripts/common/project.mjs";
import { inWhole } from "../common/whole.mjs";
import { plain, release } from "./codes.mjs";
import { launch, resultName, textOf, type, wedge } from "./support.mjs";
import { cached, dayAfter, inUse, publish, served, swap, visited } from "./visit.mjs";

const browser = await launch();
const { release_date } = release();
const real = { demo: false };

const offers = [
  { says: /New release/, change: { release_date: dayAfter(release_date) }, primary: "Download now", ...inWhole },
  { says: /Re-issued.*published again/, change: { release_date }, primary: "Download now", ...inWhole },
  { says: /older release.*That of this device/, change: { release_date: dayAfter(release_date, -7) }, primary: "Don't change", ...inWhole },
  { says: /Real data/, change: { release_date, ...real }, primary: "Download now" },
  {
    says: /only demonstration data: invented packs.*real data/,
    before: real,
    change: { release_date: dayAfter(release_date), demo: true },
    primary: "No, keep the real data",
    tone: "danger",
  },
];

for (const { says, before, change, primary, tone, skip } of offers) {
  test(`what is offered says what it is: ${says.source}`, { skip }, async (t) => {
    const { page, folder } = await visited(t, browser, before);
    const offered = await publish(folder, change);
    await page.reload();
    const notice = page.locator(".notice", { has: page.locator(".primary") });
    assert.match(await textOf(notice), says);
    assert.equal(await textOf(notice.locator(".primary")), primary);
    assert.equal(await notice.evaluate((element) => element.classList.contains("danger")), tone === "danger");
    if (primary !== "Download now") {
      await notice.locator(".primary").click();
      assert.equal(await notice.count(), 0);
      await page.reload();
      await notice.getByRole("button").last().click();
    } else {
      await notice.locator(".primary").click();
    }
    await page.waitForFunction((url) => caches.match(url).then(Boolean), offered.url);
    await inUse(page, offered).waitFor();
  });
}

for (const [format, says, when] of [[FORMAT + 1, /page must be updated/, {}], [FORMAT - 1, /older than this page/, inWhole]]) {
  test(`data of format ${format} is told before it is downloaded, and the page goes on`, when, async (t) => {
    const { page, folder, server } = await visited(t, browser);
    const { url } = await publish(folder, { release_date: dayAfter(release_date), format });
    await page.reload();
    assert.match(await textOf(page.locator(".notice.caution")), says);
    await wedge(page, plain.gtin);
    assert.equal(await textOf(resultName(page)), plain.pack.name);
    assert.ok(!server.requests.some((request) => request.url === url), "nothing was downloaded");
  });

  test(`a first visit that meets format ${format} says so`, when, async (t) => {
    const { server } = await served(t, { format });
    const page = await open(t, server.origin);
    assert.match(await textOf(page.locator(".notice.caution")), says);
    assert.match(await textOf(page.locator(".strip")), /No data on this device/);
  });
}

test("what a release lacked stands in the strip, in words, and beside every answer", async (t) => {
  const { page } = await visited(t, browser, { gaps: ["no_lookup_file"] });
  assert.match(await textOf(page.locator(".strip")), /Incomplete data/);
  assert.match(await textOf(page.locator(".notice")), /legal categories and flags read as usually published/);
  await wedge(page, plain.gtin);
  assert.match(await textOf(page.locator(".doubts")), /Incomplete data/);
});

test("a page left open for weeks grows old in sight, and asks again", async (t) => {
  const { server, folder } = await served(t);
  const page = await open(t, server.origin, { at: `${dayAfter(release_date, 3)}T12:00:00` });
  assert.match(await textOf(page.locator(".strip .age")), /3 days old/);
  await type(page, plain.gtin);
  await resultName(page).waitFor();
  await publish(folder, { release_date: dayAfter(release_date, 7) });
  await page.clock.fastForward(20 * 86_400_000);
  await page.getByText("23 days old", { exact: true }).waitFor();
  assert.match(await textOf(page.locator(".doubts")), /The data is 23 days old/);
  assert.match(await textOf(page.locator(".notice", { has: page.locator(".primary") })), /New release/);
});

test("a bit that changed on the device is found at the next start, told on every answer, and mended", async (t) => {
  const { page, server } = await visited(t, browser);
  await swap(page, release().url, await damagedButOpening());
  server.answers["/dataset.json"] = (_, response) => response.writeHead(503).end();
  await page.reload();
  assert.match(await textOf(page.locator(".notice.danger")), /data on this device is damaged/);
  assert.match(await textOf(page.locator(".strip.danger")), /Damaged data/);
  await wedge(page, plain.gtin);
  assert.match(await textOf(page.locator(".doubts .danger")), /this answer may be wrong/);

  delete server.answers["/dataset.json"];
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.locator(".strip:not(.danger) .age").waitFor();
  assert.equal(await page.locator(".notice.danger, .doubts .danger").count(), 0, "the answer is asked again");
  await page.reload();
  await page.locator(".strip .age").waitFor();
  await page.waitForTimeout(500);
  assert.equal(await page.locator(".notice.danger").count(), 0);
});

test("a torn dataset on the device is told, and fetched again", async (t) => {
  const { page, server } = await visited(t, browser);
  const torn = bytes().subarray(0, 5000);
  await swap(page, release().url, torn);
  server.answers["/dataset.json"] = (_, response) => response.writeHead(503).end();
  await page.reload();
  assert.match(await textOf(page.getByLabel("Lost data")), /can't be read any more/);
  delete server.answers["/dataset.json"];
  await page.getByRole("button", { name: "Try again" }).click();
  await inUse(page, release()).waitFor();
  assert.equal(await page.locator(".notice").count(), 0);
  assert.deepEqual(await cached(page), new Set(["/dataset/current", release().url]));
});

const bytes = () => gunzipSync(readFileSync(join(paths.page, release().url)));

/** Returns the dataset with one changed bit that opening it does not notice. */
async function damagedButOpening() {
  for (let place = bytes().length - 1; ; place -= 1) {
    const changed = new Uint8Array(bytes());
    changed[place] ^= 1;
    const opened = await PackLookup.open({ dataset: changed, verify: false }).catch(() => undefined);
    if (opened && (await opened.verify()) === false) return changed;
  }
}

/** Opens the page for a first visit, which may fail. `at` is the time of its clock. */
async function open(t, origin, { at } = {}) {
  const context = await browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  if (at) await page.clock.install({ time: new Date(at) });
  await page.goto(origin);
  await page.locator(".strip").waitFor();
  return page;
}
