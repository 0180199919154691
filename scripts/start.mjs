// npm start [-- --port N] [-- --release FILE [--partial]] [-- --worker]: sets everything up and
// serves the API and the page. It uses the Node
// server, which starts fast, or with --worker the Cloudflare Worker.
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { namedData, prepareDataset } from "./build/dataset.mjs";
import { buildService } from "./build/hosts.mjs";
import { buildForStart, makeDemonstration } from "./build/start.mjs";
import { Failure, main, say, serve, whenNpmEnds } from "./common/run.mjs";

const host = "127.0.0.1";

main(async (args) => {
  const options = readOptions(args);
  await requireFree(options.port);
  await (options.worker ? serveWorker(options) : serveFromNode(options));
});

async function serveFromNode({ release, partial, port }) {
  const named = namedData(release);
  const folder = await buildForStart();
  const data = named ?? { release: await makeDemonstration() };
  const importOf = (file) => import(pathToFileURL(join(folder, file)).href);
  const [{ serve: serveData }, { handleSignals }] = await Promise.all([
    importOf("serve/index.js"),
    importOf("node/signals.js"),
  ]);
  const { end, isReloadRequested } = handleSignals();
  await serveData(
    { ...data, partial, port, host },
    { end: AbortSignal.any([end, endOfNpm()]), isReloadRequested },
  );
}

function endOfNpm() {
  const ended = new AbortController();
  whenNpmEnds(() => ended.abort());
  return ended.signal;
}

async function serveWorker({ release, partial, port }) {
  await buildService(() => prepareDataset(release, { partial }), { withPrint: false });
  say(`Serving at http://${host}:${port} (Ctrl+C stops)`);
  await serve("wrangler", [
    "dev",
    "--ip",
    host,
    "--port",
    String(port),
    "--show-interactive-dev-session=false",
  ]);
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
    throw new Failure(
      `${error.message}\nUsage: npm start -- [--port N] [--release FILE [--partial]] [--worker]`,
    );
  }
}

/** Fails at once if the port is in use, before minutes of building. */
function requireFree(port) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", ({ code }) =>
      reject(new Failure(`Port ${port} is not available (${code}). Choose another with --port`)),
    );
    probe.listen(port, host, () => probe.close(resolve));
  });
}
