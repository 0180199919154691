// The metrics of all server processes in the text format of Prometheus, version 0.0.4, and their
// own address, so that they are never reachable where the service is. The format is written here
// because the package has no dependencies, and `prom-client` forgets the counts of a process that
// has ended.
import { once } from "node:events";
import { createServer } from "node:http";

import { DURATIONS, RequestCounts } from "./exchange.js";
import { causeOf, UserError } from "../node/messages.js";
import { limits } from "../node/limits.js";
import { addressOf } from "../node/setting-kinds.js";

/** The metrics of a server. The counts of processes that have ended remain. */
export class Metrics {
  counts = new RequestCounts();
  reloads = 0;
  refusals = 0;
  #since = Date.now();
  /** The resident memory of each server process, in bytes. */
  #memory = new Map();

  /** Adds what a process has counted since its last report, which may arrive after its end. */
  report(worker, { counts, memory }) {
    this.counts.merge(counts);
    if (!worker.isDead()) this.#memory.set(worker.id, memory);
  }

  /** Forgets the memory of a process that has ended. Its counts remain. */
  end(worker) {
    this.#memory.delete(worker.id);
  }

  /** Writes all metrics. `dataset` belongs to the release that is served. */
  text({ dataset, processes }) {
    const { date } = dataset.about.dataset;
    return [
      ...requestLines(this.counts),
      ...durationLines(this.counts),
      ...family("http_rejected_total", labelled("status", this.counts.rejected)),
      ...family("failures_total", labelled("kind", withZeros(this.counts.failures))),
      ...single("dataset_reloads_total", this.reloads),
      ...single("dataset_refusals_total", this.refusals),
      ...single("release_timestamp_seconds", Date.parse(date) / 1000),
      ...single("release_age_days", ageInDays(date)),
      ...single("processes", processes),
      ...family("memory_bytes", labelled("process", this.#memoryByKind())),
      ...single("start_time_seconds", this.#since / 1000),
    ].join("");
  }

  #memoryByKind() {
    let server = 0;
    for (const bytes of this.#memory.values()) server += bytes;
    return new Map([
      ["parent", process.memoryUsage.rss()],
      ["server", server],
    ]);
  }
}

/** Type and help of each metric, without the prefix of its name. */
const FAMILIES = {
  http_requests_total: ["counter", "Requests by route, and by the status of the response."],
  http_request_duration_seconds: [
    "histogram",
    "Time from the head of a request until its response was given to the system.",
  ],
  http_rejected_total: [
    "counter",
    "Requests that were rejected before their route was known, by status.",
  ],
  failures_total: [
    "counter",
    "Failures: of a request, of the core, or the end of a server process.",
  ],
  dataset_reloads_total: ["counter", "New datasets that were taken over."],
  dataset_refusals_total: ["counter", "New datasets that were refused."],
  release_timestamp_seconds: ["gauge", "Date of the release that is served."],
  release_age_days: ["gauge", "Age of the release that is served, in days."],
  processes: ["gauge", "Server processes that run."],
  memory_bytes: ["gauge", "Resident memory of the parent, and of all server processes."],
  start_time_seconds: ["gauge", "Time of the start."],
};

const PREFIX = "pack_lookup_";

/** The kinds of failures: of a request, of the core with a restart, and the end of a process. */
const FAILURES = ["request", "core", "process"];

const withZeros = (failures) => new Map(FAILURES.map((kind) => [kind, failures.get(kind) ?? 0]));

const DAY_MS = 86_400_000;

const ageInDays = (date) => Math.floor((Date.now() - Date.parse(date)) / DAY_MS);

/** Writes the lines of a metric. `samples` are pairs of a suffix with labels, and a value. */
function family(name, samples) {
  const [type, help] = FAMILIES[name];
  const head = `# HELP ${PREFIX}${name} ${help}\n# TYPE ${PREFIX}${name} ${type}\n`;
  return [head, ...samples.map(([suffix, value]) => `${PREFIX}${name}${suffix} ${value}\n`)];
}

const single = (name, value) => family(name, [["", value]]);

const labelled = (label, values) =>
  [...values].map(([name, value]) => [`{${label}="${name}"}`, value]);

function requestLines({ routes }) {
  const samples = [];
  for (const [route, { statuses }] of routes)
    for (const [status, count] of statuses)
      samples.push([`{route="${route}",status="${status}"}`, count]);
  return family("http_requests_total", samples);
}

function durationLines({ routes }) {
  const samples = [];
  for (const [route, counts] of routes) samples.push(...histogram(route, counts));
  return family("http_request_duration_seconds", samples);
}

/** Builds the samples of a route. Each bucket of the format also counts all shorter durations. */
function histogram(route, { durations, seconds }) {
  let count = 0;
  const samples = durations.map((more, index) => {
    count += more;
    return [`_bucket{route="${route}",le="${DURATIONS[index] ?? "+Inf"}"}`, count];
  });
  return [...samples, [`_sum{route="${route}"}`, seconds], [`_count{route="${route}"}`, count]];
}

const PATH = "/metrics";

const HEADERS = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

/**
 * Serves the `text` of metrics at an address such as `127.0.0.1:9464`. Returns the server's address
 * and `close`.
 */
export async function serveMetrics(address, text) {
  const server = createServer(
    { headersTimeout: limits.requestMs, requestTimeout: limits.requestMs },
    (request, response) => answer(request, response, text),
  );
  server.maxConnections = limits.metricsConnections;
  server.setTimeout(limits.idleMs);
  try {
    await once(server.listen(addressOf(address)), "listening");
  } catch (error) {
    throw new UserError(
      `cannot listen on ${address}: ${causeOf(error)}; choose another address with --metrics`,
    );
  }
  const { address: host, port } = server.address();
  return { address: { host, port }, close: () => close(server) };
}

function answer({ method, url }, response, text) {
  if (url.split("?")[0] !== PATH) return send(response, 404, "not found\n");
  if (method !== "GET" && method !== "HEAD")
    return send(response, 405, "use GET\n", { Allow: "GET, HEAD" });
  return send(response, 200, text(), {
    "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
  });
}

/** Sends a text. Node omits the body of an answer to HEAD. */
function send(response, status, body, headers) {
  const type = { "Content-Type": "text/plain; charset=utf-8" };
  response.writeHead(status, { ...HEADERS, ...type, ...headers }).end(body);
}

function close(server) {
  server.close();
  server.closeAllConnections();
}
