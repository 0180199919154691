// npm run lab -- history [--entries N] [--built] [--write]
//
// Times the page in Chromium with a long history, and with a stock-take of as many lines: to open,
// count, sort and filter them, and to scan one more pack. `--write` writes the table into
// lab/report.md.
//
// npm run lab -- soak [--scans N] [--swaps N] [--cameras N] [--reloads N] [--built] [--write]
//
// Looks for memory leaks: uses one page in Chromium for long, and counts memory, nodes and
// listeners. `--write` writes the table into lab/report.md. Linux only: it reads
// /proc.
//
// `--built` uses the page in build/www.
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { demoDataset } from "../scripts/build/dataset.mjs";
import { buildPage } from "../scripts/build/hosts.mjs";
import { paths } from "../scripts/common/project.mjs";
import { Failure, say } from "../scripts/common/run.mjs";
import { describeMissing, prepareBrowsers } from "../scripts/setup/browsers.mjs";
import { chromiumOptions, fillHistory } from "../tests/page/driver.mjs";
import { serveFolder } from "../tests/page/server.mjs";
import { memory, processTreeOf } from "./lib/processes.mjs";
import {
  digits,
  markdown,
  measuredOn,
  megabytes,
  milliseconds,
  percentile,
  publish,
} from "./lib/report.mjs";

const ROUNDS = 9;
const WAIT_MS = 120_000;

/** Times the history, and prints the table. */
export async function history(args) {
  const { entries, built, write } = historyOptions(args);
  if (!built) buildPage(demoDataset());
  process.env.CHROMIUM ??= findChromium();
  const text = `${historyTable(await measureHistory(Number(entries)))}\n\n${Number(entries).toLocaleString("en")} entries. ${measuredOn("history", args)}`;
  publish(text, { section: "history", isWritten: write });
}

function findChromium() {
  const found = prepareBrowsers();
  const missing = describeMissing(["chromium"], found);
  if (missing !== null) throw new Failure(missing);
  return found.chromium;
}

function historyOptions(args) {
  const options = {
    entries: { type: "string", default: "20000" },
    built: { type: "boolean" },
    write: { type: "boolean" },
  };
  return parseArgs({ args, options }).values;
}

function historyTable(measured) {
  const rows = Object.entries(measured).map(([name, times]) => [
    name,
    milliseconds(percentile(times, 0.5)),
    milliseconds(Math.max(...times)),
  ]);
  return markdown(["time until the frame that shows the result", "median", "slowest"], rows);
}

async function measureHistory(entries) {
  const { toGtin14, plain } = await import("../tests/page/codes.mjs");
  const code = (serial) => `]d201${toGtin14(plain.gtin)}1731123110NEW\x1d21${serial}`;
  const server = await serveFolder(paths.page);
  const browser = await chromium.launch(chromiumOptions());
  try {
    const page = await openWith(browser, server.origin, entries, plain);
    const opened = await times(
      () => click(page, "History"),
      () => click(page, "Look up"),
    );
    const counted = await times(
      () => click(page, "Counts"),
      (round) => scanAndReturn(page, code(`MORE${round}`)),
    );
    await click(page, "Look up");
    const scanned = await times((round) => scan(page, code(`NEW${round}`)));
    return {
      "open the history": opened,
      "count the history": counted,
      "scan another pack": scanned,
      ...(await measureStockTake(browser, server.origin, entries, plain, code)),
    };
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Times a stock-take in which every entry is a line of its own. */
async function measureStockTake(browser, origin, lines, { gtin, pack }, code) {
  const page = await browser.newPage();
  page.setDefaultTimeout(WAIT_MS);
  await page.goto(origin);
  await page.locator(".strip .age").waitFor();
  await page.evaluate(fillStockTake, {
    lines,
    gtin,
    packId: String(pack.pack_id),
    name: pack.name,
  });
  await page.reload();
  // The number of packs is shown when all lines are read.
  await page.locator(".open-take", { hasText: "packs" }).waitFor();
  const opened = await times(
    () => click(page, "Stock-take"),
    () => click(page, "Look up"),
  );
  await click(page, "Stock-take");
  const sorted = await times((round) =>
    change(page, ".filters label:nth-of-type(3) select", ["expiry", "name"][round % 2]),
  );
  const filtered = await times((round) =>
    change(page, ".filters input[type=search]", ["b1", "pack 77"][round % 2]),
  );
  await change(page, ".filters input[type=search]", "");
  await click(page, "Look up");
  const scanned = await times((round) => scan(page, code(`LINE${round}`)));
  return {
    "open a stock-take": opened,
    "sort its lines": sorted,
    "filter its lines": filtered,
    "scan into it": scanned,
  };
}

/** Runs in the page: stores a stock-take with lines of different batches and expiry dates. */
async function fillStockTake({ lines, gtin, packId, name }) {
  const done = (request, event) =>
    new Promise((resolve, reject) => Object.assign(request, { [event]: resolve, onerror: reject }));
  const opening = indexedDB.open("pack-lookup-stock-takes");
  await done(opening, "onsuccess");
  const transaction = opening.result.transaction(["takes", "events"], "readwrite");
  const startedAt = Date.now() - lines * 1000;
  transaction.objectStore("takes").put({ id: "t", name: "Long", place: "", startedAt });
  for (let number = 0; number < lines; number++) {
    const at = startedAt + number;
    const key = `${String(at).padStart(15, "0")}-${number}`;
    const expiry = `20${27 + (number % 5)}-0${1 + (number % 9)}-28`;
    const entry = {
      key,
      at,
      outcome: "pack",
      packId,
      name: `${name} ${number % 997}`,
      code: gtin,
      batch: `B${number}`,
      expiry,
      request: { by: "code", text: gtin },
      doubts: [],
    };
    transaction.objectStore("events").put({ take: "t", key, is: "scan", entry });
  }
  await done(transaction, "oncomplete");
  opening.result.close();
}

/** Returns the time from a change of a field until the frame that shows its effect. */
const change = (page, selector, value) =>
  page.evaluate(
    async ({ selector, value }) => {
      const field = document.querySelector(selector);
      const begin = performance.now();
      field.value = value;
      field.dispatchEvent(
        new Event(field.tagName === "SELECT" ? "change" : "input", { bubbles: true }),
      );
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return performance.now() - begin;
    },
    { selector, value },
  );

async function openWith(browser, origin, entries, pack) {
  const page = await browser.newPage();
  page.setDefaultTimeout(WAIT_MS);
  await page.goto(origin);
  await page.locator(".strip .age").waitFor();
  await fillHistory(page, entries, pack);
  return page;
}

async function times(action, between = () => {}) {
  const found = [];
  for (let round = 0; round < ROUNDS; round++) {
    found.push(await action(round));
    if (round < ROUNDS - 1) await between(round);
  }
  return found;
}

/** Scans a pack, and returns to the list. The list is new then: counts are cached per list. */
async function scanAndReturn(page, code) {
  await click(page, "Look up");
  await scan(page, code);
  await click(page, "History");
  await click(page, "Each scan");
}

/** Returns the time from a click until the frame that shows its effect. */
const click = (page, name) =>
  page.evaluate(async (name) => {
    const target = [...document.querySelectorAll("nav a, .segments button")].find(
      ({ textContent }) => textContent.trim() === name,
    );
    const begin = performance.now();
    target.click();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - begin;
  }, name);

/** Returns the time from the last key of a hand scanner. */
const scan = (page, text) =>
  page.evaluate(async (text) => {
    const press = (key) =>
      document.body.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
      );
    [...text].forEach((character) => press(character));
    const begin = performance.now();
    press("Enter");
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - begin;
  }, text);

// Memory leaks.

/** How often each action is repeated. */
const AMOUNTS = { scans: "2000", swaps: "200", cameras: "50", reloads: "50" };

/** Uses one page for long, and prints its memory. */
export async function soak(args) {
  const { built, write, ...amounts } = soakOptions(args);
  if (!built) buildPage(demoDataset());
  const counts = Object.fromEntries(
    Object.entries(amounts).map(([kind, amount]) => [kind, Number(amount)]),
  );
  const text = `${soakTable(counts, await measureSoak(counts))}\n\n${measuredOn("soak", args)}`;
  publish(text, { section: "soak", isWritten: write });
}

function soakOptions(args) {
  const flags = { built: { type: "boolean" }, write: { type: "boolean" } };
  const amounts = Object.fromEntries(
    Object.entries(AMOUNTS).map(([kind, amount]) => [kind, { type: "string", default: amount }]),
  );
  return parseArgs({ args, options: { ...flags, ...amounts } }).values;
}

/** The measured values, with their formats. */
const VALUES = {
  heap: megabytes,
  wasm: megabytes,
  resident: megabytes,
  nodes: digits,
  listeners: digits,
};
const LABELS = {
  scans: "scan a pack",
  swaps: "replace the release",
  cameras: "open the camera, read a code, close it",
  reloads: "reload the page",
};

function soakTable(amounts, found) {
  const rows = Object.entries(found).map(([kind, samples]) => [
    LABELS[kind],
    digits(amounts[kind]),
    ...Object.entries(VALUES).map(([key, format]) =>
      samples.map((sample) => format(sample[key])).join(" → "),
    ),
  ]);
  return markdown(
    ["action", "times", "heap", "WebAssembly memory", "resident memory", "nodes", "listeners"],
    rows,
  );
}

/** Returns the memory of the browser with all its processes. */
const resident = () => memory(processTreeOf(process.pid).filter(({ pid }) => pid !== process.pid));

async function measureSoak(amounts) {
  // These modules read the codes of the built page.
  const { answers, countMemories, filmed, soak: usePage } = await import("../tests/page/soak.mjs");
  const { start } = await import("../tests/page/driver.mjs");
  const server = await serveFolder(paths.page, answers);
  const browser = await start({ film: await filmed() });
  try {
    const context = await browser.newContext({ permissions: ["camera"] });
    await countMemories(context);
    const page = await context.newPage();
    await page.goto(server.origin);
    await page.locator(".strip .age").waitFor();
    return await usePage(page, amounts, {
      resident,
      report: (kind, figures) => say(`${kind}: ${JSON.stringify(figures)}`),
    });
  } finally {
    await browser.close();
    await server.stop();
  }
}
