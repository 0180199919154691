// npm run lab -- serve [--release FILE] [--seconds N] [--built] [--write]
//
// Measures requests per second of `pack-lookup serve`, from a client on the same machine.
//
// npm run lab -- worker [--release FILE] [--built] [--write]
//
// Measures the Worker in local workerd: the time to the first response, and on Linux the processor
// time of a request. The first row is a request without data: it has only the cost of the connection
// and of wrangler's proxy.
//
// `--write` writes these tables into lab/report.md.
//
// npm run lab -- differential [--requests N] [--seed S] [--built]
//
// Sends the same requests to the native core, the Worker in workerd, `serve`, and the module in
// Node and Chromium. It prints each difference, and fails if there is one.
import { join } from "node:path";
import { chromium } from "playwright-core";
import { Pool } from "undici";
import { demoDataset } from "../scripts/build/dataset.mjs";
import { buildModule, buildWorker } from "../scripts/build/hosts.mjs";
import { environment, paths } from "../scripts/common/project.mjs";
import { Failure, say } from "../scripts/common/run.mjs";
import { prepareBrowsers } from "../scripts/setup/browsers.mjs";
import { WORKER_TOOLS, setUp } from "../scripts/setup/tools.mjs";
import { keptHistory, startServing } from "../tests/npm/serving.mjs";
import { chromiumOptions } from "../tests/page/driver.mjs";
import { startService } from "../tests/worker/service.mjs";
import { prepare } from "./lib/data.mjs";
import { childrenOf, processorTime } from "./lib/processes.mjs";
import { makeQueries } from "./lib/queries.mjs";
import { readRecords } from "./lib/records.mjs";
import {
  count,
  digits,
  load,
  markdown,
  microseconds,
  milliseconds,
  percentile,
  publish,
  readOptions,
} from "./lib/report.mjs";

const CONNECTIONS = 16;
const WARM_UP_SECONDS = 3;

/** Measures `pack-lookup serve`, and prints the table. */
export async function serve(args) {
  const { seconds, ...options } = readOptions(args, { release: "", seconds: 10 });
  const data = await prepare(options);
  const records = await readRecords(data.records);
  const rows = await measureServe(data.dataset, requestsOf(makeQueries(records)), seconds);
  const titles = "requests | responses per second | p50 | p99 | p99.9 | errors | load average";
  publish("serve", args, [markdown(titles, rows)], { note: `${count(records.length)} packs.` });
}

/** Returns names as people type them: by letter, with some misspelt. */
function requestsOf({ names, gtins }) {
  return {
    GTIN: gtins.map((code) => `/api/gtin/${code}`),
    "search by name": names.map(({ text }) => `/api/search?q=${encodeURIComponent(text)}`),
  };
}

async function measureServe(dataset, kinds, seconds) {
  const service = await startServing({ dataset, workers: undefined });
  try {
    say("Waiting until the dataset is compressed, which is not measured");
    await service.whenCompressed();
    const rows = [];
    for (const [name, targets] of Object.entries(kinds))
      rows.push(await rowOf(service, name, targets, seconds));
    return rows;
  } finally {
    await service.stop();
  }
}

async function rowOf(service, name, targets, seconds) {
  say(name);
  await sendLoad(service, targets, WARM_UP_SECONDS);
  const { rate, times, errors, loadAverage } = await sendLoad(service, targets, seconds);
  const quantiles = [0.5, 0.99, 0.999].map((part) => milliseconds(percentile(times, part)));
  return [name, digits(rate), ...quantiles, errors, loadAverage];
}

/**
 * Sends requests over all connections until the time is over. An unknown GTIN is a normal response.
 * An error is a missing response, or a status of a server failure.
 */
async function sendLoad({ origin }, targets, duration) {
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  const sent = { times: [], errors: 0, next: 0 };
  const begin = performance.now();
  const end = begin + duration * 1000;
  const senders = Array.from({ length: CONNECTIONS }, () => sendUntil(end, pool, targets, sent));
  await Promise.all(senders);
  const rate = sent.times.length / ((performance.now() - begin) / 1000);
  await pool.close();
  return { rate, times: sent.times, errors: sent.errors, loadAverage: load() };
}

async function sendUntil(end, pool, targets, sent) {
  while (performance.now() < end) {
    const path = targets[sent.next++ % targets.length];
    const begin = performance.now();
    const status = await statusOf(pool, path);
    if (status > 0) sent.times.push(performance.now() - begin);
    if (status >= 500 || status === 0) sent.errors += 1;
  }
}

/** Reads a whole response. The status of a missing response is 0. */
async function statusOf(pool, path) {
  try {
    const { statusCode, body } = await pool.request({ method: "GET", path });
    await body.dump();
    return statusCode;
  } catch {
    return 0;
  }
}

// The Worker.

const STARTS = 3;
/** The kinds of requests take turns, so that a machine that slows down affects all of them. */
const ROUNDS = 20;
const REQUESTS_IN_ROUND = 50;

const core = join(paths.build, "bench-worker");

/** Measures the Worker, and prints the table. */
export async function worker(args) {
  const options = readOptions(args, { release: "" });
  const data = await prepare(options);
  if (!options.built) await setUp(WORKER_TOOLS);
  await buildWorker(data.dataset, core);
  const records = await readRecords(data.records);
  const { names, gtins } = makeQueries(records);
  // Without these variables wrangler waits for a network before it answers.
  Object.assign(process.env, environment);
  const tables = await measureWorker(kindsOfRequest(names, gtins));
  publish("worker", args, tables, { note: `${count(records.length)} packs.` });
}

function kindsOfRequest(names, gtins) {
  const search = (isIncluded) =>
    names.filter(isIncluded).map(({ text }) => `/api/search?q=${encodeURIComponent(text)}`);
  return {
    "no data (OPTIONS)": { method: "OPTIONS", targets: ["/api/search"] },
    GTIN: { targets: gtins.map((code) => `/api/gtin/${code}`) },
    "search by name": { targets: search((query) => query.class !== "typo") },
    "search with a typo": { targets: search((query) => query.class === "typo") },
  };
}

async function measureWorker(kinds) {
  say("Starting the Worker");
  const starts = [];
  for (let i = 0; i < STARTS; i++) starts.push(await coldStart());
  const service = await startService({ core });
  await service.ask("/api/about");
  const measured = Object.entries(kinds).map(([name, kind]) => ({
    name,
    ...kind,
    cpu: 0,
    times: [],
  }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const one of measured) await sendSome(service, one);
  }
  await service.stop();
  const [baseline] = measured;
  const rows = measured.map(({ name, cpu, times }) => [
    name,
    ...[
      cpu / times.length,
      (cpu - baseline.cpu) / times.length,
      percentile(times, 0.5),
      percentile(times, 0.99),
    ].map(microseconds),
  ]);
  const titles = "request | processor time | above the first row | response time, p50 | p99";
  const cold = milliseconds(percentile(starts, 0.5));
  return [markdown(titles, rows), `First response after the start: ${cold} (median of ${STARTS}).`];
}

/** The time of the first request to a fresh instance. */
async function coldStart() {
  const service = await startService({ core });
  const begin = performance.now();
  await service.ask("/api/about");
  const took = performance.now() - begin;
  await service.stop();
  return took;
}

async function sendSome(service, one) {
  const before = workerdTime();
  for (let i = 0; i < REQUESTS_IN_ROUND; i++) {
    const begin = performance.now();
    await service.ask(one.targets[one.times.length % one.targets.length], { method: one.method });
    one.times.push(1000 * (performance.now() - begin));
  }
  one.cpu += 1000 * (workerdTime() - before);
}

/** The processor time of all workerd processes. */
function workerdTime() {
  return processorTime(childrenOf(process.pid).filter(({ name }) => name.startsWith("workerd")));
}

// Differences between the hosts.

/** Compares the hosts, and prints the differences. */
export async function differential(args) {
  const { requests, seed, built } = readOptions(args, { requests: 100_000, seed: 1 });
  if (!built) await buildHosts();
  // These modules import the module in npm/, which is built now.
  const [{ compare, describe }, { inBrowser, inNode, overHttp }] = await Promise.all([
    import("../tests/differential/compare.mjs"),
    import("../tests/differential/hosts.mjs"),
  ]);
  // Without these variables wrangler waits for a network before it answers.
  Object.assign(process.env, environment);
  const browser = await launchBrowser();
  const hosts = await startHosts(browser, { inBrowser, inNode, overHttp });
  const began = performance.now();
  const onProgress = (done) =>
    say(`${done} requests, ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const differences = await compare(hosts, {
    requests,
    seed,
    onProgress,
  });
  await Promise.all(Object.values(hosts).map((host) => host.stop()));
  await browser?.close();
  differences.forEach((difference) => console.error(describe(difference)));
  if (differences.length > 0) throw new Failure("The hosts sent different responses");
  say(
    `${requests} requests with seed ${seed}: the native core, ${Object.keys(hosts).join(", ")} sent the same responses`,
  );
}

async function buildHosts() {
  await setUp(WORKER_TOOLS);
  await buildModule(demoDataset());
  await buildWorker(paths.testDataset, paths.testWorker, paths.testHistory);
}

async function launchBrowser() {
  const executablePath = process.env.CHROMIUM ?? prepareBrowsers().chromium;
  if (executablePath) return chromium.launch({ ...chromiumOptions(), executablePath });
  say("SKIPPED: Chromium is missing");
}

async function startHosts(browser, { inBrowser, inNode, overHttp }) {
  const [worker, serve, node] = await Promise.all([
    startService(),
    startServing({ dataset: paths.testDataset, history: keptHistory() }),
    inNode(),
  ]);
  const hosts = { worker: overHttp(worker), serve: overHttp(serve), node };
  return browser ? { ...hosts, chromium: await inBrowser(browser) } : hosts;
}
