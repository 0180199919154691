// Tests search results on the page: products and facets, partial matches whose warnings stay with
// the pack, and reasons for an empty result.
import assert from "node:assert/strict";
import { test } from "node:test";
import { strFromU8, unzipSync } from "fflate";
import { assertFits } from "./accessibility.mjs";
import { packs, plain } from "./codes.mjs";
import {
  downloaded,
  launch,
  openPage,
  openView,
  resultName,
  returningVisitor,
  serve,
  textOf,
} from "./driver.mjs";

const { origin } = await serve();
const browser = await launch();
const again = await returningVisitor(browser, origin);
const TEXT = "paracetamol";
const grouped = (options) => packs.search(TEXT, { groupBy: "product", limit: 100, ...options });

async function searched(t, options) {
  const page = await (options ? openPage(t, browser, origin, options) : again(t));
  await page.getByLabel("Barcode number or name").fill(TEXT);
  await page.locator("#hits-title").waitFor();
  return page;
}

test("searches names while typing, and opens a pack by keyboard", async (t) => {
  const page = await again(t);
  const [word] = plain.pack.name.split(" ");
  await page.getByLabel("Barcode number or name").pressSequentially(word, { delay: 60 });
  const { total } = packs.search(word);
  assert.ok((await textOf(page.locator("#hits-title"))).includes(String(total)));
  const [line] = packs.search(word, { groupBy: "product" }).groups;
  if (line.packs > 1) {
    await page.locator(".group").first().focus();
    await page.keyboard.press("Enter");
  }
  await page.locator(".hit").first().focus();
  await page.keyboard.press("Enter");
  await resultName(page).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), "result-name");
});

test("a suggestion completes the word and keeps the focus", async (t) => {
  const page = await again(t);
  await page.getByLabel("Barcode number or name").pressSequentially("amlod", { delay: 20 });
  await page.getByRole("button", { name: "amlodipine", exact: true }).click();
  assert.equal(await page.getByLabel("Barcode number or name").inputValue(), "amlodipine ");
  assert.equal(await page.evaluate(() => document.activeElement.id), "query");
  const [next] = packs.suggest("amlodipine ");
  await page.getByRole("button", { name: next.text, exact: true }).waitFor();
});

test("a product opens by keyboard, announces its number of packs, and keeps the focus", async (t) => {
  const page = await searched(t);
  const {
    product,
    packs: inside,
    suppliers,
  } = grouped().groups.find(({ origin, packs }) => origin === "supplier" && packs > 1);
  const button = page
    .locator(".group")
    .filter({ has: page.getByText(product, { exact: true }) })
    .first();
  assert.equal(await button.getAttribute("aria-expanded"), "false");
  assert.match(await textOf(button), new RegExp(`${inside} packs ?${suppliers} supplier`));
  await button.focus();
  await page.keyboard.press("Space");
  assert.equal(await button.getAttribute("aria-expanded"), "true");
  assert.ok(await button.evaluate((button) => button === document.activeElement));
  const list = page.getByRole("list", { name: `Packs of ${product}` });
  assert.equal(await list.getByRole("listitem").count(), inside);
  await page.keyboard.press("Tab");
  assert.ok(
    await list
      .locator(".hit")
      .first()
      .evaluate((hit) => hit === document.activeElement),
    "the first pack is next",
  );
  await button.press("Enter");
  assert.equal(await list.count(), 0);
});

test("facet filters apply, announce, clear, and keep the focus", async (t) => {
  const page = await searched(t);
  const { total, facets } = grouped();
  const [{ value, packs: left }] = facets.form;
  const filter = page.getByRole("button", { name: "Filter" });
  // Until they are shown, the filters are one stop of the keyboard.
  assert.equal(await page.locator(".chips button").first().isVisible(), false);
  await filter.click();
  const chip = page
    .getByRole("group", { name: "Form" })
    .getByRole("button", { name: `${value} ${left} packs`, exact: true });
  assert.equal(await chip.getAttribute("aria-pressed"), "false");
  await chip.focus();
  await page.keyboard.press("Enter");
  assert.match(await textOf(page.locator("#hits-title")), new RegExp(`^${left} of ${total} packs`));
  assert.equal(await chip.getAttribute("aria-pressed"), "true");
  assert.ok(await chip.evaluate((chip) => chip === document.activeElement));
  for (const supplier of grouped({ form: value }).facets.supplier.slice(0, 3)) {
    const name = `${supplier.value} ${supplier.packs} pack${supplier.packs === 1 ? "" : "s"}`;
    assert.equal(
      await page
        .getByRole("group", { name: "Supplier" })
        .getByRole("button", { name, exact: true })
        .count(),
      1,
      name,
    );
  }
  await page.getByRole("button", { name: "Clear filters" }).click();
  assert.match(await textOf(page.locator("#hits-title")), new RegExp(`^${total} packs`));
  assert.equal(await page.evaluate(() => document.activeElement.id), "hits-title");
});

test("properties narrow the list, together with the filters of products", async (t) => {
  const page = await searched(t);
  const { total } = grouped();
  const title = page.locator("#hits-title");
  await page.getByRole("button", { name: "Filter" }).click();
  const row = (name) => page.getByRole("group", { name, exact: true });
  const chips = row("Legal category").getByRole("button");
  const left = Number(/(\d+) packs?$/.exec(await chips.first().innerText())?.[1]);
  await chips.first().click();
  assert.match(await textOf(title), new RegExp(`^${left} of ${total} packs`));
  // The rows of properties do not know the form, so together they can leave nothing.
  await row("Form").getByRole("button").last().click();
  await row("Sugar free").getByRole("button", { name: /^Yes/ }).click();
  await page.getByText("No packs match these filters.").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  assert.match(await textOf(title), new RegExp(`^${total} packs`));
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
  assert.equal(
    await page.locator(".chips").first().isVisible(),
    false,
    "the filters do not push the list off the screen",
  );
  await page.getByRole("button", { name: "Filter" }).click();
  await page.locator(".chips button").first().click();
  await assertFits(page);
});

test("brands and counts begin below the name of their product", async (t) => {
  const page = await searched(t, { viewport: { width: 390, height: 844 } });
  const rows = await page.locator(".group").evaluateAll((groups) =>
    groups.map((group) => {
      const left = (part) => part.getBoundingClientRect().left;
      return [
        left(group.querySelector(".product")),
        ...[...group.querySelectorAll(".rest")].map(left),
      ];
    }),
  );
  assert.ok(
    rows.some((row) => row.length > 2),
    "a product with brands",
  );
  for (const row of rows) assert.equal(new Set(row).size, 1, row.join());
});

test("typed text is in no address that leaves the device", async (t) => {
  const page = await searched(t);
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.getByRole("button", { name: "Filter" }).click();
  await page.locator(".chips button").first().click();
  // Browsers send nothing after the `#`.
  const { pathname, search, hash } = new URL(page.url());
  const withText = requests.filter((url) => url.toLowerCase().includes(TEXT));
  assert.deepEqual([pathname + search, hash.startsWith("#/search?q="), withText], ["/", true, []]);
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
  await page
    .locator(".hits")
    .getByText("Text too long. The search used its first 200 characters")
    .waitFor();
});

function pasteText(field, text) {
  return field.evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    field.focus();
    field.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

const QUERY = "amlodipine 5mg zqxjk 4617B tablets";
const IGNORED = "No exact match. Ignored: “zqxjk”";

async function search(page, text) {
  await page.getByLabel("Barcode number or name").fill(text);
  await page.locator("#hits-title").waitFor();
}

async function openFirst(page) {
  const group = page.locator(".group[aria-expanded=false]").first();
  if (await group.isVisible()) await group.click();
  await page.locator(".hits .hit").first().click();
  return textOf(resultName(page));
}

const dangers = (page) => page.locator(".callout.danger");

test("a pack of a partial match keeps its warnings when it is opened, after a reload, and in each file", async (t) => {
  const page = await openPage(t, browser, origin, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  assert.ok(packs.search(QUERY).relaxed);
  await search(page, QUERY);
  assert.match(await textOf(dangers(page)), new RegExp(`^${IGNORED}`));
  assert.match(
    await textOf(page.locator(".status.caution", { hasText: "4617B" })),
    /^Also ignored: .*“4617B”/,
  );

  const name = await openFirst(page);
  assert.match(await textOf(dangers(page)), new RegExp(`^${IGNORED}`));
  assert.match(
    await textOf(page.locator("#announce-assertive")),
    new RegExp(`^Warning: ${IGNORED}`),
  );
  await page.getByRole("button", { name: "Copy name and codes" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(copied.includes(IGNORED) && copied.includes("4617B"), copied);

  await page.reload();
  assert.match(
    await textOf(dangers(page)),
    new RegExp(`^${IGNORED}`),
    "the address leads to the pack, with its warnings",
  );
  await page.goto(origin);
  const recent = page.locator(".list .hit");
  assert.match(await textOf(recent), /Ignored word may be a medicine.*Words ignored/);
  await openView(page, "History");
  for (const format of ["CSV", "JSON", "Spreadsheet"]) {
    const text = await exported(page, format);
    assert.ok(text.includes(IGNORED) && text.includes("4617B"), `${format}: ${text}`);
  }
  await page.locator(".history .hit").click();
  assert.equal(await textOf(resultName(page)), name);
  assert.match(await textOf(dangers(page)), new RegExp(`^${IGNORED}`));
});

async function exported(page, format) {
  const button = page.getByRole("button", { name: format, exact: true });
  const { bytes } = await downloaded(page, button);
  return format === "Spreadsheet"
    ? strFromU8(unzipSync(new Uint8Array(bytes))["xl/sharedStrings.xml"])
    : bytes.toString();
}

test("opens a row of an earlier version", async (t) => {
  const page = await again(t);
  await search(page, QUERY);
  const name = await openFirst(page);
  await page.evaluate(storeAsBefore);
  await page.goto(origin);
  await page.locator(".list .hit").click();
  assert.equal(await textOf(resultName(page)), name);
  assert.match(await textOf(dangers(page)), new RegExp(`^${IGNORED}`));
});

/** Rows of an earlier version had corrections, but no field for partial matches. */
async function storeAsBefore() {
  const done = (request, event) =>
    new Promise((resolve, reject) => Object.assign(request, { [event]: resolve, onerror: reject }));
  const opening = indexedDB.open("pack-lookup-history");
  await done(opening, "onsuccess");
  const rows = opening.result.transaction("rows", "readwrite").objectStore("rows");
  const reading = rows.getAll();
  await done(reading, "onsuccess");
  for (const row of reading.result) {
    delete row.request.relaxed;
    row.doubts = [{ kind: "corrected", about: "code", text: "“zqxjk” was left out" }];
    await done(rows.put(row), "onsuccess");
  }
  opening.result.close();
}

test("an empty result shows the available strengths", async (t) => {
  const page = await again(t);
  await search(page, "amlodipine 81mg");
  const { strengths } = packs.search("amlodipine 81mg").available;
  assert.ok(strengths.length > 1);
  assert.equal(
    await textOf(page.locator(".hits .status")),
    `No pack has this strength. Available: ${strengths.join(", ")}`,
  );
  assert.equal(await page.getByText("Try fewer words").count(), 0);
});

test("an empty result names the word that is the reason", async (t) => {
  const page = await again(t);
  await search(page, "amlodipine ms 5mg");
  assert.match(
    await textOf(page.locator(".hits .status")),
    /^“ms” can mean more than one medicine or route/,
  );
  await search(page, "not amlodipine");
  assert.match(
    await textOf(page.locator(".hits .status")),
    /^This search only has words to exclude/,
  );
});
