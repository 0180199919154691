// A server process. Its parent sends the dataset, later datasets, and the request to stop.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { Server as NetServer } from "node:net";
import { Readable } from "node:stream";
import { PackLookup, WasmError } from "../core.js";
import { serverOf } from "../mcp/tools.js";
import { answer, failed, readTarget } from "./answers.js";
import { maxBodyOf, readBody } from "./http.js";
import { Exchange, RequestCounts } from "./exchange.js";
import { disconnectIfSlow, limits } from "../node/limits.js";
import { formatLog, log, LOGGED_EXIT } from "../node/messages.js";
import { settingOf } from "../node/settings-reader.js";
import { pageFolder } from "./shared-files.js";
import { readPage } from "./static-files.js";
import { extend, publish } from "./published.js";

formatLog(settingOf("log"));

const page = readPage(pageFolder, {
  robots: settingOf("robots"),
  base: settingOf("base_path"),
});
const wasm = readFileSync(new URL("../pack_lookup_bg.wasm", import.meta.url));

/**
 * The current dataset, and the files of the previous and the next one. Pages may still download the
 * previous one. Another process may already have announced the next one.
 */
const serving = {
  packs: undefined,
  dataset: undefined,
  published: new Map(),
  previous: new Map(),
  next: undefined,
  since: Date.now(),
  loaded: Date.now(),
  refusal: undefined,
};

const handlers = {
  packs: { respond: (request) => serving.packs.respond(request) },
  assistants: serverOf(() => serving.packs, reportFailure),
  resource: resourceAt,
  health: (path) => healthOf(path, serving),
};

const server = createServer(
  {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.requestMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkMs,
    noDelay: true,
  },
  receive,
);
server.maxConnections = limits.connections;
server.setTimeout(limits.idleMs);

let isStopping = false;

/** The pending reopening of the datasets, or `undefined`. */
let reopening;

/** The counts since the last report to the parent, if there are metrics. */
const counts = settingOf("metrics") === undefined ? undefined : new RequestCounts();

/** The exchange that is being answered. The tools of assistants do not know theirs. */
let current;

function resourceAt(path) {
  return (
    serving.published.get(path) ??
    page.resources.get(path) ??
    serving.next?.published.get(path) ??
    serving.previous.get(path)
  );
}

function isFile(path) {
  return resourceAt(path) !== undefined;
}

function receive(request, response) {
  const target = readTarget(request.url);
  const exchange = new Exchange({ request, response, target, counts, isFile });
  const maxBody = maxBodyOf(request.method, target.path);
  if (maxBody === undefined) return send(exchange);
  readBody(Readable.toWeb(request), maxBody).then(
    (bytes) => send(exchange, bytes),
    () => exchange.end("aborted"),
  );
}

function send(exchange, received) {
  if (reopening) return void reopening.then(() => send(exchange, received));
  const { request, response, id } = exchange;
  const { status, headers, body } = answerSafely(exchange, received);
  // A body that is not read to its end would be taken for the next request.
  if (isStopping || (hasBody(request) && !request.complete)) response.shouldKeepAlive = false;
  response.writeHead(status, [...headers, "X-Request-Id", id]).end(body);
  if (body) disconnectIfSlow(response, body.length);
  if (status === failed.status) exchange.fail("request", FAILED);
  exchange.end(status);
}

/** Answers a request. Any error affects only that request. */
function answerSafely(exchange, body) {
  current = exchange;
  try {
    return answer(handlers, exchange.request, body, exchange.target);
  } catch (error) {
    reportFailure(error);
    return failed;
  }
}

const FAILED = "a request failed";

/** Reports an error of the current request, and restarts the core after a trap. */
function reportFailure(error) {
  if (!(error instanceof WasmError)) return current.fail("request", FAILED);
  current.fail("core", `${FAILED}; restarting the core`);
  restartCore();
}

/**
 * Reopens the datasets after a trap. Requests that arrive meanwhile wait, so that a client can lose
 * only its own response.
 */
function restartCore() {
  if (reopening) return;
  reopening = queue.then(reopen).finally(endReopening);
  queue = reopening;
}

function endReopening() {
  reopening = undefined;
}

async function reopen() {
  for (const served of [serving, serving.next])
    if (served) served.packs = await open(served.dataset);
}

function hasBody({ headers }) {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

/** Prepares the next dataset. Its files are served from now on. */
async function prepareDataset(dataset) {
  serving.next = { packs: await open(dataset), dataset, published: publish(dataset, page.rules) };
}

/**
 * Opens a dataset without verification: the parent has compared the digest. Assistants need codes
 * as strings.
 */
function open(dataset) {
  return PackLookup.open({
    dataset: dataset.encodings.identity,
    history: dataset.history,
    wasm,
    verify: false,
    oldAfterDays: settingOf("old_after"),
    basePath: settingOf("base_path"),
  });
}

/** Switches to the next dataset between two requests, so that each response is from one dataset. */
function swapDataset() {
  const old = serving.packs;
  const { published: previous, next } = serving;
  Object.assign(serving, { previous, ...next, next: undefined, loaded: Date.now() });
  old?.close();
}

/** Adds brotli or an update, unless its dataset is no longer served. */
function add({ sha256, additions }) {
  const { dataset } = serving;
  if (dataset.sha256 !== sha256) return;
  extend(dataset, additions);
  serving.published = publish(dataset, page.rules);
}

/**
 * Ends the process when all pending requests are answered. The parent kills a process that takes
 * too long. `close` of an HTTP server would close idle connections at once, on which a request may
 * be arriving, so the function of a plain server is called.
 */
function stop() {
  if (isStopping) return;
  isStopping = true;
  NetServer.prototype.close.call(server, () => process.exit());
  setTimeout(() => setInterval(() => server.closeIdleConnections(), 50), limits.idleStopMs);
  setTimeout(() => process.exit(), limits.stopMs - 500);
}

const tasks = {
  async start({ dataset, previous, next, address, since, refusal }) {
    await prepareDataset(dataset);
    swapDataset();
    serving.previous = previous ? publish(previous, page.rules) : new Map();
    Object.assign(serving, { since, refusal });
    if (next) await prepareDataset(next);
    server.listen(address);
  },
  async prepare({ dataset }) {
    await prepareDataset(dataset);
    process.send({ prepared: dataset.sha256 });
  },
  swap: swapDataset,
  refused({ refusal }) {
    serving.refusal = refusal;
  },
  add,
  addToPage({ path, br }) {
    page.resources.get(path).bytes.br = br;
  },
  stop,
};

let queue = Promise.resolve();

/** Runs the tasks one after the other, in the order of their messages. */
process.on("message", (message) => {
  queue = queue.then(() => tasks[message.task](message));
});
server.on("error", ({ code }) => process.send({ failed: { code } }, () => process.exit(1)));

// A terminal sends these signals to the whole process group. The parent decides when to stop.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
// Messages of exceptions may contain a request, so only the code is written.
process.on("uncaughtException", ({ name, code }) => {
  log("error", `a process failed (${code ?? name})`);
  report();
  process.exit(LOGGED_EXIT);
});

/** The statuses of requests that Node rejects by itself, by the code of the error. */
const REJECTED = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Counts a request that Node has rejected. Other errors concern a connection. */
function countRejected({ code = "" }) {
  const status = REJECTED[code] ?? (code.startsWith("HPE_") ? 400 : undefined);
  if (status) counts.reject(status);
}

/** Reports to the parent what was counted since the last report. */
function report() {
  if (counts && process.connected)
    process.send({ report: { counts: counts.take(), memory: process.memoryUsage.rss() } });
}

if (counts) {
  server.on("connection", (socket) => socket.on("error", countRejected));
  // These two do what Node does without a listener, and count it.
  server.on("connect", (_request, socket) => {
    counts.reject("closed");
    socket.destroy();
  });
  server.on("checkExpectation", (_request, response) => {
    counts.reject(417);
    response.writeHead(417).end();
  });
  setInterval(report, limits.reportMs);
}

process.send({ listens: true });

// What monitors ask: `/livez` whether a process answers, `/readyz` whether its data may be used,
// and `/healthz` everything about them.

/**
 * Returns `{ status, value }` for the path of a monitor, or `undefined` for another one. `serving`
 * is what a process serves.
 */
function healthOf(path, serving) {
  switch (path) {
    case "/livez":
      return { status: 200, value: { status: "ok" } };
    case "/readyz":
      return readiness(serving.packs.about.dataset);
    case "/healthz":
      return { status: 200, value: health(serving) };
    default:
      return undefined;
  }
}

function readiness({ release, age_days: age }) {
  const limit = settingOf("unready_after");
  if (limit === undefined || age <= limit)
    return { status: 200, value: { status: "ok", release, age_days: age } };
  const reason = `the release is ${age} days old, and the limit is ${limit}`;
  return { status: 503, value: { status: "old", release, age_days: age, reason } };
}

function health({ packs, dataset, loaded, refusal = null, since }) {
  const { release, date, age_days: age, packs: count } = packs.about.dataset;
  return {
    status: "ok",
    release,
    date,
    age_days: age,
    packs: count,
    sha256: dataset.sha256,
    loaded: new Date(loaded).toISOString(),
    last_refusal: refusal,
    uptime_seconds: Math.floor((Date.now() - since) / 1000),
  };
}
