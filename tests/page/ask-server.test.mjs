// Tests a first visit on a slow network: what waits, what the person can send to the server, and
// what stays on the device.
import assert from "node:assert/strict";
import { test } from "node:test";
import { packs, plain, release, toGtin14 } from "./codes.mjs";
import { launch, openView, resultName, textOf, typeScan } from "./driver.mjs";
import { servePage } from "./visit.mjs";

const browser = await launch();
const SEND = "Look it up on the server now";
const BATCH = "BATCH77Q";

/**
 * Opens the page while its data does not arrive. `isApi` is whether the server has the API. Returns
 * the page and a function that sends the data.
 */
async function openWhileLoading(t, { isApi = true } = {}) {
  const { server } = await servePage(t);
  const held = [];
  const { url } = release();
  for (const path of [url, url.replace(/\.gz$/, "")])
    server.answers[path] = (_, response) => held.push({ path, response });
  if (isApi)
    for (const path of ["/api/about", "/api/search", `/api/ampp/${plain.pack.pack_id}`])
      server.answers[path] = answerFromModule;
  const context = await browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(server.origin);
  await page.getByText("% of").waitFor();
  const deliver = async () => {
    for (const path of [url, url.replace(/\.gz$/, "")]) delete server.answers[path];
    held.splice(0).forEach(({ response }) => response.writeHead(404).end());
    await page.locator(".strip .age").waitFor();
  };
  return { page, server, deliver };
}

async function answerFromModule({ url }, response) {
  const answer = await packs.fetch(url);
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(await answer.text());
}

const lookups = ({ requests }) =>
  requests.map(({ url }) => url).filter((url) => url.startsWith("/api/") && url !== "/api/about");

test("a scan waits, is sent only after the tap, and is answered again by the device", async (t) => {
  const { page, server, deliver } = await openWhileLoading(t);
  await typeScan(page, `]d201${toGtin14(plain.gtin)}10${BATCH}`);
  const offer = page.getByRole("button", { name: SEND });
  await offer.waitFor();
  assert.deepEqual(lookups(server), []);
  await offer.click();
  assert.equal(await textOf(resultName(page)), plain.pack.name);
  assert.match(await textOf(page.locator(".card")), /Answered by the server, not by this device/);
  assert.equal(lookups(server).length, 2);
  assert.ok(!JSON.stringify(server.requests).includes(BATCH));
  await deliver();
  await page.locator(".card").getByText("Answered by the server").waitFor({ state: "detached" });
  assert.equal(await textOf(resultName(page)), plain.pack.name);
  await openView(page, "History");
  assert.doesNotMatch(await textOf(page.locator("main")), /Answered by the server/);
});

test("a search waits, and can be sent", async (t) => {
  const { page, server, deliver } = await openWhileLoading(t);
  const [word] = plain.pack.name.split(" ");
  await page.getByLabel("Barcode number or name").fill(word);
  assert.match(
    await textOf(page.locator(".waiting")),
    new RegExp(`The packs for “${word}” appear here when the data has loaded`),
  );
  await page.getByRole("button", { name: SEND }).click();
  await page.locator(".hit").first().waitFor();
  assert.match(await textOf(page.locator(".hits")), /Answered by the server, not by this device/);
  assert.equal(lookups(server).length, 1);
  await deliver();
  await page.locator(".hits").getByText("Answered by the server").waitFor({ state: "detached" });
});

test("a remembered choice sends the next questions, and can be withdrawn", async (t) => {
  const { page, server } = await openWhileLoading(t);
  await typeScan(page, plain.gtin);
  const choice = page.getByLabel("Do this for every question until the data has loaded");
  await choice.check();
  await page.getByRole("button", { name: SEND }).click();
  await resultName(page).waitFor();
  await typeScan(page, plain.gtin);
  await page.waitForFunction(() => document.querySelectorAll(".waiting").length === 0);
  const sent = lookups(server).length;
  assert.ok(sent >= 3);
  await page.reload();
  await page.getByText("% of").waitFor();
  await page.getByLabel("Barcode number or name").fill("a");
  await choice.uncheck();
  await typeScan(page, plain.gtin);
  await page.getByRole("button", { name: SEND }).waitFor();
  assert.equal(lookups(server).length, sent);
});

test("makes no offer on a host for files only", async (t) => {
  const { page, server } = await openWhileLoading(t, { isApi: false });
  await typeScan(page, plain.gtin);
  assert.match(await textOf(page.locator(".waiting")), /Scan saved/);
  await page.waitForFunction(() => performance.getEntriesByName(`${origin}/api/about`).length > 0);
  assert.equal(await page.getByRole("button", { name: SEND }).count(), 0);
  assert.deepEqual(lookups(server), []);
});
