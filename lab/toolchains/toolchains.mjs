// Creates temporary projects with the packed module, and runs toolchains there.
import { execFile, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { environment, paths, root, startable } from "../../scripts/common/project.mjs";
import { engines } from "../../tests/common/engines.mjs";
import { serveFolder } from "../../tests/page/server.mjs";
import { freePort } from "../../tests/common/network.mjs";

const execute = promisify(execFile);
const here = import.meta.dirname;
const packages = join(here, "..", "node_modules");
const [node] = startable("node", [], paths.nodeModules);
const env = {
  ...environment,
  PATH: `${dirname(node)}:${environment.PATH}`,
  NEXT_TELEMETRY_DISABLED: "1",
  CI: "true",
  NO_COLOR: "1",
};
const MINUTES = 60_000;

/** Fails if the toolchains of `lab/package.json` are not installed. */
export function requireToolchains() {
  if (!existsSync(join(packages, "bun")))
    throw new Error("the toolchains are not installed: npm ci --prefix lab");
}

const ES_MODULES = { "package.json": '{ "private": true, "type": "module" }' };

/**
 * Creates a folder inside this one, so that the toolchains are found. It has the files of a folder,
 * `more` files by name, and the module as installed from the tarball.
 */
export async function newProject(name, files = "page", more = files === "page" ? ES_MODULES : {}) {
  const folder = join(here, "tried", name);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(here, files), folder, { recursive: true });
  for (const [file, text] of Object.entries(more)) writeFileSync(join(folder, file), text);
  const module = join(folder, "node_modules", "pack-lookup");
  mkdirSync(module, { recursive: true });
  await execute("tar", ["-xzf", await tarball(), "-C", module, "--strip-components=1"]);
  return { folder, run: (program, ...args) => runIn(folder, program, args) };
}

let packing;
/** The tarball, packed once for all tests. */
const tarball = () => (packing ??= pack());

async function pack() {
  mkdirSync(join(here, "tried"), { recursive: true });
  const [npm, args] = startable(
    "npm",
    ["pack", "--silent", "--pack-destination", join(here, "tried"), join(root, "npm")],
    paths.nodeModules,
  );
  const { stdout } = await execute(npm, args, { env });
  return join(here, "tried", stdout.trim());
}

/** Runs a file of the toolchains with Node, or a program of the system. */
async function runIn(folder, program, args) {
  const [file, before] = program.startsWith("/")
    ? [program, []]
    : [node, program === "node" ? [] : [join(packages, program)]];
  const { stdout } = await execute(file, [...before, ...args], {
    cwd: folder,
    env,
    timeout: 3 * MINUTES,
  });
  return stdout;
}

/** The path of a program of the toolchains. */
export const programOf = (name) => join(packages, ".bin", name);

/** The title of a page, in which it writes its result. */
export async function titleOf(t, engine, folder, path = "/index.html") {
  const server = await serveFolder(folder);
  t.after(() => server.stop());
  return titleAt(engine, `${server.origin}${path}`);
}

/** Opens an address, and returns the title of the page as JSON. */
export async function titleAt(engine, address) {
  await engine.open(address);
  return JSON.parse(
    await engine.run(async () => {
      const end = Date.now() + 20_000;
      while (!document.title && Date.now() < end)
        await new Promise((resolve) => setTimeout(resolve, 50));
      return document.title || '{"error":"the page has no title"}';
    }),
  );
}

export const browser = engines.chromium;

/**
 * Starts a server, a file of the toolchains or of the project, which ends with the test. Built
 * servers read their address from the environment.
 */
export async function serving(t, folder, program, ...args) {
  const port = await freePort();
  const address = { PORT: port, HOST: "127.0.0.1", HOSTNAME: "127.0.0.1" };
  const file = program.startsWith("/") ? program : join(packages, program);
  const child = spawn(node, [file, ...args.map((arg) => arg.replace("PORT", port))], {
    cwd: folder,
    env: { ...env, ...address },
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  t.after(() => process.kill(-child.pid));
  const ask = (path) => fetch(`http://127.0.0.1:${port}${path}`);
  for (let tries = 0; tries < 300; tries += 1) {
    if (
      await ask("/").then(
        () => true,
        () => false,
      )
    )
      return ask;
    if (child.exitCode !== null) break;
    await pause(200);
  }
  throw new Error(`the server did not start: ${output}`);
}
