// One of the processes that answer. Its parent hands it the dataset, says when there is another one, and when to stop.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { PackLookup } from "../core.js";
import { answer, failed } from "./answers.js";
import { limits } from "./limits.js";
import { readPage } from "./page.js";
import { publish } from "./published.js";

const page = readPage(fileURLToPath(new URL("../page", import.meta.url)));
const wasm = readFileSync(new URL("../pack_lookup_bg.wasm", import.meta.url));

/** What is served now, and what the page may still be fetching of what was served before. */
const serving = { packs: undefined, dataset: undefined, published: new Map(), before: new Map(), since: Date.now() };

const asked = {
  packs: { respond: (request) => serving.packs.respond(request) },
  resource: (path) => serving.published.get(path) ?? page.resources.get(path) ?? serving.before.get(path),
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

function send(request, response) {
  const { status, headers, body } = answerSafely(request);
  // Nothing here reads a body: who sends one is not waited for.
  if (isStopping || hasBody(request)) response.shouldKeepAlive = false;
  response.writeHead(status, headers).end(body);
}

/** An instance that has stopped once is not trusted again: this process ends, and another one takes its place. */
function answerSafely(request) {
  try {
    return answer(asked, request);
  } catch {
    say("a request could not be answered; the process that had it is replaced");
    stop();
    return failed;
  }
}

const hasBody = ({ headers }) => headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

/** What was asked is never part of it. */
const say = (text) => process.stderr.write(`${text}\n`);

/** From one request to the next: each answer is of the one or of the other. */
async function take(dataset) {
  const { encodings } = dataset;
  // The parent compared the digest.
  const packs = await PackLookup.open({ dataset: encodings.identity, wasm, verify: false });
  const old = serving.packs;
  Object.assign(serving, { packs, dataset, before: serving.published, published: publish(dataset, page.rules) });
  old?.close();
}

/** It may be of a dataset that has gone since. */
function takeBrotli({ sha256, br }) {
  const { dataset } = serving;
  if (dataset.sha256 !== sha256) return;
  dataset.encodings.br = br;
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
  start: async ({ dataset, address, since }) => {
    serving.since = since;
    await take(dataset);
    server.listen(address);
  },
  take: ({ dataset }) => take(dataset),
  brotli: takeBrotli,
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
