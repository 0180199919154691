// npm start [-- --port N] [-- --release FILE [--partial]]: sets everything up and serves the API and the page.
import { createServer } from "node:net";
import { parseArgs } from "node:util";
import { prepareDataset } from "./build/dataset.mjs";
import { Failure, main, say, serve } from "./common/run.mjs";
import { buildService } from "./build/service.mjs";

const host = "127.0.0.1";

main(async (args) => {
  const { port, release, partial } = readOptions(args);
  await requireFree(port);
  buildService(() => prepareDataset(release, { partial }));
  say(`Serving at http://${host}:${port} (Ctrl+C stops)`);
  await serve("wrangler", ["dev", "--ip", host, "--port", String(port), "--show-interactive-dev-session=false"]);
});

function readOptions(args) {
  const options = {
    port: { type: "string", default: "8787" },
    release: { type: "string" },
    partial: { type: "boolean" },
  };
  const { values } = parse(args, options);
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Failure(`--port takes a number from 1 to 65535, not ${values.port}`);
  }
  return { port, release: values.release, partial: values.partial };
}

function parse(args, options) {
  try {
    return parseArgs({ args, options });
  } catch (error) {
    throw new Failure(`${error.message}\nUsage: npm start -- [--port N] [--release FILE [--partial]]`);
  }
}

/// Says so before minutes of building when the port is taken.
function requireFree(port) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", ({ code }) => reject(new Failure(`Port ${port} can't be used (${code}): try another with --port`)));
    probe.listen(port, host, () => probe.close(resolve));
  });
}
