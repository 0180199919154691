// Tests that after each scan the name, the size and the worst warning are on the screen, wherever
// the person had scrolled to.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inWhole } from "../common/whole.mjs";
import { clip } from "./clips.mjs";
import { discontinued, mistyped, plain, reused, toGtin14, unknown } from "./codes.mjs";
import {
  launch,
  openPage,
  resultName,
  returningVisitor,
  serve,
  start,
  textOf,
  typeScan,
} from "./driver.mjs";

const { origin } = await serve();
const browser = await launch();
const again = await returningVisitor(browser, origin);

const screens = [
  { width: 390, height: 844 },
  { width: 360, height: 640, ...inWhole },
  { width: 844, height: 390 },
  { width: 820, height: 1180, ...inWhole },
  { width: 1280, height: 900, ...inWhole },
];

const box = (gtin, more) => `]d201${toGtin14(gtin)}${more}`;

/** Scans with no warning, with each kind of warning, and with several. */
const scans = {
  "a current pack": [plain.gtin],
  "a discontinued pack": [discontinued.gtin],
  "a re-used code": [reused.gtin],
  "an unknown code": [unknown],
  "a mistyped code": [mistyped],
  "an expired box": [box(plain.gtin, "17200101")],
  "an expired box that was scanned before": [
    box(plain.gtin, "1720010121SN1"),
    unknown,
    box(plain.gtin, "1720010121SN1"),
  ],
  "an expired box with a re-used code": [box(reused.gtin, "1720010110AB12")],
  "a discontinued, expired box that was scanned before": [
    box(discontinued.gtin, "1720010121SN2"),
    unknown,
    box(discontinued.gtin, "1720010121SN2"),
  ],
};

for (const { width, height, skip } of screens) {
  describe(`${width} × ${height}`, { skip }, () => {
    for (const [name, texts] of Object.entries(scans)) {
      test(`${name} is in sight after a hand scan, from the end of the page`, async (t) => {
        const page = await again(t);
        await page.setViewportSize({ width, height });
        await typeScan(page, plain.gtin);
        await resultName(page).waitFor();
        for (const text of texts) {
          await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
          await typeScan(page, text);
        }
        assert.deepEqual(await hiddenParts(page, PARTS), []);
      });
    }

    test("the answer to a camera scan is in sight", async (t) => {
      const film = await clip({
        name: `ean13-${plain.gtin}`,
        bcid: "ean13",
        text: plain.gtin,
        scale: 4,
      });
      const filming = await start({ film });
      t.after(() => filming.close());
      const page = await openPage(t, filming, origin, {
        viewport: { width, height },
        permissions: ["camera"],
      });
      await page.getByRole("button", { name: "Scan with the camera" }).click();
      assert.equal(await textOf(resultName(page)), plain.pack.name);
      const isStacked = width < 700;
      assert.deepEqual(
        await hiddenParts(
          page,
          isStacked
            ? [".glance .title", ".glance .detail", ".glance .status"]
            : [...PARTS, "video"],
        ),
        [],
      );
    });
  });
}

/**
 * The name with the size, and the worst warning: the first one, or the banner of a re-used code, or
 * the status of the pack.
 */
const PARTS = ["#result-name", ".card :is(.warnings > *, .banner > div, .status)"];

/**
 * Returns the parts that are not, or not wholly, between the strip and the lower edge of the
 * screen.
 */
function hiddenParts(page, selectors) {
  return page.evaluate((selectors) => {
    const top = document.querySelector(".strip").getBoundingClientRect().bottom;
    const find = (selector) =>
      document.querySelector(selector) ??
      document.querySelector("pack-scanner").shadowRoot.querySelector(selector);
    const isHidden = (selector) => {
      const part = find(selector)?.getBoundingClientRect();
      return !part || part.height === 0 || part.top < top - 1 || part.bottom > innerHeight + 1;
    };
    const place = (selector) => JSON.stringify(find(selector)?.getBoundingClientRect());
    return selectors
      .filter(isHidden)
      .map(
        (selector) => `${selector}: ${place(selector)}, strip to ${top}, screen to ${innerHeight}`,
      );
  }, selectors);
}

test("outlines the symbol that was read", async (t) => {
  const film = await clip({
    name: `ean13-${plain.gtin}`,
    bcid: "ean13",
    text: plain.gtin,
    scale: 4,
  });
  const filming = await start({ film });
  t.after(() => filming.close());
  const page = await openPage(t, filming, origin, {
    viewport: { width: 390, height: 844 },
    permissions: ["camera"],
  });
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  const outline = page.locator(".outlines polygon");
  await outline.waitFor({ state: "attached" });
  const corners = (await outline.getAttribute("points"))
    .split(" ")
    .map((corner) => corner.split(",").map(Number));
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  // The film shows the symbol in the middle.
  assert.ok(
    Math.min(...xs) > 0 && Math.max(...xs) < 100 && Math.min(...xs) < 50 && Math.max(...xs) > 50,
    String(xs),
  );
  assert.ok(Math.min(...ys) > 0 && Math.max(...ys) < 100, String(ys));
});
