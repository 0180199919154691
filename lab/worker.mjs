// npm run lab -- worker [--release FILE] [--built] [--write]
//
// Measures the Worker in local workerd: the time to the first answer, and on Linux the processor time of a request. The first row is a request
// without data: its cost is that of the connection and of wrangler's proxy. `--write` writes the table into lab/reports/worker.md.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWorker } from "../scripts/build/service.mjs";
import { prepare, prepareTools } from "./lib/data.mjs";
import { markdown, measuredOn, microseconds, milliseconds, percentile, writeSection } from "./lib/figures.mjs";
import { childrenOf, processorTime } from "./lib/processes.mjs";
import { makeQueries } from "./lib/queries.mjs";
import { readRecords } from "./lib/records.mjs";
import { environment, paths, root } from "../scripts/common/project.mjs";
import { main, say } from "../scripts/common/run.mjs";
import { setUp } from "../scripts/setup/tools.mjs";
import { startService } from "../tests/worker/service.mjs";

const FULL_SIZE = 184_331;
const STARTS = 3;
/** The kinds of requests take turns, so that a machine that slows down affects all of them. */
const ROUNDS = 20;
const REQUESTS_IN_ROUND = 50;

const core = join(paths.build, "bench-worker");

main(async (args) => {
  const options = { release: { type: "string" }, built: { type: "boolean" }, write: { type: "boolean" } };
  const { release, built, write } = parseArgs({ args, options }).values;
  await prepareTools(built);
  const data = await prepare({ release, packs: FULL_SIZE });
  if (!built) await setUp(["worker-build"]);
  await buildWorker(data.dataset, core);
  const records = await readRecords(data.records);
  const { names, gtins } = makeQueries(records);
  // Without these variables wrangler waits for a network before it answers.
  Object.assign(process.env, environment);
  const measured = await measure(kindsOfRequest(names, gtins));
  const text = `${measured}\n\n${records.length.toLocaleString("en")} packs. ${measuredOn("worker", args)}`;
  console.log(`\n${text}\n`);
  if (write) writeSection(join(root, "lab", "reports", "worker.md"), "worker", text);
});

function kindsOfRequest(names, gtins) {
  const search = (wanted) => names.filter(wanted).map(({ text }) => `/api/search?q=${encodeURIComponent(text)}`);
  return {
    "nothing (OPTIONS)": { method: "OPTIONS", targets: ["/api/search"] },
    GTIN: { targets: gtins.map((code) => `/api/gtin/${code}`) },
    "search by name": { targets: search((query) => query.class !== "typo") },
    "search with a typo": { targets: search((query) => query.class === "typo") },
  };
}

async function measure(kinds) {
  say("Starting the Worker");
  const starts = [];
  for (let i = 0; i < STARTS; i++) starts.push(await coldStart());
  const service = await startService({ core });
  await service.ask("/api/about");
  const measured = Object.entries(kinds).map(([name, kind]) => ({ name, ...kind, cpu: 0, times: [] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const one of measured) await askSome(service, one);
  }
  await service.stop();
  const [nothing] = measured;
  const rows = measured.map(({ name, cpu, times }) => [
    name,
    ...[cpu / times.length, (cpu - nothing.cpu) / times.length, percentile(times, 0.5), percentile(times, 0.99)].map(microseconds),
  ]);
  const cold = `First answer after the start: ${milliseconds(percentile(starts, 0.5))} (median of ${STARTS}).`;
  return `${markdown(["request", "processor time", "more than for nothing", "answered in, p50", "p99"], rows)}\n\n${cold}`;
}

/** Returns the time of the first request to a fresh instance. */
async function coldStart() {
  const service = await startService({ core });
  const begin = performance.now();
  await service.ask("/api/about");
  const took = performance.now() - begin;
  await service.stop();
  return took;
}

async function askSome(service, one) {
  const before = ofWorkerd();
  for (let i = 0; i < REQUESTS_IN_ROUND; i++) {
    const begin = performance.now();
    await service.ask(one.targets[one.times.length % one.targets.length], { method: one.method });
    one.times.push(1000 * (performance.now() - begin));
  }
  one.cpu += 1000 * (ofWorkerd() - before);
}

const ofWorkerd = () => processorTime(childrenOf(process.pid).filter(({ name }) => name.startsWith("workerd")));
