// Tests the manifest of the built page: its files exist, and have the sizes and types that it
// states.
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { paths } from "../../scripts/common/project.mjs";

const manifest = JSON.parse(readFileSync(join(paths.page, "manifest.webmanifest"), "utf8"));
const pictures = [
  ...manifest.icons,
  ...manifest.shortcuts.flatMap(({ icons = [] }) => icons),
  ...manifest.screenshots,
];
const bitmaps = pictures.filter(({ type }) => type === "image/png");
const MAX_SCREENSHOT_BYTES = 100_000;

const PNG = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** Returns the size of a PNG as `WIDTHxHEIGHT`, from its header. */
function sizeOf(file) {
  const bytes = readFileSync(file);
  assert.deepEqual(bytes.subarray(0, PNG.length), PNG, `${file} is a PNG`);
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

const fileOf = ({ src }) => join(paths.page, src);

test("every picture of the manifest exists", () => {
  const missing = pictures.filter((picture) => !existsSync(fileOf(picture)));
  assert.deepEqual(missing, []);
});

test("every bitmap of the manifest has the size that it states", () => {
  assert.ok(bitmaps.length > 0);
  for (const bitmap of bitmaps) assert.equal(sizeOf(fileOf(bitmap)), bitmap.sizes, bitmap.src);
});

// Chromium ignores a screenshot with a side below 320 or above 3840 pixels, or with one side more
// than 2.3 times as long as the other.
test("there is a screenshot for narrow and for wide screens, in a size that Chromium accepts", () => {
  assert.deepEqual(manifest.screenshots.map(({ form_factor }) => form_factor).sort(), [
    "narrow",
    "wide",
  ]);
  for (const { sizes, label, src } of manifest.screenshots) {
    const sides = sizes
      .split("x")
      .map(Number)
      .sort((a, b) => a - b);
    assert.ok(
      sides[0] >= 320 && sides[1] <= 3840 && sides[1] <= 2.3 * sides[0],
      `${src}: ${sizes}`,
    );
    assert.ok(label.length > 0, src);
  }
});

test("screenshots are small, and the service worker does not store them", () => {
  const serviceWorker = readFileSync(join(paths.page, "service-worker.js"), "utf8");
  assert.ok(serviceWorker.includes("icon-192.png"), "it stores icons");
  assert.ok(!serviceWorker.includes("screenshot-"));
  for (const screenshot of manifest.screenshots)
    assert.ok(statSync(fileOf(screenshot)).size <= MAX_SCREENSHOT_BYTES, screenshot.src);
});

test("the share target takes pictures as a form of files", () => {
  const { action, method, enctype, params } = manifest.share_target;
  assert.deepEqual(
    { action, method, enctype },
    { action: "share", method: "POST", enctype: "multipart/form-data" },
  );
  assert.deepEqual(
    params.files.map(({ accept }) => accept),
    [["image/*"]],
  );
});
