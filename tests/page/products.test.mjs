// Tests grouped search results on the page: products that open by mouse and keyboard, and facets.
import assert from "node:assert/strict";
import { test } from "node:test";
import { packs } from "./codes.mjs";
import { returningVisitor, launch, openPage, serve, textOf } from "./support.mjs";

const { origin } = await serve();
const browser = await launch();
const again = await returningVisitor(browser, origin);
const TEXT = "paracetamol";
const grouped = (options) => packs.search(TEXT, { groupBy: "product", sort: "relevance", limit: 100, ...options });

async function searched(t, options) {
  const page = await (options ? openPage(t, browser, origin, options) : again(t));
  await page.getByLabel("Barcode number or name").fill(TEXT);
  await page.locator("#hits-title").waitFor();
  return page;
}

test("a product opens by keyboard, announces its number of packs, and keeps the focus", async (t) => {
  const page = await searched(t);
  const { product, packs: inside, suppliers } = grouped().groups.find(({ origin, packs }) => origin === "supplier" && packs > 1);
  const button = page.locator(".group").filter({ has: page.getByText(product, { exact: true }) }).first();
  assert.equal(await button.getAttribute("aria-expanded"), "false");
  assert.match(await textOf(button), new RegExp(`${inside} packs ?${suppliers} supplier`));
  await button.focus();
  await page.keyboard.press("Space");
  assert.equal(await button.getAttribute("aria-expanded"), "true");
  assert.ok(await button.evaluate((button) => button === document.activeElement));
  const list = page.getByRole("list", { name: `Packs of ${product}` });
  assert.equal(await list.getByRole("listitem").count(), inside);
  await page.keyboard.press("Tab");
  assert.ok(await list.locator(".hit").first().evaluate((hit) => hit === document.activeElement), "the first pack is next");
  await button.press("Enter");
  assert.equal(await list.count(), 0);
});

test("facet filters apply, announce, clear, and keep the focus", async (t) => {
  const page = await searched(t);
  const { total, facets } = grouped();
  const [{ value, packs: left }] = facets.form;
  const chip = page.getByRole("group", { name: "Form" }).getByRole("button", { name: `${value} ${left} packs`, exact: true });
  assert.equal(await chip.getAttribute("aria-pressed"), "false");
  await chip.focus();
  await page.keyboard.press("Enter");
  assert.match(await textOf(page.locator("#hits-title")), new RegExp(`^${left} of ${total} packs`));
  assert.equal(await chip.getAttribute("aria-pressed"), "true");
  assert.ok(await chip.evaluate((chip) => chip === document.activeElement));
  for (const supplier of grouped({ form: value }).facets.supplier.slice(0, 3)) {
    const name = `${supplier.value} ${supplier.packs} pack${supplier.packs === 1 ? "" : "s"}`;
    assert.equal(await page.getByRole("group", { name: "Supplier" }).getByRole("button", { name, exact: true }).count(), 1, name);
  }
  await page.getByRole("button", { name: "Clear filters" }).click();
  assert.match(await textOf(page.locator("#hits-title")), new RegExp(`^${total} packs`));
  assert.equal(await page.evaluate(() => document.activeElement.id), "hits-title");
});

test("imports and special orders have a separate heading", async (t) => {
  const page = await searched(t);
  await page.getByLabel("Barcode number or name").fill("special order");
  const apart = page.getByRole("region", { name: "Imports and special orders" });
  await apart.waitFor();
  assert.equal(await page.locator(".products").count(), 1, "there is no other list");
  assert.ok((await apart.locator("li").count()) > 0);
});

test("the list fits a phone", async (t) => {
  const page = await searched(t, { viewport: { width: 320, height: 640 } });
  await page.locator(".group").first().click();
  await page.locator(".chips button").first().click();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});

test("typed text is in no address", async (t) => {
  const page = await searched(t);
  await page.locator(".chips button").first().click();
  assert.equal(new URL(page.url()).search + new URL(page.url()).hash, "");
});

test("a pasted box text keeps its lines apart, and a long one is truncated with a warning", async (t) => {
  const page = await openPage(t, browser, origin);
  const field = page.getByLabel("Barcode number or name");
  await pasteText(field, "Paracetamol\n500 mg tablets");
  assert.equal(await field.inputValue(), "Paracetamol 500 mg tablets");
  await page.locator("#hits-title").waitFor();
  await field.fill("");
  await pasteText(field, "Paracetamol 500 mg tablets ".repeat(10));
  assert.match(await field.inputValue(), / (Paracetamol|500|mg|tablets)$/);
  await page.locator("#app").getByText("Text too long. The search uses the first 200 characters").waitFor();
});

function pasteText(field, text) {
  return field.evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    field.focus();
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
