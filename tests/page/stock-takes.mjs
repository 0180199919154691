// Acts as a person who counts packs in a stock-take.
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { toGtin14 } from "./codes.mjs";
import { openView, resultName, typeScan } from "./driver.mjs";

/** The text of a box's matrix code. */
export const box = (gtin, batch, serial = "") =>
  `]d201${toGtin14(gtin)}17311231${serial && `21${serial}\x1d`}10${batch}`;

export async function begin(page, name = "Weekly", place = "Ward 3") {
  await openView(page, "Stock-take");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Place").fill(place);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator("#take-title").waitFor();
}

export async function scan(page, ...texts) {
  for (const text of texts) {
    await typeScan(page, text);
    await resultName(page).waitFor();
  }
}

/**
 * Waits until the lines have these counts, because corrections are stored before the next answer.
 */
export async function expectCounts(page, expected, message) {
  const read = () =>
    page
      .locator(".stock-lines .count")
      .evaluateAll((elements) =>
        elements.map((element) => parseInt(element.textContent.replace("×", ""), 10)),
      );
  for (let attempts = 0; attempts < 50 && !isDeepStrictEqual(await read(), expected); attempts += 1)
    await page.waitForTimeout(50);
  assert.deepEqual(await read(), expected, message);
}

export async function openTake(page) {
  await openView(page, "Stock-take");
  await page.locator("#take-title").waitFor();
}

/** Opens or closes the line at an index. */
export const toggleLine = (page, at) => page.locator(".line-head").nth(at).click();

/** Opens the menu of files, and returns it. */
export async function filesMenu(page) {
  await page.locator("summary", { hasText: "Files" }).click();
  return page.locator(".menu .choices");
}
