// Tests the metrics of `pack-lookup serve`: they are complete, they are private, and they survive
// the end of a server process.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { ROUTES, routeOf } from "../../npm/serve/routes.js";
import { paths, root } from "../../scripts/common/project.mjs";
import { sendRequest } from "../common/network.mjs";
import { changedPackage } from "../common/changed-files.mjs";
import { readMetrics } from "./prometheus.mjs";
import { childrenOf, folderWith, raw, replace, serving, startServing } from "./serving.mjs";
import { VariedRequests } from "./varied-requests.mjs";

const read = (path) => readFileSync(join(root, path));
const OFF = { hostname: "127.0.0.1" };

/** Starts a server with metrics. `metrics` reads them, and `until` waits until they are so. */
async function startCounting(options, folder) {
  const service = await startServing({ metrics: "127.0.0.1:0", ...options }, folder);
  const [, port] = /^Metrics at http:\/\/127\.0\.0\.1:(\d+)\/metrics$/m.exec(service.output.stderr);
  const askMetrics = (path = "/metrics", more = {}) => sendRequest({ ...OFF, port, path, ...more });
  const metrics = async () => new Counted((await askMetrics()).body);
  const until = async (isReached) => {
    for (let tries = 0; tries < 40; tries += 1) {
      const now = await metrics();
      if (isReached(now)) return now;
      await pause(100);
    }
    return metrics();
  };
  return { ...service, askMetrics, metrics, metricsUntil: until };
}

/** Metrics that were read. */
class Counted {
  constructor(text) {
    this.text = text;
    this.metrics = readMetrics(text);
  }

  samples(name) {
    return this.metrics.get(`pack_lookup_${name}`).samples;
  }

  value(name, labels = {}) {
    const isAsked = (sample) =>
      Object.entries(labels).every(([key, v]) => sample.labels[key] === v);
    return this.samples(name)
      .filter(isAsked)
      .reduce((sum, { value }) => sum + value, 0);
  }

  /** The number of all requests. */
  get requests() {
    return this.value("http_requests_total") + this.value("http_rejected_total");
  }
}

describe("metrics", () => {
  let service;
  before(async () => (service = await startCounting({ dataset: paths.testDataset })));
  after(() => service.stop());

  test("are only on their own address", async () => {
    assert.equal((await service.ask("/metrics")).status, 404);
    const { status, headers } = await service.askMetrics();
    assert.deepEqual(
      [status, headers["content-type"]],
      [200, "text/plain; version=0.0.4; charset=utf-8"],
    );
    for (const path of ["/", "/api/about", "/metrics/", "/healthz", "//metrics"])
      assert.equal((await service.askMetrics(path)).status, 404, path);
    assert.equal((await service.askMetrics("/metrics", { method: "POST" })).status, 405);
    assert.equal((await service.askMetrics("/metrics", { method: "HEAD" })).body, "");
  });

  test("describe the release and the processes", async () => {
    const metrics = await service.metricsUntil((now) => now.value("memory_bytes") > 9e7);
    const { date, age_days } = await service.json("/healthz");
    assert.equal(metrics.value("release_age_days"), age_days);
    assert.equal(metrics.value("release_timestamp_seconds"), Date.parse(date) / 1_000);
    assert.equal(metrics.value("processes"), 2);
    for (const process of ["parent", "server"])
      assert.ok(metrics.value("memory_bytes", { process }) > 30e6, process);
    assert.ok(Math.abs(metrics.value("start_time_seconds") - Date.now() / 1_000) < 60);
    for (const name of ["failures_total", "dataset_reloads_total", "dataset_refusals_total"])
      assert.equal(metrics.value(name), 0, name);
  });
});

test("there are no metrics without an address", async (t) => {
  const service = await serving(t, { workers: 1 });
  assert.equal((await service.ask("/metrics")).status, 404);
  assert.doesNotMatch(service.output.stderr, /Metrics/);
});

test("an address that is in use prevents the start", async (t) => {
  const service = await serving(t, { workers: 1 });
  const other = await startServing({ workers: 1, metrics: `127.0.0.1:${service.port}` });
  assert.deepEqual(await other.ended, { code: 2, signal: null });
  assert.match(
    other.output.stderr,
    /^pack-lookup: cannot listen on 127\.0\.0\.1:\d+: another program uses this port; choose another address with --metrics$/m,
  );
});

test("new datasets and refused ones are counted", async (t) => {
  const { dataset } = folderWith(t);
  const service = await startCounting({ dataset });
  t.after(() => service.stop());
  replace(dataset, "damaged");
  await service.untilSaid("still serving");
  replace(dataset, read("npm/packs.bin"));
  await service.untilSaid("Now serving");
  const metrics = await service.metrics();
  assert.equal(metrics.value("dataset_refusals_total"), 1);
  assert.equal(metrics.value("dataset_reloads_total"), 1);
  assert.equal(metrics.value("release_timestamp_seconds"), Date.parse("2025-11-06") / 1_000);
});

test("counts survive the end of a process, which is counted", {
  skip: process.platform !== "linux" && "it reads the process list of Linux",
}, async (t) => {
  const service = await startCounting({ workers: 2 });
  t.after(() => service.stop());
  const send = async (count) => {
    for (let sent = 0; sent < count; sent += 1)
      assert.equal((await service.ask("/api/about")).status, 200);
  };
  await send(20);
  const isCounted = (count) => (now) => now.value("http_requests_total") === count;
  await service.metricsUntil(isCounted(20));
  const [killed, other] = childrenOf(service.pid);
  process.kill(killed, "SIGKILL");
  await service.metricsUntil((now) => now.value("failures_total", { kind: "process" }) === 1);
  await service.until(() => childrenOf(service.pid).length === 2);
  await pause(500);
  await send(20);
  const metrics = await service.metricsUntil(isCounted(40));
  assert.equal(metrics.value("http_requests_total"), 40);
  assert.equal(metrics.value("http_request_duration_seconds", {}) > 0, true);
  assert.equal(metrics.value("failures_total"), 1);
  assert.equal(metrics.value("processes"), 2);
  assert.ok(childrenOf(service.pid).includes(other));
});

/** A package whose suggestions fail, with the query in the message of the error. */
function failingPackage(t) {
  const failure = `respond(request) {
    if (request.path === "/api/suggest") throw new TypeError(request.query);`;
  const withFailure = (source) => String(source).replace("respond(request) {", failure);
  return changedPackage(t, join("api", "open-dataset.js"), withFailure).url;
}

describe("10,000 requests of every kind", () => {
  const COUNT = 10_000;
  /** In characters. More would have a part of each request. */
  const MAX_TEXT = 200_000;
  /** The number of differences that a failure shows. */
  const SHOWN = 10;
  const AT_ONCE = 16;
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const requests = new VariedRequests(20_261_128);
  /** The expected count of each route and status. */
  const expected = new Map();
  const ids = [];
  let service;
  let log;
  let metrics;

  before(async () => {
    service = await startCounting({ dataset: paths.testDataset }, failingPackage({ after }));
    const started = service.output.stderr.length;
    await requests.open(paths.testDataset);
    let left = COUNT;
    const client = async () => {
      while (left-- > 0) await sendOne(requests.next());
    };
    await Promise.all(Array.from({ length: AT_ONCE }, client));
    metrics = await service.metricsUntil((now) => now.requests >= COUNT);
    log = service.output.stderr.slice(started);
  });
  after(async () => {
    agent.destroy();
    await service.stop();
  });

  /**
   * Sends a request of `{ route, target, method, headers, body, bytes }`, and counts its status.
   */
  async function sendOne({ route, bytes, ...request }) {
    const { status, id } = await (bytes === undefined ? ask(request) : askRaw(bytes));
    if (id !== undefined) ids.push({ id, status });
    const key = `${route} ${status}`;
    expected.set(key, (expected.get(key) ?? 0) + 1);
  }

  async function ask({ target, ...request }) {
    const { status, headers } = await service.ask(target, { agent, ...request });
    return { status: String(status), id: headers["x-request-id"] };
  }

  async function askRaw(bytes) {
    const response = await raw(service, bytes);
    const [, status = "closed"] = /^HTTP\/1\.1 (\d+) /.exec(response) ?? [];
    return { status, id: /\r\nX-Request-Id: (\S+)\r\n/.exec(response)?.[1] };
  }

  test("are counted exactly, by route and status", () => {
    const counted = new Map();
    for (const { labels, value } of metrics.samples("http_requests_total"))
      counted.set(`${labels.route} ${labels.status}`, value);
    for (const { labels, value } of metrics.samples("http_rejected_total"))
      counted.set(`rejected ${labels.status}`, value);
    const wrong = [...new Set([...counted.keys(), ...expected.keys()])].filter(
      (key) => counted.get(key) !== expected.get(key),
    );
    assert.deepEqual(wrong.slice(0, SHOWN), []);
    assert.equal(metrics.requests, COUNT);
  });

  test("are each in a histogram", () => {
    const samples = metrics.samples("http_request_duration_seconds");
    const count = samples.filter(({ name }) => name.endsWith("_count"));
    const total = count.reduce((sum, { value }) => sum + value, 0);
    assert.equal(total, metrics.value("http_requests_total"));
  });

  test("leave nothing of themselves in the metrics and in the log", () => {
    const written = `${metrics.text.slice(0, MAX_TEXT)}${log}`.toLowerCase();
    const found = [...requests.sent].filter((text) => written.includes(text));
    assert.ok(requests.sent.size > COUNT);
    assert.deepEqual(found.slice(0, SHOWN), []);
  });

  test("lead to a bounded number of series", () => {
    const routes = new Set(
      metrics.samples("http_requests_total").map(({ labels }) => labels.route),
    );
    const known = [...ROUTES, "/{file}", "unknown"];
    const others = [...routes].filter((route) => !known.includes(route));
    assert.deepEqual(others.slice(0, SHOWN), []);
    assert.ok(metrics.text.length < MAX_TEXT, `${metrics.text.length} characters`);
  });

  test("have an id in each response, which is never the id of the request", () => {
    const known = new Set(ids.map(({ id }) => id));
    assert.equal(known.size, metrics.value("http_requests_total"));
    for (const { id } of ids) assert.match(id, /^[\da-f]{16}-\d+$/);
  });

  test("are logged once if they fail, by id and route", () => {
    const failed = ids.filter(({ status }) => status === "500").map(({ id }) => id);
    const pattern =
      /^a request failed\n {2}\d{4}-\d\d-\d\dT[\d:.]{12}Z error request (\S+) \/api\/suggest\n/gm;
    const logged = [...log.matchAll(pattern)].map(([, id]) => id);
    assert.ok(failed.length > 50);
    assert.deepEqual(logged.sort(), failed.sort());
    assert.equal(log.replaceAll(pattern, ""), "");
    assert.equal(metrics.value("failures_total", { kind: "request" }), failed.length);
  });
});

describe("a route", () => {
  const isFile = (path) => path === "/docs";

  test("exists for each path in the OpenAPI document", () => {
    const { paths: documented } = JSON.parse(read("www/public/openapi.json"));
    for (const path of Object.keys(documented)) assert.ok(ROUTES.includes(path), path);
  });

  for (const [path, route] of [
    ["/api/gtin/5012345678900", "/api/gtin/{gtin}"],
    ["/api/gtin/5012345678900/", "/api/gtin/{gtin}"],
    ["/med/api/gtin/5012345678900", "/api/gtin/{gtin}"],
    ["/string-ids/api/search", "/api/search"],
    ["/api/gtin//", "/api/gtin/{gtin}"],
    ["/api/gtin/1/2", "unknown"],
    ["/med/med/api/search", "unknown"],
    ["/fhir/ValueSet/$expand", "/fhir/ValueSet/$expand"],
    ["/fhir/ValueSet/%24expand", "/fhir/ValueSet/$expand"],
    ["/fhir/ValueSet/abc/$expand", "/fhir/ValueSet/{id}/$expand"],
    ["/01/09521234567899/10/AB", "/01/{+link}"],
    ["/01", "unknown"],
    ["/", "/"],
    ["/docs", "/{file}"],
    ["/{", "unknown"],
    ["/api/{", "unknown"],
    ["/01/{+", "/01/{+link}"],
    ["/api/gtin/{+", "/api/gtin/{gtin}"],
    ["/constructor", "unknown"],
    ["*", "unknown"],
    ["", "unknown"],
    ["//", "/"],
    ["/api/gtin/1%2F2", "/api/gtin/{gtin}"],
    ["/api/suggest/x", "unknown"],
    ["/med/api", "unknown"],
    ["/fhir/CodeSystem/$lookup/", "/fhir/CodeSystem/$lookup"],
    ["/fhir/CodeSystem/%24lookup", "/fhir/CodeSystem/$lookup"],
    ["javascript:alert(1)", "unknown"],
  ])
    test(`of ${path} is ${route}`, () => assert.equal(routeOf(path, isFile), route));
});
