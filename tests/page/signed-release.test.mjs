// Tests a page that was built with a pinned public key, with its service worker: it uses only data
// that the key has signed, and keeps what it has.
import assert from "node:assert/strict";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { paths, root } from "../../scripts/common/project.mjs";
import { temporaryFolder } from "../common/folders.mjs";
import { run } from "../../scripts/common/run.mjs";
import { testKey } from "../common/signing.mjs";
import { plain, release } from "./codes.mjs";
import { launch, resultName, textOf, until, typeScan } from "./driver.mjs";
import { serveFolder } from "./server.mjs";
import { cached, dayAfter, inControl, inUse, publish } from "./visit.mjs";

const browser = await launch();
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

/** Returns a page of a new visitor. Refused data are errors in its console. */
async function visit(t, server) {
  const context = await browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(server.origin);
  return page;
}

async function start(t) {
  const server = await serveFolder(folder);
  t.after(() => server.stop());
  return server;
}

test("uses no data without a signature, and then signed data at once", async (t) => {
  serveDescription(release());
  const page = await visit(t, await start(t));
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
  const page = await visit(t, await start(t));
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
