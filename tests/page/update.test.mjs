// Tests updates of the page's data: a few kilobytes, or the whole release if the update cannot be
// used.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { unzipSync, zipSync } from "fflate";
import { importRelease } from "../../npm/import.js";
import { publishDataset, publishUpdates } from "../../scripts/build/page.mjs";
import { paths } from "../../scripts/common/project.mjs";
import { inWhole } from "../common/whole.mjs";
import { engines } from "../common/engines.mjs";
import { plain, release } from "./codes.mjs";
import { launch, resultName, textOf, typeScan } from "./driver.mjs";
import { answer, cached, inUse, servePage, visitPage } from "./visit.mjs";

/** One pack changes in this number of packs. */
const EVERY = 50;

const changes = [
  (record) => record.replace(" Ltd)", " Limited)"),
  (record) =>
    record.includes("<DISCCD>")
      ? record
      : record.replace("</AMPP>", "<DISCCD>0001</DISCCD><DISCDT>2025-11-12</DISCDT></AMPP>"),
  (record) => record.replace(/<LEGAL_CATCD>\d+</, "<LEGAL_CATCD>0001<"),
  () => "",
];

const browser = await launch();
const before = readFileSync(paths.demoDataset);
const after = await nextWeek();
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** A page with last week's release, whose server has the next one and an update. */
async function aWeekLater(t) {
  const { page, server, folder } = await visitPage(t, browser);
  const { newer, update } = await publishNextWeek(folder);
  await page.reload();
  await page.getByRole("button", { name: "Download now" }).waitFor();
  server.requests.length = 0;
  return { page, server, newer, update };
}

async function publishNextWeek(folder) {
  const newer = await publishDataset(after, folder);
  const [update] = await publishUpdates(after, folder, [{ digest: sha256(before), bytes: before }]);
  return { newer, update };
}

const requestedUrls = (server) => new Set(server.requests.map(({ url }) => url));

/** Asserts that the release is in use and stored, and that no warning was shown. */
async function isInstalled(page, newer) {
  await inUse(page, newer).waitFor();
  assert.equal(await page.locator(".notice.caution, .notice.danger").count(), 0);
  await page.waitForFunction((url) => caches.match(url).then(Boolean), newer.url);
  assert.deepEqual(await cached(page), new Set(["/dataset/current", newer.url]));
  assert.equal(JSON.parse((await answer(page, "/api/about")).body).dataset.release, newer.release);
}

test("an update replaces the download, and the page reports its size", async (t) => {
  const { page, server, newer, update } = await aWeekLater(t);
  assert.ok(
    update.download_bytes < newer.download_bytes / 10,
    `${update.download_bytes} of ${newer.download_bytes} bytes`,
  );
  assert.match(
    await textOf(page.locator(".notice", { has: page.locator(".primary") })),
    /New release.*, \d KB/,
  );
  await page.getByRole("button", { name: "Download now" }).click();
  assert.match(
    await textOf(page.locator(".toast", { hasText: "Updated. You downloaded" })),
    /^Updated\. You downloaded \d KB instead of \d+ KB$/,
  );
  await isInstalled(page, newer);
  assert.ok(requestedUrls(server).has(update.url));
  assert.ok(!requestedUrls(server).has(newer.url), "the whole release is not downloaded");
  await server.stop();
  await page.reload();
  await inUse(page, newer).waitFor();
  await typeScan(page, plain.gtin);
  assert.equal(await textOf(resultName(page)), plain.pack.name);
});

const failures = {
  "is missing": ({ server, update }) =>
    (server.answers[update.url] = (_, response) => response.writeHead(404).end()),
  "is damaged": ({ server, update }) =>
    (server.answers[update.url] = (_, response) => response.end("not in gzip")),
  "finds no importer": ({ page }) =>
    page.context().route("**/*importer*.wasm", (route) => route.abort()),
  "finds a worker that breaks": ({ page }) =>
    page
      .context()
      .route("**/import-worker*", (route) =>
        route.fulfill({ contentType: "text/javascript", body: "throw new Error('broken')" }),
      ),
};

const inShort = ["is damaged"];

for (const [what, spoil] of Object.entries(failures)) {
  test(
    `downloads without a warning if the update ${what}`,
    inShort.includes(what) ? {} : inWhole,
    async (t) => {
      const visit = await aWeekLater(t);
      const { page, server, newer } = visit;
      await spoil(visit);
      await page.getByRole("button", { name: "Download now" }).click();
      await isInstalled(page, newer);
      assert.equal(await page.locator(".toast", { hasText: "Updated. You downloaded" }).count(), 0);
      assert.ok(requestedUrls(server).has(newer.url));
    },
  );
}

test("downloads the whole release if no update is listed", inWhole, async (t) => {
  const { page, server, newer, update } = await aWeekLater(t);
  assert.equal(update.from, release().sha256);
  await page.evaluate(async () => {
    const cache = await caches.open(
      (await caches.keys()).find((name) => name.startsWith("pack-lookup-dataset")),
    );
    const stored = await (await cache.match("/dataset/current")).json();
    await cache.put("/dataset/current", Response.json({ ...stored, sha256: "f".repeat(64) }));
  });
  await page.getByRole("button", { name: "Download now" }).click();
  await isInstalled(page, newer);
  assert.ok(!requestedUrls(server).has(update.url));
});

for (const [name, { start, skip }] of Object.entries(engines)) {
  test(`${name} applies an update`, { skip, ...inWhole }, async (t) => {
    const { server, folder } = await servePage(t);
    const engine = await start();
    t.after(engine.close);
    await engine.open(server.origin);
    await engine.run(hasData);
    const { newer, update } = await publishNextWeek(folder);
    server.requests.length = 0;
    await engine.open(server.origin);
    assert.match(await engine.run(acceptUpdate), /^Updated\. You downloaded \d KB/);
    assert.equal(await engine.run(currentRelease), newer.release_date);
    assert.ok(requestedUrls(server).has(update.url));
    assert.ok(
      !requestedUrls(server).has(newer.url) &&
        !requestedUrls(server).has(newer.url.replace(/\.gz$/, "")),
      "the whole release is not downloaded",
    );
  });
}

/** Runs in the page: waits until the data of the first visit is open and stored. */
async function hasData() {
  const end = Date.now() + 20_000;
  const isStored = async () =>
    document.querySelector(".strip .age") && (await caches.match("/dataset/current"));
  while (!(await isStored()) && Date.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Runs in the page: accepts the offer, and returns the page's messages. */
async function acceptUpdate() {
  const seen = async (selector) => {
    const end = Date.now() + 20_000;
    while (!document.querySelector(selector) && Date.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 50));
    return document.querySelector(selector);
  };
  (await seen('[aria-label="New release"] .primary')).click();
  return (await seen(".toast, .notice.caution"))?.textContent.replace(/\s+/g, " ").trim();
}

/** Runs in the page. */
const currentRelease = () => document.querySelector(".strip time").getAttribute("datetime");

/**
 * The demonstration release a week later: some packs are renamed, discontinued, re-priced,
 * removed and added, as in a real week.
 */
async function nextWeek() {
  const files = unzipSync(readFileSync(paths.demoRelease));
  const name = Object.keys(files).find((file) => file.startsWith("f_ampp2"));
  let count = 0;
  const text = new TextDecoder().decode(files[name]).replace(/<AMPP>.*?<\/AMPP>/gs, (record) => {
    count += 1;
    // The first packs have the codes of the documentation, so they are unchanged.
    return count < EVERY || count % EVERY > 0
      ? record
      : changes[(count / EVERY) % changes.length](record);
  });
  files[name] = new TextEncoder().encode(text);
  const { dataset } = await importRelease(zipSync(files), {
    name: "nhsbsa_dmd_11.2.0_20251113000001.zip",
  });
  return Buffer.from(dataset);
}
