// Draws the bitmap icons of the page from www/public/icon.svg, with a browser. Needed only when the icon changes.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { root } from "../common/project.mjs";
import { chromiumOptions } from "../../tests/page/chromium.mjs";

const folder = join(root, "www", "public");
const svg = readFileSync(join(folder, "icon.svg"), "utf8");

/// Phones cut maskable icons to their own shape: the drawing keeps to the middle, the colour goes to the edge.
const icons = [
  { file: "icon-180.png", size: 180, bleeds: true },
  { file: "icon-192.png", size: 192, bleeds: false },
  { file: "icon-512.png", size: 512, bleeds: false },
  { file: "icon-maskable-512.png", size: 512, bleeds: true },
];

const browser = await chromium.launch(chromiumOptions());
for (const { file, size, bleeds } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const drawing = bleeds ? svg.replace('rx="112"', "") : svg;
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${drawing}`);
  writeFileSync(join(folder, file), await page.screenshot({ omitBackground: true }));
}
await browser.close();
