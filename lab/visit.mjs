// npm run lab -- visit [--release FILE] [--built] [--write]: what a first visit of the page brings over the network, by its parts, and
// on a slow network how long until the page can be used, and until its data are there. In Chromium, from `pack-lookup serve`.
// `--write` puts the tables into lab/reports/visit.md.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { buildPage } from "../scripts/build/service.mjs";
import { demoDataset } from "../scripts/build/dataset.mjs";
import { root } from "../scripts/common/project.mjs";
import { main, say } from "../scripts/common/run.mjs";
import { chromiumOptions } from "../tests/page/chromium.mjs";
import { startServing } from "../tests/npm/serving.mjs";
import { prepare, prepareTools } from "./lib/data.mjs";
import { measuredOn } from "./lib/machine.mjs";
import { digits, markdown, writeSection } from "./lib/table.mjs";
import { startWire } from "./lib/wire.mjs";

const FULL_SIZE = 184_331;
const WAIT_MS = 180_000;

const PARTS = {
  "the page: HTML, JavaScript, CSS": /\.(js|css|html|webmanifest)$|^\/$/,
  "the module: look-up and search": /pack_lookup_bg.*\.wasm$/,
  "the decoder of barcodes": /zxing.*\.wasm$/,
  "the font": /\.woff2$/,
  icons: /\.(png|svg|ico)$/,
  "the dataset": /^\/dataset/,
  other: /./,
};

const NETWORKS = {
  "a good one": {},
  "a mobile one: 9 Mbit/s, 60 ms": { bytesPerSecond: 9e6 / 8, delayMs: 60 },
  "a bad one: 1.6 Mbit/s, 150 ms": { bytesPerSecond: 1.6e6 / 8, delayMs: 150 },
};

main(async (args) => {
  const options = { release: { type: "string" }, built: { type: "boolean" }, write: { type: "boolean" } };
  const { release, built, write } = parseArgs({ args, options }).values;
  if (!built) buildPage(demoDataset());
  await prepareTools(built);
  const { dataset } = await prepare({ release, packs: FULL_SIZE });
  const visits = await measure(dataset);
  const text = `${sizes(visits[0])}\n\n${times(visits)}\n\n${measuredOn("visit", args)}`;
  console.log(`\n${text}\n`);
  if (write) writeSection(join(root, "lab", "reports", "visit.md"), "visit", text);
});

async function measure(dataset) {
  const service = await startServing({ dataset });
  const browser = await chromium.launch(chromiumOptions());
  try {
    say("Waiting until the dataset is compressed");
    await service.whenCompressed();
    const visits = [];
    for (const [name, network] of Object.entries(NETWORKS)) visits.push({ name, ...(await visit(browser, service, network)) });
    return visits;
  } finally {
    await browser.close();
    await service.stop();
  }
}

/// To its end: data kept, service worker in charge, with all that it keeps for use without a network.
async function visit(browser, service, network) {
  const wire = await startWire(service.origin, network);
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  const begin = performance.now();
  const since = () => performance.now() - begin;
  await page.goto(wire.origin, { waitUntil: "commit" });
  await page.getByLabel("Barcode number or name").fill("amlod 5");
  const usable = since();
  const told = (await page.locator(".strip").textContent()).replace(/\s+/g, " ").trim();
  await page.locator(".strip .age").waitFor();
  const ready = since();
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated");
  const offline = since();
  await context.close();
  await wire.stop();
  return { sent: wire.sent, usable, told, ready, offline };
}

function sizes({ sent }) {
  const parts = Object.fromEntries(Object.keys(PARTS).map((name) => [name, 0]));
  for (const [path, bytes] of sent) parts[Object.keys(PARTS).find((name) => PARTS[name].test(path))] += bytes;
  const total = Object.values(parts).reduce((sum, bytes) => sum + bytes, 0);
  const rows = Object.entries(parts).filter(([, bytes]) => bytes > 0).map(([name, bytes]) => [name, kilobytes(bytes)]);
  return markdown(["part", "kB over the network"], [...rows, ["**all**", `**${kilobytes(total)}**`]]);
}

const kilobytes = (bytes) => digits(bytes / 1000);
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

function times(visits) {
  const rows = visits.map(({ name, usable, ready, offline, told }) => [name, seconds(usable), seconds(ready), seconds(offline), told]);
  return markdown(["network", "can be typed into", "data there", "works without a network", "what the page says when it can be typed into"], rows);
}
