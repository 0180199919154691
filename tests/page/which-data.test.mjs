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
import { launch, reload, resultName, textOf, type, typeScan } from "./driver.mjs";
import { cached, dayAfter, inUse, publish, servePage, swap, visitPage } from "./visit.mjs";

const browser = await launch();
const { release_date } = release();
const real = { demo: false };

const offers = [
  {
    message: /New release/,
    change: { release_date: dayAfter(release_date) },
    primary: "Download now",
    ...inWhole,
  },
  {
    message: /Changed release.*published again with changes/,
    change: { release_date },
    primary: "Download now",
    ...inWhole,
  },
  {
    message: /older release.*This device has/,
    change: { release_date: dayAfter(release_date, -7) },
    primary: "Keep the newer release",
    ...inWhole,
  },
  { message: /Real data/, change: { release_date, ...real }, primary: "Download now" },
  {
    message: /only demonstration data.*made up.*real data/,
    before: real,
    change: { release_date: dayAfter(release_date), demo: true },
    primary: "No, keep the real data",
    tone: "danger",
  },
];

for (const { message, before, change, primary, tone, skip } of offers) {
  test(`names the kind of an offered release: ${message.source}`, { skip }, async (t) => {
    const { page, folder } = await visitPage(t, browser, before);
    const offered = await publish(folder, change);
    await page.reload();
    const notice = page.locator(".notice", { has: page.locator(".primary") });
    assert.match(await textOf(notice), message);
    assert.equal(await textOf(notice.locator(".primary")), primary);
    assert.equal(
      await notice.evaluate((element) => element.classList.contains("danger")),
      tone === "danger",
    );
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

for (const [format, message, when] of [
  [FORMAT + 1, /page is too old/, {}],
  [FORMAT - 1, /data is too old/, inWhole],
]) {
  test(`reports data of format ${format} before a download, and continues`, when, async (t) => {
    const { page, folder, server } = await visitPage(t, browser);
    const { url } = await publish(folder, { release_date: dayAfter(release_date), format });
    await page.reload();
    assert.match(await textOf(page.locator(".notice.caution")), message);
    await typeScan(page, plain.gtin);
    assert.equal(await textOf(resultName(page)), plain.pack.name);
    assert.ok(!server.requests.some((request) => request.url === url), "nothing was downloaded");
  });

  test(`reports format ${format} on a first visit`, when, async (t) => {
    const { server } = await servePage(t, { format });
    const page = await open(t, server.origin);
    assert.match(await textOf(page.locator(".notice.caution")), message);
    assert.match(await textOf(page.locator(".strip")), /No data on this device/);
  });
}

test("shows the gaps of a release in the strip, with their meaning, and on every answer", async (t) => {
  const { page } = await visitPage(t, browser, { gaps: ["no_lookup_file"] });
  assert.match(await textOf(page.locator(".strip")), /Incomplete data/);
  await page.locator(".strip summary").click();
  assert.match(await textOf(page.locator(".strip ul")), /legal categories and flags may be wrong/);
  await typeScan(page, plain.gtin);
  assert.match(await textOf(page.locator(".warnings")), /Incomplete data/);
});

test("an open page updates the age of its data, and checks again", async (t) => {
  const { server, folder } = await servePage(t);
  const page = await open(t, server.origin, { at: `${dayAfter(release_date, 3)}T12:00:00` });
  assert.match(await textOf(page.locator(".strip .age")), /3 days old/);
  await type(page, plain.gtin);
  await resultName(page).waitFor();
  await publish(folder, { release_date: dayAfter(release_date, 7) });
  await page.clock.fastForward(20 * 86_400_000);
  await page.getByText("23 days old", { exact: true }).waitFor();
  assert.match(await textOf(page.locator(".strip.caution .age")), /23 days old/);
  assert.equal(
    await page.locator(".warnings", { hasText: "days old" }).count(),
    0,
    "a screen says it once",
  );
  assert.match(
    await textOf(page.locator(".notice", { has: page.locator(".primary") })),
    /New release/,
  );
});

test("detects a changed bit at the next start, warns on every answer, and repairs the data", async (t) => {
  const { page, server } = await visitPage(t, browser);
  await swap(page, release().url, await damagedButOpening());
  server.answers["/dataset.json"] = (_, response) => response.writeHead(503).end();
  await page.reload();
  assert.match(await textOf(page.locator(".notice.danger")), /data on this device is damaged/);
  assert.match(await textOf(page.locator(".strip.danger")), /Damaged data/);
  await typeScan(page, plain.gtin);
  assert.match(await textOf(page.locator(".warnings .danger")), /This answer may be wrong/);

  delete server.answers["/dataset.json"];
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.locator(".strip:not(.danger) .age").waitFor();
  assert.equal(
    await page.locator(".notice.danger, .warnings .danger").count(),
    0,
    "the answer is updated",
  );
  await reload(page);
  await page.waitForTimeout(500);
  assert.equal(await page.locator(".notice.danger").count(), 0);
});

test("reports a truncated dataset on the device, and downloads it again", async (t) => {
  const { page, server } = await visitPage(t, browser);
  const truncated = bytes().subarray(0, 5000);
  await swap(page, release().url, truncated);
  server.answers["/dataset.json"] = (_, response) => response.writeHead(503).end();
  await page.reload();
  assert.match(await textOf(page.getByLabel("Lost data")), /cannot read the data on this device/);
  delete server.answers["/dataset.json"];
  await page.getByRole("button", { name: "Try again" }).click();
  await inUse(page, release()).waitFor();
  assert.equal(await page.locator(".notice").count(), 0);
  assert.deepEqual(await cached(page), new Set(["/dataset/current", release().url]));
});

const bytes = () => gunzipSync(readFileSync(join(paths.page, release().url)));

/** The dataset with one changed bit that opening it does not notice. */
async function damagedButOpening() {
  for (let place = bytes().length - 1; ; place -= 1) {
    const changed = new Uint8Array(bytes());
    changed[place] ^= 1;
    const opened = await PackLookup.open({ dataset: changed, verify: false }).catch(
      () => undefined,
    );
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
