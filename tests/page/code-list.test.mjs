// Tests the check of a list of codes in the browser: a file and a pasted list, the file that is
// written, and axe in both colour schemes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, assertFits } from "./accessibility.mjs";
import { plain, reused } from "./codes.mjs";
import { downloaded, launch, openView, returningVisitor, serve, textOf } from "./driver.mjs";

const { origin } = await serve();
const browser = await launch();
const open = await returningVisitor(browser, origin);

const button = (page, name) => page.getByRole("button", { name });
const result = (page) => page.locator("section.code-list");

async function openList(t, options) {
  const page = await open(t, options);
  await openView(page, "About");
  await page.getByRole("heading", { name: "Check a list of codes" }).waitFor();
  return page;
}

const LIST = `name;EAN\nA;${plain.gtin}\nB;${reused.gtin}\nC;5.01E+12\n`;

test("a file is checked on the device, and written back with what became of each code", async (t) => {
  const page = await openList(t);
  await page
    .getByLabel("Choose the list")
    .setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer: Buffer.from(LIST) });
  await result(page).waitFor();
  const text = await textOf(result(page));
  assert.match(text, /^list\.csv: 3 codes, checked with dm\+d /);
  for (const part of ["Current1", "Re-used: several packs1", "Rounded by a spreadsheet1"])
    assert.ok(text.includes(part), `${part}: ${text}`);
  const { bytes } = await downloaded(page, button(page, "Download the checked list"));
  const csv = String(bytes);
  assert.match(csv, /^\ufeffname,EAN,dmd_status,/);
  assert.equal(csv.trimEnd().split("\r\n").length, 4);
  await button(page, "Close the list").click();
  await result(page).waitFor({ state: "detached" });
});

test("pasted codes are checked, and a text without codes is refused", async (t) => {
  const page = await openList(t);
  const field = page.getByLabel("Or paste codes, one in each line");
  await field.fill("amlodipine");
  await button(page, "Check the codes").click();
  assert.match(
    await textOf(page.locator(".callout.danger")),
    /has no column with GTINs or dm\+d codes/,
  );
  await field.fill(`${plain.gtin}\n${reused.gtin}`);
  await button(page, "Check the codes").click();
  await page.getByText("The pasted list: 2 codes").waitFor();
  await page.getByText("Re-used: several packs: 1").click();
  await page.getByText("packs have carried this GTIN").waitFor();
});

for (const colorScheme of ["light", "dark"])
  test(`axe finds no violation in a checked list, ${colorScheme}`, async (t) => {
    const page = await openList(t, { colorScheme, viewport: { width: 390, height: 844 } });
    await page
      .getByLabel("Or paste codes, one in each line")
      .fill(LIST.split("\n").slice(1).join("\n").replaceAll(";", "\t"));
    await button(page, "Check the codes").click();
    await result(page).waitFor();
    for (const one of await result(page).locator("summary").all()) await one.click();
    await assertAccessible(page);
    await assertFits(page);
  });
