// Tests a stock-take in the browser: scans, corrections, an expected list, batches to watch, and a
// browser that is killed.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { chromium } from "playwright-core";
import { colorSchemes, inWhole } from "../common/whole.mjs";
import { assertAccessible, assertFits } from "./accessibility.mjs";
import { discontinued, plain, reused, toGtin14, unknown } from "./codes.mjs";
import {
  chromiumOptions,
  downloaded,
  launch,
  leaveAtOnce,
  openPage,
  openView,
  reload,
  serve,
  textOf,
} from "./driver.mjs";
import { begin, box, expectCounts, filesMenu, openTake, scan, toggleLine } from "./stock-takes.mjs";

const { origin } = await serve();
const browser = await launch();
test("counts, corrects, notes, deletes with undo, survives a reload, closes and exports", async (t) => {
  const page = await openPage(t, browser, origin);
  await begin(page);
  await openView(page, "Look up");
  await scan(
    page,
    box(plain.gtin, "AB12", "S1"),
    box(plain.gtin, "AB12", "S2"),
    box(plain.gtin, "CD34"),
    discontinued.gtin,
    unknown,
  );
  assert.match(await textOf(page.locator(".open-take")), /Counting: Weekly, 5 packs/);
  await openTake(page);
  await expectCounts(page, [1, 1, 1, 2]);
  await toggleLine(page, 3);
  await page
    .getByRole("button", { name: `Add 1: ${plain.pack.name}` })
    .last()
    .click();
  await page.getByLabel("Note").last().fill("top shelf");
  await page.getByLabel("Note").last().press("Tab");
  await toggleLine(page, 0);
  await page.getByRole("button", { name: /^Delete the line: No pack has this code/ }).click();
  await expectCounts(page, [1, 1, 3]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectCounts(page, [1, 1, 1, 3]);

  await reload(page);
  await openTake(page);
  await expectCounts(page, [1, 1, 1, 3]);
  assert.equal(await page.getByLabel("Note").last().inputValue(), "top shelf");

  const files = await filesMenu(page);
  const { name, bytes } = await downloaded(page, files.getByRole("button", { name: "CSV" }));
  assert.match(name, /^weekly-\d{4}-\d\d-\d\d\.csv$/);
  for (const part of [plain.gtin, "AB12", "top shelf", "2031-12-31"])
    assert.ok(bytes.includes(part), part);

  await page.getByRole("button", { name: "Close", exact: true }).click();
  await openView(page, "Look up");
  await scan(page, plain.gtin);
  await openTake(page);
  await expectCounts(page, [1, 1, 1, 3], "a closed stock-take gets no scans");
});

test("a correction is kept when the page closes in the moment of its making", async (t) => {
  const page = await openPage(t, browser, origin);
  await begin(page);
  await openView(page, "Look up");
  await scan(page, box(plain.gtin, "AB12"));
  await openTake(page);
  await toggleLine(page, 0);
  await leaveAtOnce(page, page.getByRole("button", { name: `Add 1: ${plain.pack.name}` }).last());
  await openTake(page);
  await expectCounts(page, [2]);
});

test("a recall that is pasted in one tab is watched in another", async (t) => {
  const page = await openPage(t, browser, origin);
  const other = await page.context().newPage();
  await other.goto(origin);
  await other.locator(".strip .age").waitFor();
  await page.getByRole("link", { name: "Watch for the batches of a recall" }).click();
  await page.getByLabel("Text of the recall").fill("Batch number: AB12");
  await page.getByRole("button", { name: "Read the text" }).click();
  await page.getByRole("button", { name: "Watch these batches" }).click();
  await other.getByRole("link", { name: "Watching for 1 recall" }).waitFor();
});

test("a recall is watched when the page closes in the moment of its acceptance", async (t) => {
  const page = await openPage(t, browser, origin);
  await page.getByRole("link", { name: "Watch for the batches of a recall" }).click();
  await page.getByLabel("Text of the recall").fill("Batch number: AB12");
  await page.getByRole("button", { name: "Read the text" }).click();
  await leaveAtOnce(page, page.getByRole("button", { name: "Watch these batches" }));
  await page.locator(".watch .list").getByText("AB12").waitFor();
});

test("stored counts and recalls that cannot be read are not shown as none", async (t) => {
  const page = await openPage(t, browser, origin);
  await begin(page);
  await page.addInitScript(() => {
    IDBObjectStore.prototype.getAll = () => {
      throw new DOMException("damaged", "UnknownError");
    };
  });
  await reload(page);
  for (const records of ["stock-takes", "recalls"])
    await page
      .locator(".stock", { hasText: `The ${records} on this device cannot be read` })
      .waitFor();
});

test("a note that is being typed survives a change of its line", async (t) => {
  const page = await openPage(t, browser, origin);
  await begin(page);
  await openView(page, "Look up");
  await scan(page, plain.gtin);
  await openTake(page);
  await toggleLine(page, 0);
  const note = page.getByLabel("Note").last();
  await note.fill("top shelf");
  // A click of a script leaves the focus in the field.
  await page
    .getByRole("button", { name: `Add 1: ${plain.pack.name}` })
    .last()
    .evaluate((button) => button.click());
  await expectCounts(page, [2]);
  assert.equal(await note.inputValue(), "top shelf");
});

test("an expected list is read from a file, and compared", async (t) => {
  const page = await openPage(t, browser, origin);
  await begin(page);
  await openView(page, "Look up");
  await scan(page, plain.gtin, discontinued.gtin);
  await openTake(page);
  const list = `Barcode,Qty\n${toGtin14(plain.gtin)},2\n${unknown},1\nnonsense,1\n`;
  await page
    .locator("#expected")
    .setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer: Buffer.from(list) });
  assert.match(await textOf(page.locator("#columns-title")), /Columns of list\.csv/);
  const preview = page.getByRole("region", { name: "The first rows" });
  assert.deepEqual(await preview.getByRole("columnheader").allTextContents(), [
    "1: Barcode",
    "2: Qty",
  ]);
  assert.equal(await preview.getByRole("cell").first().textContent(), toGtin14(plain.gtin));
  await page.getByRole("button", { name: "Use this list" }).click();
  await page.getByText("Missing: 1").waitFor();
  const shown = await textOf(page.locator("main"));
  for (const part of [
    "1 of 3 rows not used",
    "Row 4: “nonsense” is not a GTIN or an AMPP code",
    "Missing: 1",
    "Not listed: 1",
    "No pack has the code of the list: 1",
  ])
    assert.ok(shown.includes(part), part);
  const difference = page.getByRole("group", { name: "Export the difference" });
  const { bytes } = await downloaded(page, difference.getByRole("button", { name: "JSON" }));
  const { rows, rows_not_used } = JSON.parse(bytes);
  assert.equal(rows_not_used, 1);
  assert.deepEqual(
    rows.map(({ difference, counted, expected }) => [difference, counted, expected]),
    [
      ["row-not-used", "0", "0"],
      ["missing", "1", "2"],
      ["unknown-code", "0", "1"],
      ["not-listed", "1", "0"],
    ],
  );
});

test("a code of the list that packs have shared is compared when a person has chosen", async (t) => {
  const page = await openPage(t, browser, origin);
  await begin(page);
  await openView(page, "Look up");
  await scan(page, reused.gtin);
  await openTake(page);
  await page.locator("#expected").setInputFiles({
    name: "list.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      `Weekly list\n\nGTIN,Discount,Quantity\n${reused.gtin},5,"1,5"\n${reused.gtin},5,1\n`,
    ),
  });
  assert.match(
    await textOf(page.locator(".not-used")),
    /1 of 2 rows not used.*Row 4: “1,5” is not a whole number/,
  );
  await page.getByRole("button", { name: "Use this list" }).click();
  await page.getByText("Re-used code: choose which pack: 2").waitFor();
  const choices = page.getByRole("group", { name: "Which pack does the list mean?" });
  await choices.getByRole("button").first().click();
  await page.getByText("Re-used code: choose which pack: 1").waitFor();
  await page.getByText("Missing: 1").waitFor();
  // The comparison has its own address, and the rows that were not used stay.
  await page.reload();
  await page.getByText("Missing: 1").waitFor();
  assert.match(await textOf(page.locator(".not-used")), /1 of 2 rows not used/);
});

test("a list that is dropped on the page is read for the open stock-take", async (t) => {
  const page = await openPage(t, browser, origin);
  const drop = () =>
    page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["gtin,qty\n9520000000011,1\n"], "dropped.csv"));
      document.body.dispatchEvent(
        new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }),
      );
    });
  await drop();
  assert.match(await textOf(page.locator(".toast")), /Start a stock-take first/);
  await begin(page);
  await openView(page, "Look up");
  await drop();
  assert.match(await textOf(page.locator("#columns-title")), /Columns of dropped\.csv/);
});

test("a pasted recall is checked, warns of its batch, and marks earlier rows", async (t) => {
  const page = await openPage(t, browser, origin);
  await scan(page, box(plain.gtin, "AB12"));
  await openView(page, "Stock-take");
  await page.getByRole("link", { name: "Watch for the batches of a recall" }).click();
  await page
    .getByLabel("Text of the recall")
    .fill(`Class 2 recall\nGTIN ${toGtin14(plain.gtin)}\nBatch number: AB12`);
  await page.getByRole("button", { name: "Read the text" }).click();
  assert.match(await textOf(page.locator(".watch")), /Check what was recognised.*AB12/);
  await page.getByRole("button", { name: "Watch these batches" }).click();
  await openView(page, "History");
  assert.match(await textOf(page.locator(".history .hit")), /On your recall list: check the batch/);
  await openView(page, "Look up");
  await scan(page, box(plain.gtin, "AB12"));
  assert.match(
    await textOf(page.locator(".callout.danger")),
    /^Batch AB12 is on your recall list of/,
  );
});

for (const [colorScheme, when] of colorSchemes) {
  test(`has no accessibility violation, ${colorScheme}`, when, async (t) => {
    const page = await openPage(t, browser, origin, {
      colorScheme,
      viewport: { width: 390, height: 844 },
      bypassCSP: true,
    });
    await openView(page, "Stock-take");
    const check = async (place) => {
      // While a card appears, its colours have less contrast.
      await page.waitForTimeout(300);
      await assertAccessible(page, place);
      await assertFits(page, place);
    };
    await check("the start");
    await begin(page);
    await openView(page, "Look up");
    await scan(page, box(plain.gtin, "AB12"), discontinued.gtin);
    await openTake(page);
    await check("the lines");
    await toggleLine(page, 1);
    await check("an open line");
    await filesMenu(page);
    await check("the menu");
    await page.keyboard.press("Escape");
    await page.locator("#expected").setInputFiles({
      name: "list.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`gtin,qty,name\n${plain.gtin},2,"${plain.pack.name}"\n`),
    });
    await page.locator("#columns-title").waitFor();
    await check("the columns");
    await page.getByRole("button", { name: "Use this list" }).click();
    await check("the comparison");
  });
}

test("a browser that is killed keeps every stored scan", inWhole, async () => {
  const folder = mkdtempSync(join(tmpdir(), "pack-lookup-killed-"));
  let total = 0;
  try {
    for (const scans of [1, 4, 9]) {
      const context = await chromium.launchPersistentContext(folder, chromiumOptions());
      const page = context.pages()[0] ?? (await context.newPage());
      await page.goto(origin);
      await page.locator(".strip .age").waitFor();
      if (total === 0) await begin(page);
      await openView(page, "Look up");
      for (let number = 0; number < scans; number += 1)
        await scan(page, box(plain.gtin, "AB12", `S${(total += 1)}`));
      await page.waitForFunction(stored, total);
      for (const pid of spawnSync("pgrep", ["-f", folder])
        .stdout.toString()
        .split("\n")
        .filter(Boolean))
        process.kill(Number(pid), "SIGKILL");
      await new Promise((resolve) => context.on("close", resolve));
    }
    const context = await chromium.launchPersistentContext(folder, chromiumOptions());
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(origin);
    await page.locator(".strip .age").waitFor();
    await openTake(page);
    await expectCounts(page, [total]);
    await context.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Runs in the page: whether the database has this many scans. */
async function stored(total) {
  const opening = indexedDB.open("pack-lookup-stock-takes");
  await new Promise((resolve) => (opening.onsuccess = resolve));
  const counting = opening.result.transaction("events").objectStore("events").count();
  await new Promise((resolve) => (counting.onsuccess = resolve));
  opening.result.close();
  return counting.result === total;
}
