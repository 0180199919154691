// Tests which releases the page takes. It imports the person's own release without sending
// anything. A page that was built with a pinned public key uses only data that the key has signed,
// and keeps what it has.
import assert from "node:assert/strict";
import { readFileSync, cpSync, writeFileSync } from "node:fs";
import { test, before } from "node:test";
import { paths, root } from "../../scripts/common/project.mjs";
import { inWhole } from "../common/whole.mjs";
import { engines } from "../common/engines.mjs";
import { plain, release } from "./codes.mjs";
import { launch, openView, resultName, textOf, typeScan, until } from "./driver.mjs";
import { servePage, visitPage, cached, dayAfter, inControl, inUse, publish } from "./visit.mjs";
import { join } from "node:path";
import { temporaryFolder } from "../common/folders.mjs";
import { run } from "../../scripts/common/run.mjs";
import { testKey } from "../common/signing.mjs";
import { serveFolder } from "./server.mjs";

const browser = await launch();
const zip = readFileSync(paths.demoRelease);
const notice = (page) =>
  page
    .getByRole("region", { name: "Your own release" })
    .or(page.getByRole("alert", { name: "Your own release" }));

test("imports a chosen zip on the device, with progress, and stores it", async (t) => {
  const { page, server } = await visitPage(t, browser);
  server.requests.length = 0;
  await choose(page, "nhsbsa_dmd_11.1.0_20251106000001.zip", zip);
  assert.match(
    await textOf(notice(page).getByText("You are now using your release")),
    /using your release/,
  );
  assert.match(await textOf(notice(page)), /2,000 packs/);
  assert.deepEqual(
    server.requests.filter(({ method }) => method !== "GET"),
    [],
    "the file is not sent",
  );
  await server.stop();
  await page.reload();
  await openView(page, "About");
  await page.getByText("imported on this device from your zip file").waitFor();
  await typeScan(page, plain.gtin);
  assert.equal(await textOf(resultName(page)), plain.pack.name);
});

test("imports a dropped zip", inWhole, async (t) => {
  const { page } = await visitPage(t, browser);
  await page.evaluate(
    ([bytes]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(
        new File([new Uint8Array(bytes)], "demo.zip", { type: "application/zip" }),
      );
      document.dispatchEvent(
        new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }),
      );
    },
    [[...zip]],
  );
  await notice(page).getByText("You are now using your release").waitFor();
});

for (const [what, bytes, says, when] of [
  ["a truncated zip", zip.subarray(0, zip.length / 2), /not a complete zip file/, {}],
  ["no zip at all", Buffer.from("hello"), /not a complete zip file/, inWhole],
  [
    "a picture",
    readFileSync(new URL("../../www/public/icon-192.png", import.meta.url)),
    /not a complete zip file/,
    inWhole,
  ],
]) {
  test(`rejects ${what} in one sentence, and keeps the data`, when, async (t) => {
    const { page } = await visitPage(t, browser);
    await choose(page, "release.zip", bytes);
    const text = await textOf(page.getByRole("alert", { name: "Your own release" }));
    assert.match(text, /release\.zip/);
    assert.match(text, says);
    assert.doesNotMatch(text, /stopped|memory/);
    assert.match(text, /You still have the earlier data/);
    await typeScan(page, plain.gtin);
    assert.equal(await textOf(resultName(page)), plain.pack.name);
  });
}

for (const [name, { start, skip }] of Object.entries(engines)) {
  test(`${name} imports a release`, { skip, ...inWhole }, async (t) => {
    const { server } = await servePage(t);
    server.answers["/test/release.zip"] = (_, response) => response.end(zip);
    const engine = await start();
    t.after(engine.close);
    await engine.open(server.origin);
    assert.match(await engine.run(dropRelease), /^You are now using your release.*2,000 packs/);
    assert.deepEqual(
      server.requests.filter(({ method }) => method !== "GET"),
      [],
      "the file is not sent",
    );
  });
}

/**
 * Runs in the page: drops the zip after the first data is open, and returns the messages of the
 * page.
 */
async function dropRelease() {
  const seen = async (selector, isMeant = () => true) => {
    const end = Date.now() + 40_000;
    const found = () => [...document.querySelectorAll(selector)].find(isMeant);
    while (!found() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
    return found();
  };
  await seen(".strip .age");
  const file = new File([await (await fetch("/test/release.zip")).blob()], "demo.zip", {
    type: "application/zip",
  });
  const drop = new Event("drop", { bubbles: true, cancelable: true });
  document.dispatchEvent(
    Object.assign(drop, { dataTransfer: { files: [file], items: [], types: ["Files"] } }),
  );
  const notice = await seen(
    '[aria-label="Your own release"]',
    ({ textContent }) => !textContent.includes("Reading"),
  );
  return notice?.textContent.replace(/\s+/g, " ").trim();
}

async function choose(page, name, buffer) {
  await openView(page, "About");
  await page.locator("#release-file").setInputFiles({ name, mimeType: "application/zip", buffer });
}

const key = testKey();
const folder = temporaryFolder();

before(() => {
  run("vite", ["build", "--logLevel", "error", "www"], {
    PACK_LOOKUP_PAGE: folder,
    PACK_LOOKUP_PUBLIC_KEYS: key.publicKey,
  });
  for (const name of ["dataset", "_headers"])
    cpSync(join(paths.page, name), join(folder, name), { recursive: true });
});

const serveDescription = (description) =>
  writeFileSync(join(folder, "dataset.json"), JSON.stringify(description));

/** A page of a new visitor. Refused data are errors in its console. */
async function visit(t, server) {
  const context = await browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(server.origin);
  return page;
}

async function serveSigned(t) {
  const server = await serveFolder(folder);
  t.after(() => server.stop());
  return server;
}

test("uses no data without a signature, and then signed data at once", async (t) => {
  serveDescription(release());
  const page = await visit(t, await serveSigned(t));
  const failure = page.getByText(/is not signed, and a key is pinned/i).first();
  await failure.waitFor();
  assert.deepEqual([...(await cached(page))], []);
  serveDescription(await key.sign(release(), 1));
  await page.reload();
  await inUse(page, release()).waitFor();
  await typeScan(page, plain.gtin);
  assert.match(
    await textOf(resultName(page)),
    new RegExp(plain.pack.generic_product_name.slice(0, 9)),
  );
});

test("keeps its data if a later description is forged or replayed, and takes a signed one", async (t) => {
  serveDescription(await key.sign(release(), 5));
  const page = await visit(t, await serveSigned(t));
  await inUse(page, release()).waitFor();
  await inControl(page);
  const stored = await cached(page);
  const next = await publish(folder, { release_date: dayAfter(release().release_date) });
  const replayed = await key.sign(next, 4);
  const forged = { ...(await key.sign(next, 6)), packs: 7 };
  for (const offered of [next, forged, replayed]) {
    serveDescription(offered);
    await page.reload();
    await inUse(page, release()).waitFor();
    await page.getByText("The release of the server was not taken").waitFor();
    await typeScan(page, plain.gtin);
    await resultName(page).waitFor();
    assert.equal(await page.locator(".notice .primary").count(), 0);
    assert.deepEqual(await cached(page), stored);
  }
  serveDescription(await key.sign(next, 6));
  await page.reload();
  await page.locator(".notice .primary").click();
  await inUse(page, next).waitFor();
  const accepted = await page.evaluate(async () =>
    (await (await caches.open("pack-lookup-accepted")).match("/dataset/accepted")).json(),
  );
  assert.equal(accepted.sequence, 6);
  await until(page, async (url) => Boolean(await caches.match(url)), next.url);
});

test("verifies a signature in a few milliseconds", async (t) => {
  const server = await serveFolder(join(root, "npm"));
  t.after(() => server.stop());
  const page = await browser.newPage();
  t.after(() => page.close());
  await page.goto(`${server.origin}/package.json`);
  const times = await page.evaluate(
    async ({ description, publicKey }) => {
      const times = [];
      const { verifySignature } = await import("/signature.js");
      for (let round = 0; round < 50; round += 1) {
        const start = performance.now();
        await verifySignature(description, publicKey);
        times.push(performance.now() - start);
      }
      return times;
    },
    { description: await key.sign(release(), 1), publicKey: key.publicKey },
  );
  const [first] = times;
  const median = times.sort((one, other) => one - other)[25];
  t.diagnostic(`first ${first.toFixed(1)} ms with the library, median ${median.toFixed(2)} ms`);
});
