// The Worker in workerd alone: wrangler's own proxy, which stands before it in development, takes two hundred requests a second.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { environment, paths, root } from "../../scripts/common/project.mjs";
import { run } from "../../scripts/common/run.mjs";
import { freePort } from "../../tests/free-port.mjs";

/// Bundled as it is deployed, over the core that worker-build put into `core`; without assets, which are Cloudflare's.
export async function startWorkerd(core, name) {
  const bundle = join(paths.build, name);
  mkdirSync(bundle, { recursive: true });
  run("esbuild", [join(root, "src", "host", "worker.js"), "--bundle", "--format=esm", `--outdir=${bundle}`, "--external:cloudflare:*", `--alias:pack-lookup-core=${join(core, "index.js")}`, "--loader:.wasm=copy", "--log-level=error"]);
  const port = await freePort();
  writeFileSync(join(bundle, "config.capnp"), configuration(bundle, port));
  const child = spawn(program(), ["serve", join(bundle, "config.capnp")], { env: environment, stdio: ["ignore", "inherit", "inherit"] });
  const origin = `http://127.0.0.1:${port}`;
  await answering(`${origin}/api/about`, child);
  return {
    origin,
    pid: child.pid,
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/// The package picks the program of this platform.
const program = () => createRequire(import.meta.url)("workerd").default;

function configuration(bundle, port) {
  const modules = readdirSync(bundle).filter((file) => file.endsWith(".wasm"));
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [ (name = "main", worker = .worker) ],
  sockets = [ (name = "http", address = "127.0.0.1:${port}", http = (), service = "main") ],
);
const worker :Workerd.Worker = (
  modules = [ (name = "worker.js", esModule = embed "worker.js"), ${modules.map((file) => `(name = "./${file}", wasm = embed "${file}")`).join(", ")} ],
  compatibilityDate = "2026-10-01",
);
`;
}

async function answering(address, child) {
  while (child.exitCode === null) {
    if (await fetch(address).then(() => true, () => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`workerd ended with ${child.exitCode}`);
}
