// npm run lab -- serve [--release FILE] [--seconds N] [--built] [--write]
//
// Measures requests per second of `pack-lookup serve`, from a client on the same machine, and response times at full and at half of that load.
// `--write` writes the table into lab/reports/serve.md.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { autocannon } from "./lib/requests.mjs";
import { prepare, prepareTools } from "./lib/data.mjs";
import { digits, load, markdown, measuredOn, milliseconds, percentile, writeSection } from "./lib/figures.mjs";
import { makeQueries } from "./lib/queries.mjs";
import { readRecords } from "./lib/records.mjs";
import { root } from "../scripts/common/project.mjs";
import { main, say } from "../scripts/common/run.mjs";
import { startServing } from "../tests/npm/serving.mjs";

const FULL_SIZE = 184_331;
const CONNECTIONS = 16;
const WARM_UP_SECONDS = 3;

main(async (args) => {
  const options = { release: { type: "string" }, seconds: { type: "string", default: "10" }, built: { type: "boolean" }, write: { type: "boolean" } };
  const { release, seconds, built, write } = parseArgs({ args, options }).values;
  await prepareTools(built);
  const data = await prepare({ release, packs: FULL_SIZE });
  const records = await readRecords(data.records);
  const rows = await measure(data.dataset, requestsOf(makeQueries(records)), Number(seconds));
  const head = ["requests", "load", "answers a second", "p50", "p99", "p99.9", "errors", "load of the machine"];
  const text = `${markdown(head, rows)}\n\n${records.length.toLocaleString("en")} packs. ${measuredOn("serve", args)}`;
  console.log(`\n${text}\n`);
  if (write) writeSection(join(root, "lab", "reports", "serve.md"), "serve", text);
});

/** Returns names as people type them: by letter, with some misspelt. */
function requestsOf({ names, gtins }) {
  return {
    GTIN: gtins.map((code) => `/api/gtin/${code}`),
    "search by name": names.map(({ text }) => `/api/search?q=${encodeURIComponent(text)}`),
  };
}

async function measure(dataset, kinds, seconds) {
  const service = await startServing({ dataset, workers: undefined });
  try {
    say("Waiting until the dataset is compressed, which is not what is measured");
    await service.whenCompressed();
    const rows = [];
    for (const [name, targets] of Object.entries(kinds)) rows.push(...(await measureKind(service, name, targets, seconds)));
    return rows;
  } finally {
    await service.stop();
  }
}

async function measureKind(service, name, targets, seconds) {
  say(name);
  await run(service, targets, WARM_UP_SECONDS);
  const full = await run(service, targets, seconds);
  const half = await run(service, targets, seconds, Math.round(full.rate / 2));
  return [row(name, "full", full), row("", "half", half)];
}

const row = (name, how, { rate, times, errors, machine }) => [name, how, digits(rate), ...[0.5, 0.99, 0.999].map((part) => milliseconds(percentile(times, part))), String(errors), machine];

/** Runs the load. An unknown GTIN is a normal response. An error is a missing response, or a status of a server failure. */
async function run({ origin }, targets, duration, overallRate) {
  const times = [];
  let errors = 0;
  const options = { url: origin, connections: CONNECTIONS, duration, requests: targets.map((path) => ({ path })), ...(overallRate && { overallRate }) };
  const running = autocannon()(options);
  running.on("response", (_client, status, _bytes, time) => {
    times.push(time);
    if (status >= 500 || status === 0) errors += 1;
  });
  const result = await running;
  return { rate: times.length / result.duration, times, errors: errors + result.errors + result.timeouts, machine: load() };
}
