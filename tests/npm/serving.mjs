// Runs `pack-lookup serve` in a separate process, as the command line starts it.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { sharedFiles } from "../../npm/serve/shared-files.js";
import { isCompressed } from "../../npm/serve/static-files.js";
import { environment, paths, root, startable } from "../../scripts/common/project.mjs";
import { temporaryFolder } from "../common/folders.mjs";
import { sendRequest as ask } from "../common/network.mjs";

const { PACK_LOOKUP_DATASET: _, ...withoutDataset } = environment;

/**
 * Starts the server. `folder` has the package, `cwd` by default has no dataset, and
 * `meanwhile` is called during the start. Resolves when it serves, or has ended.
 */
export async function startServing(
  options = {},
  folder = new URL("npm/", `file://${root}/`),
  { cwd = join(root, "tests", "npm"), env, meanwhile } = {},
) {
  const script = `import { serve } from ${JSON.stringify(new URL("serve/index.js", folder).href)};
    await serve(${JSON.stringify({ port: 0, workers: 2, ...options })}).catch(({ message }) => {
      console.error("pack-lookup: " + message);
      process.exitCode = 2;
    });
    process.exit();`;
  const [command, args] = startable(
    "node",
    ["--input-type=module", "--eval", script],
    paths.nodeModules,
  );
  const child = spawn(command, args, { cwd, env: { ...withoutDataset, ...env } });
  const output = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"])
    child[stream].on("data", (text) => (output[stream] += text));
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal }));
  const until = async (condition) => {
    const end = Date.now() + 30_000;
    while (!condition() && child.exitCode === null && child.signalCode === null && Date.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const signal = (name) => {
    child.kill(name);
    if (ENDING.includes(name)) endInTime(child, ended);
  };
  await meanwhile?.({ until, output, signal });
  await until(() => output.stdout.includes("\n"));
  const origin = /^Serving at (http:\S+)\n/.exec(output.stdout)?.[1];
  const { hostname, port } = origin ? new URL(origin) : {};
  const workers = options.workers ?? 8;
  const request = (target, options) => ask({ hostname, port, path: target, ...options });
  return {
    origin,
    pid: child.pid,
    hostname,
    port,
    output,
    ended,
    until,
    ask: request,
    json: async (target) => JSON.parse((await request(target)).body),
    untilSaid: (text) => until(() => output.stderr.includes(text)),
    whenCompressed: async () => untilBrotli(request, await datasetPath(request), workers),
    whenPageCompressed: () => untilBrotli(request, lastCompressed, workers),
    signal,
    stop: async () => {
      signal("SIGTERM");
      return ended;
    },
  };
}

/** Starts the server for one test. */
export async function serving(t, ...args) {
  const service = await startServing(...args);
  t.after(() => service.stop());
  return service;
}

const ENDING = ["SIGTERM", "SIGINT"];

/** Three times the server's own limit. */
const STOP_TIMEOUT_MS = 30_000;

/**
 * Kills a server that does not stop in time, and reports its state. Without it, the test would wait
 * until all tests time out, with no explanation.
 */
async function endInTime(child, ended) {
  if (await Promise.race([ended, pause(STOP_TIMEOUT_MS, false, { ref: false })])) return;
  const { stdout } = spawnSync("ps", ["-eLo", "pid,ppid,lwp,stat,wchan:32,args"], {
    encoding: "utf8",
    timeout: COMMAND_TIMEOUT_MS,
  });
  const ofServers = (stdout ?? "")
    .split("\n")
    .filter((line) => line.includes(String(child.pid)) || line.includes("/serve/"));
  console.error(`${child.pid} did not end:\n${ofServers.join("\n")}`);
  for (const pid of childrenOf(child.pid)) process.kill(pid, "SIGKILL");
  child.kill("SIGKILL");
  // A child of a dead process may keep the pipes open.
  child.stdout.destroy();
  child.stderr.destroy();
}

const COMMAND_TIMEOUT_MS = 10_000;

/** The processes that answer for a server. Linux only. */
export function childrenOf(pid) {
  const { stdout } = spawnSync("pgrep", ["-P", String(pid), "-f", "serve/server-process.js"], {
    encoding: "utf8",
    timeout: COMMAND_TIMEOUT_MS,
  });
  return (stdout ?? "").split("\n").filter(Boolean).map(Number);
}

const datasetPath = async (ask) =>
  `/dataset/${JSON.parse((await ask("/healthz")).body).sha256}.bin`;

/** The path of the file of the page whose brotli is made last. */
const lastCompressed = sharedFiles().findLast(({ path }) => isCompressed(path))?.path;

/**
 * Waits until every process has brotli of a file. It follows some time after the start, process by
 * process, and connections go to each process in turn.
 */
async function untilBrotli(ask, path, processes) {
  for (let consecutive = 0; consecutive < processes; ) {
    const { headers } = await ask(path, { method: "HEAD", headers: { "Accept-Encoding": "br" } });
    consecutive = headers["content-encoding"] === "br" ? consecutive + 1 : 0;
    if (consecutive === 0) await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Sends raw bytes, and returns all bytes that come back. */
export async function raw({ hostname, port }, bytes) {
  const socket = connect({ host: hostname, port });
  socket.on("error", () => {});
  socket.write(bytes);
  return Promise.race([text(socket).catch(() => ""), pause(15_000, "nothing", { ref: false })]);
}

export const line = (target, method = "GET") =>
  `${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;

/** A temporary folder with a copy of the dataset, which the test may change. */
export function folderWith(t, file = paths.testDataset) {
  const folder = temporaryFolder(t);
  const dataset = join(folder, "packs.bin");
  copyFileSync(file, dataset);
  return { folder, dataset };
}

/** A temporary folder as `serve --history` keeps it, with the history of the cases. */
export function keptHistory() {
  const folder = mkdtempSync(join(tmpdir(), "pack-lookup-history-"));
  process.on("exit", () => rmSync(folder, { recursive: true }));
  copyFileSync(paths.testHistory, join(folder, "history.bin"));
  copyFileSync(paths.testDataset, join(folder, "last.bin"));
  return folder;
}

/** Replaces a file atomically, so that there is always a complete file. */
export function replace(file, bytes) {
  writeFileSync(`${file}.new`, bytes);
  renameSync(`${file}.new`, file);
}

/** Repeats a request until it succeeds. The process that is being replaced may be the only one. */
export async function whenAvailable(request, tries = 100) {
  const response = await request().catch(() => undefined);
  if (response || tries === 0) return response;
  await pause(100);
  return whenAvailable(request, tries - 1);
}
