// Opens an HTML snippet in Chromium, types a re-used code, and compares the list with the document.
import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import { chromium } from "playwright-core";
import { chromiumOptions } from "../../page/driver.mjs";
import { serveFolder } from "../../page/server.mjs";

const CODE = "9521001000017";

export const lackOfChromium = () => !existsSync(chromiumOptions().executablePath) && "chromium is missing";

/** Returns the text of the list when it has the expected number of lines. */
export async function shownBy(t, file, expected) {
  const server = await serveFolder(dirname(file));
  t.after(() => server.stop());
  const browser = await chromium.launch(chromiumOptions());
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`${server.origin}/${basename(file)}`);
  await page.waitForFunction(() => document.title.endsWith(" packs"));
  await page.locator("input").fill(CODE);
  await page.keyboard.press("Enter");
  await page.locator("li").nth(expected.trimEnd().split("\n").length - 1).waitFor();
  return (await page.locator("li").allTextContents()).join("\n");
}
