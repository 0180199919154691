// npm run lab -- visit [--release FILE] [--built] [--write]
//
// Measures what a first visit of the page downloads, by part. On three networks it measures when the page can be used, and when the data is there.
// It uses Chromium and `pack-lookup serve`. `--write` writes the tables into lab/reports/visit.md.
import { createServer, request } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { demoDataset } from "../scripts/build/dataset.mjs";
import { buildPage } from "../scripts/build/service.mjs";
import { root } from "../scripts/common/project.mjs";
import { main, say } from "../scripts/common/run.mjs";
import { startServing } from "../tests/npm/serving.mjs";
import { chromiumOptions } from "../tests/page/driver.mjs";
import { prepare, prepareTools } from "./lib/data.mjs";
import { digits, markdown, measuredOn, writeSection } from "./lib/figures.mjs";

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

/** Visits the page until the data is stored, the service worker is in control, and all offline files are cached. */
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

// A proxy between browser and server that counts bytes and limits the speed.

const SLICE = 4_096;

/** Starts the proxy. `sent` has the bytes of each response by path, headers included. `bytesPerSecond` is shared by all connections. */
async function startWire(origin, { bytesPerSecond = Infinity, delayMs = 0 } = {}) {
  const sent = new Map();
  const slow = limiter(bytesPerSecond);
  const server = createServer(async (asked, answer) => {
    const path = new URL(asked.url, origin).pathname;
    const count = (bytes) => sent.set(path, (sent.get(path) ?? 0) + bytes);
    await pause(delayMs);
    const forwarded = request(new URL(asked.url, origin), { method: asked.method, headers: asked.headers }, async (got) => {
      count(got.rawHeaders.join("  ").length);
      answer.writeHead(got.statusCode, got.rawHeaders);
      for await (const chunk of got) {
        for (let at = 0; at < chunk.length; at += SLICE) {
          const slice = chunk.subarray(at, at + SLICE);
          await slow(slice.length);
          count(slice.length);
          if (!answer.destroyed) answer.write(slice);
        }
      }
      answer.end();
    });
    asked.pipe(forwarded);
    forwarded.on("error", () => answer.destroy());
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => (server.closeAllConnections(), new Promise((resolve) => server.close(resolve)));
  return { origin: `http://127.0.0.1:${server.address().port}`, sent, stop };
}

/** Returns a function that waits for its turn to send bytes. */
function limiter(bytesPerSecond) {
  let free = 0;
  return async (bytes) => {
    const now = performance.now();
    free = Math.max(free, now) + (1000 * bytes) / bytesPerSecond;
    if (free - now > 1) await pause(free - now);
  };
}
