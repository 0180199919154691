// One of the processes that answer. Its parent hands it the dataset, says when there is another one, and when to stop.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { PackLookup, WasmError } from "../core.js";
import { answer, failed } from "./answers.js";
import { limits } from "./limits.js";
import { readPage } from "./page.js";
import { endInTime } from "./patience.js";
import { extend, publish } from "./published.js";

const page = readPage(fileURLToPath(new URL("../page", import.meta.url)));
const wasm = readFileSync(new URL("../pack_lookup_bg.wasm", import.meta.url));

/** What is served now, and what pages may be fetching of the one before, or of the next one, of which another process may have told them. */
const serving = { packs: undefined, dataset: undefined, published: new Map(), before: new Map(), next: undefined, since: Date.now() };

const asked = {
  packs: { respond: (request) => serving.packs.respond(request) },
  resource: (path) => serving.published.get(path) ?? page.resources.get(path) ?? serving.next?.published.get(path) ?? serving.before.get(path),
  health: () => ({
    status: "ok",
    release: serving.dataset.about.dataset.release,
    packs: serving.dataset.about.dataset.packs,
    sha256: serving.dataset.sha256,
    uptime_seconds: Math.floor((Date.now() - serving.since) / 1000),
  }),
};

const server = createServer({
  maxHeaderSize: limits.headerBytes,
  headersTimeout: limits.requestMs,
  requestTimeout: limits.requestMs,
  keepAliveTimeout: limits.keepAliveMs,
  connectionsCheckingInterval: limits.checkMs,
  noDelay: true,
}, send);
server.maxConnections = limits.connections;
server.setTimeout(limits.silenceMs);

let isStopping = false;

/** While the datasets are opened once more. */
let reopening;

function send(request, response) {
  if (reopening) return void reopening.then(() => send(request, response));
  const { status, headers, body } = answerSafely(request);
  // Nothing here reads a body: who sends one is not waited for.
  if (isStopping || hasBody(request)) response.shouldKeepAlive = false;
  response.writeHead(status, headers).end(body);
  if (body) endInTime(response, body.length);
}

/** Whatever else fails than the core is of that request alone. */
function answerSafely(request) {
  try {
    return answer(asked, request);
  } catch (error) {
    if (error instanceof WasmError) startAgain();
    else say("a request could not be answered");
    return failed;
  }
}

/** An instance of the core that has stopped is not trusted again. Whoever asks meanwhile waits, so that nobody may end more than the answer to what
 * they ask. */
function startAgain() {
  say("a request could not be answered; the core that had it starts again");
  reopening = last = last.then(reopen).finally(() => (reopening = undefined));
}

async function reopen() {
  for (const served of [serving, serving.next]) if (served) served.packs = await open(served.dataset);
}

const hasBody = ({ headers }) => headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

/** What was asked is never part of it. */
const say = (text) => process.stderr.write(`${text}\n`);

/** Its files are there from now on. */
async function bring(dataset) {
  serving.next = { packs: await open(dataset), dataset, published: publish(dataset, page.rules) };
}

/** The parent compared the digest. */
const open = (dataset) => PackLookup.open({ dataset: dataset.encodings.identity, wasm, verify: false });

/** From one request to the next: each answer is of the one or of the other. */
function turn() {
  const old = serving.packs;
  Object.assign(serving, { before: serving.published, ...serving.next, next: undefined });
  old?.close();
}

/** It may be of a dataset that has gone since. */
function add({ sha256, made }) {
  const { dataset } = serving;
  if (dataset.sha256 !== sha256) return;
  extend(dataset, made);
  serving.published = publish(dataset, page.rules);
}

/** Ends when all that was asked is answered. The parent ends whoever takes too long. */
function stop() {
  if (isStopping) return;
  isStopping = true;
  server.close(() => process.exit());
  setInterval(() => server.closeIdleConnections(), 50);
  setTimeout(() => process.exit(), limits.stopMs - 500);
}

const tasks = {
  start: async ({ dataset, before, next, address, since }) => {
    await bring(dataset);
    turn();
    Object.assign(serving, { since, before: before ? publish(before, page.rules) : new Map() });
    if (next) await bring(next);
    server.listen(address);
  },
  bring: async ({ dataset }) => {
    await bring(dataset);
    process.send({ has: dataset.sha256 });
  },
  turn,
  add,
  stop,
};

let last = Promise.resolve();

/** One after the other, as they were sent. */
process.on("message", (message) => (last = last.then(() => tasks[message.task](message))));
server.on("error", ({ code }) => process.send({ failed: code }, () => process.exit(1)));

// The terminal sends these to the whole group; the parent says when to stop.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
// Messages of exceptions may hold what was asked.
process.on("uncaughtException", ({ name, code }) => {
  say(`a process failed (${code ?? name})`);
  process.exit(1);
});

process.send({ hears: true });
