// npm start [-- --port N] [-- --release FILE [--partial]] [-- --worker]: sets everything up and serves the API and the page. It uses the Node
// server, which starts fast, or with --worker the Cloudflare Worker.
import { createServer } from "node:net";
import { parseArgs } from "node:util";
import { prepareDataset } from "./build/dataset.mjs";
import { buildPage, buildService, setUpForPage } from "./build/hosts.mjs";
import { Failure, main, say, serve, whenNpmEnds } from "./common/run.mjs";

const host = "127.0.0.1";

main(async (args) => {
  const { port, release, partial, worker } = readOptions(args);
  await requireFree(port);
  const prepare = () => prepareDataset(release, { partial });
  await (worker ? serveWorker(prepare, port) : serveFromNode(prepare, port));
});

async function serveFromNode(prepare, port) {
  const dataset = await setUpForPage(prepare);
  buildPage(dataset);
  const [{ serve: serveDataset }, { handleSignals }] = await Promise.all([import("../npm/serve/index.js"), import("../npm/serve/signals.js")]);
  const { end, isReloadRequested } = handleSignals();
  await serveDataset({ dataset, port, host }, { end: AbortSignal.any([end, endOfNpm()]), isReloadRequested });
}

function endOfNpm() {
  const ended = new AbortController();
  whenNpmEnds(() => ended.abort());
  return ended.signal;
}

async function serveWorker(prepare, port) {
  await buildService(prepare, { withPrint: false });
  say(`Serving at http://${host}:${port} (Ctrl+C stops)`);
  await serve("wrangler", ["dev", "--ip", host, "--port", String(port), "--show-interactive-dev-session=false"]);
}

function readOptions(args) {
  const options = {
    port: { type: "string", default: "8787" },
    release: { type: "string" },
    partial: { type: "boolean" },
    worker: { type: "boolean" },
  };
  const { values } = parse(args, options);
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Failure(`--port must be a number from 1 to 65535, not ${values.port}`);
  }
  return { ...values, port };
}

function parse(args, options) {
  try {
    return parseArgs({ args, options });
  } catch (error) {
    throw new Failure(`${error.message}\nUsage: npm start -- [--port N] [--release FILE [--partial]] [--worker]`);
  }
}

/** Fails at once if the port is in use, before minutes of building. */
function requireFree(port) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", ({ code }) => reject(new Failure(`Port ${port} is not available (${code}). Choose another with --port`)));
    probe.listen(port, host, () => probe.close(resolve));
  });
}
