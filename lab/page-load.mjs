// npm run lab -- page-load [--release FILE] [--built] [--write]
//
// Measures the bytes of a first visit to the page, by part. On three networks it measures when the
// page can be used, when the device answers a query that was typed at once, and when it works
// offline. On the slow network the processor is slowed too. It uses Chromium and
// `pack-lookup serve`. `--write` writes the tables into lab/report.md.
import { createServer, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "playwright-core";
import { demoDataset } from "../scripts/build/dataset.mjs";
import { buildPage } from "../scripts/build/hosts.mjs";
import { say } from "../scripts/common/run.mjs";
import { startServing } from "../tests/npm/serving.mjs";
import { chromiumOptions, until } from "../tests/page/driver.mjs";
import { prepare } from "./lib/data.mjs";
import { digits, markdown, publish, readOptions } from "./lib/report.mjs";

const WAIT_MS = 180_000;

const PARTS = {
  "page: HTML, JavaScript, CSS": /\.(js|css|html|webmanifest)$|^\/$/,
  "module: lookup and search": /pack_lookup_bg.*\.wasm$/,
  "barcode decoder": /zxing.*\.wasm$/,
  font: /\.woff2$/,
  icons: /\.(png|svg|ico)$/,
  dataset: /^\/dataset/,
  other: /./,
};

const NETWORKS = {
  fast: {},
  "mobile: 9 Mbit/s, 60 ms": { bytesPerSecond: 9e6 / 8, delayMs: 60 },
  "slow: 1.6 Mbit/s, 150 ms, processor slowed 4 times": {
    bytesPerSecond: 1.6e6 / 8,
    delayMs: 150,
    slowdown: 4,
  },
};

/** Measures first visits, and prints the tables. */
export async function pageLoad(args) {
  const options = readOptions(args, { release: "" });
  if (!options.built) buildPage(demoDataset());
  const visits = await measure((await prepare(options)).dataset);
  publish("page-load", args, [sizesTable(visits[0]), timesTable(visits)]);
}

async function measure(dataset) {
  const service = await startServing({ dataset });
  const browser = await chromium.launch(chromiumOptions());
  try {
    say("Waiting until the dataset is compressed");
    await service.whenCompressed();
    const visits = [];
    for (const [name, network] of Object.entries(NETWORKS))
      visits.push({ name, ...(await visit(browser, service, network)) });
    return visits;
  } finally {
    await browser.close();
    await service.stop();
  }
}

/** Visits the page through a separate proxy, whose bytes are counted. */
async function visit(browser, service, { slowdown = 1, ...network }) {
  const proxy = await startProxy(service.origin, network);
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  try {
    return { ...(await timesOf(page, proxy.origin)), sent: proxy.sent };
  } finally {
    await context.close();
    await proxy.stop();
  }
}

/** Opens the page, types a query at once, and waits for its packs and the service worker. */
async function timesOf(page, origin) {
  const begin = performance.now();
  await page.goto(origin, { waitUntil: "commit" });
  await page.getByLabel("Barcode number or name").fill("amlod 5");
  const usable = performance.now() - begin;
  await page.locator(".hit, .group").first().waitFor();
  const answered = performance.now() - begin;
  await until(
    page,
    async () => (await navigator.serviceWorker.ready).active?.state === "activated",
  );
  return { usable, answered, offline: performance.now() - begin };
}

function sizesTable({ sent }) {
  const parts = Object.fromEntries(Object.keys(PARTS).map((name) => [name, 0]));
  for (const [path, bytes] of sent)
    parts[Object.keys(PARTS).find((name) => PARTS[name].test(path))] += bytes;
  const total = Object.values(parts).reduce((sum, bytes) => sum + bytes, 0);
  const rows = Object.entries(parts)
    .filter(([, bytes]) => bytes > 0)
    .map(([name, bytes]) => [name, kilobytes(bytes)]);
  rows.push(["**all**", `**${kilobytes(total)}**`]);
  return markdown("part | kB over the network", rows);
}

const kilobytes = (bytes) => digits(bytes / 1000);
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

function timesTable(visits) {
  const rows = visits.map(({ name, ...times }) => [
    name,
    ...[times.usable, times.answered, times.offline].map(seconds),
  ]);
  const titles = "network | search box usable | first answer, by the device | works offline";
  return markdown(titles, rows);
}

// A proxy between browser and server that counts bytes and limits the speed.

const SLICE = 4_096;

/**
 * Starts the proxy. `sent` has the bytes of each response by path, headers included.
 * `bytesPerSecond` is shared by all connections.
 */
async function startProxy(origin, { bytesPerSecond = Infinity, delayMs = 0 } = {}) {
  const sent = new Map();
  const throttle = limiter(bytesPerSecond);
  const server = createServer(async (incoming, response) => {
    const path = new URL(incoming.url, origin).pathname;
    const count = (bytes) => sent.set(path, (sent.get(path) ?? 0) + bytes);
    await pause(delayMs);
    const forwarded = request(
      new URL(incoming.url, origin),
      { method: incoming.method, headers: incoming.headers },
      async (upstream) => {
        count(upstream.rawHeaders.join("  ").length);
        response.writeHead(upstream.statusCode, upstream.rawHeaders);
        for await (const chunk of upstream) {
          for (let at = 0; at < chunk.length; at += SLICE) {
            const slice = chunk.subarray(at, at + SLICE);
            await throttle(slice.length);
            count(slice.length);
            if (!response.destroyed) response.write(slice);
          }
        }
        response.end();
      },
    );
    incoming.pipe(forwarded);
    forwarded.on("error", () => response.destroy());
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { origin: `http://127.0.0.1:${server.address().port}`, sent, stop };
}

/** A function that waits until the bytes may be sent. */
function limiter(bytesPerSecond) {
  let free = 0;
  return async (bytes) => {
    const now = performance.now();
    free = Math.max(free, now) + (1000 * bytes) / bytesPerSecond;
    if (free - now > 1) await pause(free - now);
  };
}
