// A server process. Its parent sends the dataset, later datasets, and the request to stop.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { Server as NetServer } from "node:net";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { PackLookup, WasmError } from "../core.js";
import { serverOf } from "../mcp/tools.js";
import { answer, failed, readTarget } from "./answers.js";
import { maxBodyOf, readBody } from "./http.js";
import { disconnectIfSlow, limits } from "./limits.js";
import { ageIn, healthOf, OLD_AFTER } from "./health.js";
import { readPage } from "./static-files.js";
import { extend, publish } from "./published.js";

const page = readPage(
  fileURLToPath(new URL("../page", import.meta.url)),
  process.env.PACK_LOOKUP_ROBOTS,
);
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
  resource: (path) =>
    serving.published.get(path) ??
    page.resources.get(path) ??
    serving.next?.published.get(path) ??
    serving.previous.get(path),
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
  send,
);
server.maxConnections = limits.connections;
server.setTimeout(limits.idleMs);

let isStopping = false;

/** The pending reopening of the datasets, or `undefined`. */
let reopening;

function send(request, response, received) {
  if (reopening) return void reopening.then(() => send(request, response, received));
  const maxBody = received ? undefined : maxBodyOf(request.method, readTarget(request.url).path);
  if (maxBody !== undefined)
    return void readBody(Readable.toWeb(request), maxBody).then(
      (bytes) => send(request, response, bytes),
      () => {},
    );
  const { status, headers, body } = answerSafely(request, received);
  // A body that is not read to its end would be taken for the next request.
  if (isStopping || (hasBody(request) && !request.complete)) response.shouldKeepAlive = false;
  response.writeHead(status, headers).end(body);
  if (body) disconnectIfSlow(response, body.length);
}

/** Answers a request. Any error affects only that request. */
function answerSafely(request, body) {
  try {
    return answer(handlers, request, body);
  } catch (error) {
    reportFailure(error);
    return failed;
  }
}

/** Reports an error, and restarts the core after a trap. */
function reportFailure(error) {
  if (error instanceof WasmError) restartCore();
  else log("a request failed");
}

/**
 * Reopens the datasets after a trap. Requests that arrive meanwhile wait, so that a client can lose
 * only its own response.
 */
function restartCore() {
  log("a request failed; restarting the core");
  reopening = queue = queue.then(reopen).finally(() => (reopening = undefined));
}

async function reopen() {
  for (const served of [serving, serving.next])
    if (served) served.packs = await open(served.dataset);
}

const hasBody = ({ headers }) =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

/** Writes a message. It never contains the request. */
const log = (text) => process.stderr.write(`${text}\n`);

/** Prepares the next dataset. Its files are served from now on. */
async function prepareDataset(dataset) {
  serving.next = { packs: await open(dataset), dataset, published: publish(dataset, page.rules) };
}

/**
 * Opens a dataset without verification: the parent has compared the digest. Assistants need codes
 * as strings.
 */
const open = (dataset) =>
  PackLookup.open({
    dataset: dataset.encodings.identity,
    history: dataset.history,
    wasm,
    verify: false,
    ids: "string",
    oldAfterDays: ageIn(process.env, OLD_AFTER),
  });

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
 * be arriving, so here it is that of a plain server.
 */
function stop() {
  if (isStopping) return;
  isStopping = true;
  NetServer.prototype.close.call(server, () => process.exit());
  setTimeout(() => setInterval(() => server.closeIdleConnections(), 50), limits.idleStopMs);
  setTimeout(() => process.exit(), limits.stopMs - 500);
}

const tasks = {
  start: async ({ dataset, previous, next, address, since, refusal }) => {
    await prepareDataset(dataset);
    swapDataset();
    Object.assign(serving, {
      since,
      refusal,
      previous: previous ? publish(previous, page.rules) : new Map(),
    });
    if (next) await prepareDataset(next);
    server.listen(address);
  },
  prepare: async ({ dataset }) => {
    await prepareDataset(dataset);
    process.send({ prepared: dataset.sha256 });
  },
  swap: swapDataset,
  refused: ({ refusal }) => (serving.refusal = refusal),
  add,
  stop,
};

let queue = Promise.resolve();

/** Runs the tasks one after the other, in the order of their messages. */
process.on("message", (message) => (queue = queue.then(() => tasks[message.task](message))));
server.on("error", ({ code }) => process.send({ failed: { code } }, () => process.exit(1)));

// A terminal sends these signals to the whole process group. The parent decides when to stop.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
// Messages of exceptions may contain a request, so only the code is written.
process.on("uncaughtException", ({ name, code }) => {
  log(`a process failed (${code ?? name})`);
  process.exit(1);
});

process.send({ listens: true });
