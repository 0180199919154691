// The built Worker in workerd, and requests to it.
import { join } from "node:path";
import { unstable_startWorker } from "wrangler";
import { paths, root } from "../../scripts/common/project.mjs";
import { ask } from "../ask.mjs";

/// Starts the Worker with `core` as what worker-build made and `bindings` as what its deployment gives it; `ask` sends a request to it.
export async function startService({ core = paths.testWorker, logLevel = "error", bindings = {} } = {}) {
  const worker = await unstable_startWorker({
    config: join(root, "wrangler.toml"),
    bindings,
    build: { alias: { "pack-lookup-core": join(core, "index.js") } },
    // Two Workers on one store that is new lock each other out, and the loser never becomes ready.
    dev: { server: { hostname: "127.0.0.1", port: 0 }, inspector: false, watch: false, persist: false, logLevel },
  });
  await worker.ready;
  const { hostname, port } = await worker.url;
  return {
    origin: `http://${hostname}:${port}`,
    ask: (target, options) => ask({ hostname, port, path: target, ...options }),
    stop: () => worker.dispose(),
  };
}
