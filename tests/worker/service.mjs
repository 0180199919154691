// Starts the built Worker in workerd, and sends requests to it.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { unstable_startWorker } from "wrangler";
import { paths, root } from "../../scripts/common/project.mjs";
import { sendRequest as ask } from "../common/network.mjs";
import { changeFile, trapEverySecondCall } from "../common/changed-files.mjs";

/**
 * Starts the Worker. `core` is the output of worker-build, `bindings` belong to its deployment,
 * and `ask` sends a request.
 */
export async function startService({
  core = paths.testWorker,
  logLevel = "error",
  bindings = {},
} = {}) {
  const worker = await readyWorker({
    config: join(root, "wrangler.toml"),
    bindings,
    build: { alias: { "pack-lookup-core": join(core, "index.js") } },
    // Two Workers on one new store lock each other out, and one never becomes ready.
    dev: {
      server: { hostname: "127.0.0.1", port: 0 },
      inspector: false,
      watch: false,
      persist: false,
      logLevel,
    },
  });
  const { hostname, port } = await worker.url;
  return {
    origin: `http://${hostname}:${port}`,
    ask: (target, options) => ask({ hostname, port, path: target, ...options }),
    stop: () => worker.dispose(),
  };
}

/**
 * The built core, changed so that every second call of a function in an instance traps like
 * a panic.
 */
export function coreThatPanics(exported) {
  const core = `${paths.testWorker}-panics-${exported}`;
  cpSync(paths.testWorker, core, { recursive: true });
  changeFile(join(core, "index_bg.wasm"), (wasm) => trapEverySecondCall(wasm, exported));
  return core;
}

const READY_MS = 60_000;

/**
 * Starts a Worker, and retries once. A Worker that is not ready in time never will be, for a reason
 * outside the test.
 */
async function readyWorker(options, tries = 2) {
  const worker = await unstable_startWorker(options);
  if (await Promise.race([worker.ready.then(() => true), pause(READY_MS, false, { ref: false })]))
    return worker;
  worker.dispose();
  if (tries === 1) throw new Error(`workerd was not ready within ${READY_MS / 1000} s`);
  return readyWorker(options, tries - 1);
}
