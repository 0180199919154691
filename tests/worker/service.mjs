// The built Worker in workerd, and requests to it that arrive as they are written.
import { request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { unstable_startWorker } from "wrangler";
import { paths, root } from "../../scripts/common/project.mjs";

/// Starts the Worker with `core` as what worker-build made; `ask` sends a request to it.
export async function startService({ core = paths.testWorker, logLevel = "error" } = {}) {
  const worker = await unstable_startWorker({
    config: join(root, "wrangler.toml"),
    build: { alias: { "pack-lookup-core": join(core, "index.js") } },
    dev: { server: { hostname: "127.0.0.1", port: 0 }, inspector: false, watch: false, logLevel },
  });
  await worker.ready;
  const { hostname, port } = await worker.url;
  return {
    origin: `http://${hostname}:${port}`,
    ask: (target, options) => ask({ hostname, port, path: target, ...options }),
    stop: () => worker.dispose(),
  };
}

/// Unlike `fetch`, `http.request` leaves the target alone and follows no redirects.
function ask(options) {
  return new Promise((resolve, reject) => {
    const sent = request({ agent: false, ...options }, async (response) => {
      const body = await text(response);
      resolve({ status: response.statusCode, headers: response.headers, body });
    });
    sent.on("error", reject).end();
  });
}
