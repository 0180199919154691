// Tests the data quality report in a browser: it fits a phone, is accessible, and leads to the
// pages of packs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { paths } from "../../scripts/common/project.mjs";
import { startServing } from "../npm/serving.mjs";
import { colorSchemes } from "../common/whole.mjs";
import { launch, textOf } from "./driver.mjs";

const service = await startServing({ dataset: paths.testDataset });
after(() => service.stop());
const browser = await launch();

async function open(t, options) {
  const context = await browser.newContext(options);
  t.after(() => context.close());
  const page = await context.newPage();
  const faults = [];
  page.on(
    "console",
    (message) =>
      message.type() === "error" &&
      !/status of 404/.test(message.text()) &&
      faults.push(message.text()),
  );
  await page.goto(`${service.origin}/data-quality`);
  t.after(() => assert.deepEqual(faults, []));
  return page;
}

test("the report names its release, its warning and that it gives no verdict, and leads to packs", async (t) => {
  const page = await open(t);
  assert.equal(
    await textOf(page.locator("h1")),
    "Data quality of dm+d release 8.2.0_20250814000001",
  );
  assert.match(await textOf(page.locator(".demo")), /^Demonstration data: /);
  assert.match(
    await textOf(page.locator("main > .warning")),
    /^No verdict: these are the register's own entries\./,
  );
  const wrong = page.getByRole("region", { name: "GTINs with a wrong check digit" });
  assert.equal(await textOf(wrong.getByRole("rowheader")), "9520000000040");
  await wrong.getByRole("link").click();
  assert.equal(
    await textOf(page.locator("h1")),
    "Cetirizine 10mg tablets (Demo Pharma Ltd) 30 tablet",
  );
});

test("the report is not wider than a phone of 320 pixels", async (t) => {
  const page = await open(t, { viewport: { width: 320, height: 640 } });
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    "no horizontal scrolling",
  );
});

for (const [colorScheme, when] of colorSchemes) {
  test(`axe finds no violation in the report, ${colorScheme}`, when, async (t) => {
    const page = await open(t, { colorScheme, bypassCSP: true });
    await page.addScriptTag({
      content: readFileSync(
        new URL("../../node_modules/axe-core/axe.min.js", import.meta.url),
        "utf8",
      ),
    });
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(
      violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html).slice(0, 3)]),
      [],
    );
  });
}
