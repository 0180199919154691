// npm run lab -- load [--release FILE] [--requests N] [--built] [--write]
//
// Loads the Worker in workerd and `pack-lookup serve`, with 1 to 256 connections. One request in a
// hundred is malformed. Each status is compared with the expected one. Then a core that panics in
// every second request shows what a panic costs the other requests. `--write` writes the tables
// into lab/report.md. Linux only: it reads /proc.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { buildWorker } from "../scripts/build/hosts.mjs";
import { environment, paths, root } from "../scripts/common/project.mjs";
import { Failure, run, say } from "../scripts/common/run.mjs";
import { WORKER_TOOLS, setUp } from "../scripts/setup/tools.mjs";
import { freePort } from "../tests/common/network.mjs";
import { startServing } from "../tests/npm/serving.mjs";
import { trapEverySecondCall } from "../tests/common/wasm-trap.mjs";
import { FULL_SIZE, prepare, prepareTools } from "./lib/data.mjs";
import { memory, processorTime, processTreeOf } from "./lib/processes.mjs";
import { autocannon, makeQueries, mixedRequests } from "./lib/queries.mjs";
import { readRecords } from "./lib/records.mjs";
import {
  digits,
  markdown,
  measuredOn,
  megabytes,
  microseconds,
  milliseconds,
  percentile,
  publish,
} from "./lib/report.mjs";

/**
 * The numbers of connections. The last step, in which memory is sampled, sends half of all
 * requests.
 */
const CONNECTIONS = [1, 4, 64, 256, 16];
const SAMPLES = 20;
const PANICS = 2_000;
/** With fewer requests, a step would have more connections than requests. */
const MIN_REQUESTS = 16 * Math.max(...CONNECTIONS);

const core = join(paths.build, "bench-worker");

/** Loads both hosts, and prints the tables. */
export async function load(args) {
  const options = {
    release: { type: "string" },
    requests: { type: "string", default: "1000000" },
    built: { type: "boolean" },
    write: { type: "boolean" },
  };
  const { release, requests, built, write } = parseArgs({ args, options }).values;
  if (!(Number(requests) >= MIN_REQUESTS))
    throw new Failure(`--requests must be at least ${MIN_REQUESTS}, not ${requests}`);
  await prepareTools(built);
  const data = await prepare({ release, packs: FULL_SIZE });
  if (!built) await setUp(WORKER_TOOLS);
  await buildWorker(data.dataset, core);
  const workload = mixedRequests(makeQueries(await readRecords(data.records)));
  const hosts = {
    "Worker, in workerd": () => startWorkerd(core, "load-worker"),
    serve: () => startServing({ dataset: data.dataset, workers: undefined }),
  };
  const rows = [];
  for (const [name, start] of Object.entries(hosts))
    rows.push(
      ...(await measureSteps(name, start, workload, Number(requests) / Object.keys(hosts).length)),
    );
  const text = [
    markdown(
      [
        "host",
        "connections",
        "requests",
        "per second",
        "p50",
        "p99",
        "p99.9",
        "unexpected responses",
        "processor time per request",
        "memory",
      ],
      rows,
    ),
    markdown(
      [
        "core that traps at every second request",
        "requests",
        "status 500",
        "normal responses",
        "no response",
        "memory",
      ],
      await measurePanics(data.dataset, workload),
    ),
    measuredOn("load", args),
  ].join("\n\n");
  publish(text, { section: "load", isWritten: write });
}

async function measureSteps(name, start, workload, requests) {
  say(name);
  const service = await start();
  try {
    const rows = [];
    for (const connections of CONNECTIONS)
      rows.push(
        await measureStep(name, service, workload, connections, stepSize(connections, requests)),
      );
    return rows;
  } finally {
    await service.stop();
  }
}

const stepSize = (connections, requests) =>
  Math.round(
    connections === CONNECTIONS.at(-1) ? requests / 2 : requests / 2 / (CONNECTIONS.length - 1),
  );

async function measureStep(name, service, workload, connections, requests) {
  const before = processorTime(processTreeOf(service.pid));
  const sizes = [];
  const responses = await sendRequests(service.origin, workload, {
    connections,
    amount: requests,
    onSample: () => sizes.push(memory(processTreeOf(service.pid))),
  });
  const spent = processorTime(processTreeOf(service.pid)) - before;
  const times = [0.5, 0.99, 0.999].map((part) => milliseconds(percentile(responses.times, part)));
  const count = responses.times.length;
  console.log(
    `${connections} connections: ${Math.round(responses.rate)} per second, memory in MB: ${sizes.map((size) => Math.round(size / 1e6)).join(" ")}`,
  );
  return [
    name,
    String(connections),
    digits(count),
    digits(responses.rate),
    ...times,
    String(responses.unexpected),
    perRequest(spent, count),
    drift(sizes),
  ];
}

/** Formats the processor time per request. The time of a process that has ended is lost. */
const perRequest = (spent, count) => (spent < 0 ? "unknown" : microseconds((1000 * spent) / count));

/** Returns the value at the end, and its change since the middle. */
function drift(sizes) {
  const half = sizes.slice(Math.floor(sizes.length / 2));
  const change = (100 * (half.at(-1) - half[0])) / half[0];
  return `${megabytes(half.at(-1))}, ${change >= 0 ? "+" : "−"}${Math.abs(change).toFixed(1)} %`;
}

/** Sends the requests. `onSample` is called 20 times during the run. */
async function sendRequests(origin, workload, { connections, amount, onSample = () => {} }) {
  const times = [];
  const statuses = {};
  let unexpected = 0;
  const requests = workload.map(({ path, expected }) => ({
    path,
    onResponse: (status) => (unexpected += expected.includes(status) ? 0 : 1),
  }));
  const running = autocannon()({
    url: origin,
    connections,
    amount,
    requests: requests.slice(0, 1),
    setupClient: withShare(requests, Math.ceil(amount / connections)),
  });
  running.on("response", (_client, status, _bytes, time) => {
    times.push(time);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (times.length % Math.ceil(amount / SAMPLES) === 0) onSample();
  });
  const result = await running;
  return {
    times,
    statuses,
    rate: times.length / result.duration,
    unanswered: result.errors,
    unexpected: unexpected + result.errors,
  };
}

/**
 * Gives each connection its own share of the requests. With all of them, the load generator would
 * prepare every request for every connection. With hundreds of connections that takes longer than
 * the responses.
 */
function withShare(requests, share) {
  let first = 0;
  return (client) => {
    client.setRequests(
      Array.from({ length: share }, (_, at) => requests[(first + at) % requests.length]),
    );
    first += share;
  };
}

/** Measures the same hosts with a core that traps at every second call, like a panic. */
async function measurePanics(dataset, workload) {
  const hosts = {
    "Worker, in workerd": () => startWorkerd(panickingCore(), "load-worker-panics"),
    serve: () => startServing({ dataset }, panickingPackage()),
  };
  const rows = [];
  for (const [name, start] of Object.entries(hosts)) {
    say(`${name}, with panics`);
    const service = await start();
    const { times, statuses, unanswered } = await sendRequests(service.origin, workload, {
      connections: 4,
      amount: PANICS,
    });
    const failed = statuses[500] ?? 0;
    rows.push([
      name,
      digits(times.length),
      digits(failed),
      digits(times.length - failed),
      String(unanswered),
      megabytes(memory(processTreeOf(service.pid))),
    ]);
    await service.stop();
  }
  return rows;
}

function panickingCore() {
  const copy = `${core}-panics`;
  cpSync(core, copy, { recursive: true });
  makePanicking(join(copy, "index_bg.wasm"), "fetch");
  return copy;
}

function panickingPackage() {
  const copy = join(paths.build, "load-package");
  cpSync(join(root, "npm"), copy, { recursive: true });
  makePanicking(join(copy, "pack_lookup_bg.wasm"), "packs_respond");
  return pathToFileURL(`${copy}/`);
}

const makePanicking = (file, exported) =>
  writeFileSync(file, trapEverySecondCall(readFileSync(file), exported));

// Runs the Worker in workerd without wrangler's development proxy, which handles only 200 requests
// per second.

/**
 * Starts the Worker, bundled as for deployment, with the core that worker-build wrote to `core`.
 * Assets are missing, because Cloudflare serves them.
 */
async function startWorkerd(core, name) {
  const bundle = join(paths.build, name);
  mkdirSync(bundle, { recursive: true });
  run("esbuild", [
    join(root, "src", "host", "worker.js"),
    "--bundle",
    "--format=esm",
    `--outdir=${bundle}`,
    "--external:cloudflare:*",
    `--alias:pack-lookup-core=${join(core, "index.js")}`,
    "--loader:.wasm=copy",
    "--log-level=error",
  ]);
  const port = await freePort();
  writeFileSync(join(bundle, "config.capnp"), configuration(bundle, port));
  const child = spawn(program(), ["serve", join(bundle, "config.capnp")], {
    env: environment,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const origin = `http://127.0.0.1:${port}`;
  await waitForAnswer(`${origin}/api/about`, child);
  return {
    origin,
    pid: child.pid,
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** Returns the workerd binary of this platform. */
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

async function waitForAnswer(address, child) {
  while (child.exitCode === null) {
    if (
      await fetch(address).then(
        () => true,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`workerd ended with ${child.exitCode}`);
}
