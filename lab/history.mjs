// npm run lab -- history [--entries N] [--built] [--write]
//
// Times the page in Chromium with a long history: to open it, to count it, and to scan one more pack. `--built` uses the page in build/www.
// `--write` writes the table into lab/reports/history.md.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { prepareBrowsers, whatLacks } from "../scripts/setup/browsers.mjs";
import { buildPage } from "../scripts/build/service.mjs";
import { demoDataset } from "../scripts/build/dataset.mjs";
import { chromiumOptions, fillHistory } from "../tests/page/driver.mjs";
import { paths, root } from "../scripts/common/project.mjs";
import { Failure, main } from "../scripts/common/run.mjs";
import { serveFolder } from "../tests/page/server.mjs";
import { markdown, measuredOn, milliseconds, percentile, writeSection } from "./lib/figures.mjs";

const ROUNDS = 9;
const WAIT_MS = 120_000;

main(async (args) => {
  const { entries, built, write } = readOptions(args);
  if (!built) buildPage(demoDataset());
  process.env.CHROMIUM ??= findChromium();
  const text = `${table(await measure(Number(entries)))}\n\n${Number(entries).toLocaleString("en")} entries. ${measuredOn("history", args)}`;
  console.log(`\n${text}\n`);
  if (write) writeSection(join(root, "lab", "reports", "history.md"), "history", text);
});

function findChromium() {
  const found = prepareBrowsers();
  const lack = whatLacks(["chromium"], found);
  if (lack !== null) throw new Failure(lack);
  return found.chromium;
}

function readOptions(args) {
  const options = { entries: { type: "string", default: "20000" }, built: { type: "boolean" }, write: { type: "boolean" } };
  return parseArgs({ args, options }).values;
}

function table(measured) {
  const rows = Object.entries(measured).map(([what, times]) => [what, milliseconds(percentile(times, 0.5)), milliseconds(Math.max(...times))]);
  return markdown(["until the frame that shows it", "median", "slowest"], rows);
}

async function measure(entries) {
  const { toGtin14, plain } = await import("../tests/page/codes.mjs");
  const code = (serial) => `]d201${toGtin14(plain.gtin)}1731123110NEW\x1d21${serial}`;
  const server = await serveFolder(paths.page);
  const browser = await chromium.launch(chromiumOptions());
  try {
    const page = await openWith(browser, server.origin, entries, plain);
    const opened = await times(() => click(page, "History"), () => click(page, "Look up"));
    const counted = await times(() => click(page, "Counts"), (round) => renewed(page, code(`MORE${round}`)));
    await click(page, "Look up");
    const scanned = await times((round) => scan(page, code(`NEW${round}`)));
    return { "the history is opened": opened, "it is counted": counted, "one more pack is scanned": scanned };
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function openWith(browser, origin, entries, pack) {
  const page = await browser.newPage();
  page.setDefaultTimeout(WAIT_MS);
  await page.goto(origin);
  await page.locator(".strip .age").waitFor();
  await fillHistory(page, entries, pack);
  return page;
}

async function times(measured, between = () => {}) {
  const found = [];
  for (let round = 0; round < ROUNDS; round++) {
    found.push(await measured(round));
    if (round < ROUNDS - 1) await between(round);
  }
  return found;
}

/** Scans a pack first, so that the list to count is a new one: counts are cached per list. */
async function renewed(page, code) {
  await click(page, "Look up");
  await scan(page, code);
  await click(page, "History");
  await click(page, "Each scan");
}

/** Returns the time from a click until the frame that shows its effect. */
const click = (page, name) => page.evaluate(async (name) => {
  const target = [...document.querySelectorAll("nav a, .segments button")].find(({ textContent }) => textContent.trim() === name);
  const begin = performance.now();
  target.click();
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - begin;
}, name);

/** Returns the time from the last key of a hand scanner. */
const scan = (page, text) => page.evaluate(async (text) => {
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  [...text].forEach((character) => press(character));
  const begin = performance.now();
  press("Enter");
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - begin;
}, text);
