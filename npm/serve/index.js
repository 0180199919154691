// `pack-lookup serve`: the API, the pages of packs and the scanning page, with the HTTP server of
// Node.
import { once } from "node:events";
import { createServer, isIPv6 } from "node:net";
import { startBackgroundWork } from "./background.js";
import { endIfBlocked } from "../node/files.js";
import { historyIn, lastServed } from "./history.js";
import { findSource, rollbackOf, signatureOf, watch } from "../node/dataset-source.js";
import { listenError, ProcessPool } from "./process-pool.js";
import { prepare } from "./published.js";
import { announcement, formatLog, log, UserError } from "../node/messages.js";
import { Metrics, serveMetrics } from "./metrics.js";
import { readSettings, shareSettings } from "../node/settings-reader.js";
import { handleSignals } from "../node/signals.js";

/**
 * Serves until it is asked to stop, then resolves. Rejects with a `UserError` if it cannot start.
 * `flags` are settings by name. Signals are handled from this call on, or by the given `end` and
 * `isReloadRequested`.
 */
export async function serve(flags = {}, { end, isReloadRequested } = handleSignals()) {
  const settings = readSettings(flags);
  shareSettings(settings);
  formatLog(settings.log);
  try {
    const address = await freeAddress(settings);
    const source = await findSource({ ...settings, signal: end });
    await serveFrom(source, { ...settings, address, end, isReloadRequested });
    await endIfBlocked();
  } catch (error) {
    // A start that was cancelled is not a failure.
    await endIfBlocked(end.aborted ? undefined : error);
    if (!end.aborted) throw error;
  }
}

async function serveFrom(source, options) {
  const { address, workers, end, isReloadRequested, allow_rollback: mayRollBack } = options;
  const historyOf = historyIn(options.history, { signal: end, say: (text) => log("warn", text) });
  const last = mayRollBack ? undefined : await lastServed(options.history, end);
  const served = await signatureOf(source.file, end);
  const read = await source.read();
  rejectRollback(last, read, source);
  const first = await withHistory(await prepare(read), historyOf);
  end.throwIfAborted();
  const metrics = new Metrics();
  const processes = new ProcessPool(address, first, metrics);
  const ended = once(end, "abort");
  let closeMetrics;
  try {
    await Promise.race([processes.start(workers), ended]);
    end.throwIfAborted();
    closeMetrics = await openMetrics(options.metrics, metrics, processes);
    const startWork = startBackgroundWork(processes, end);
    watch({ file: source.file, served, isReloadRequested, signal: end }, () =>
      reloadDataset(processes, source, { mayRollBack, historyOf, startWork, metrics, end }),
    );
    startWork(first);
    log("info", describe(source, first));
    process.stdout.write(`${announcement(`Serving at ${urlOf(address)}`)}\n`);
    await ended;
  } finally {
    closeMetrics?.();
    await processes.stop();
  }
}

/** Serves the metrics, if they have an address. Returns a function that closes their server. */
async function openMetrics(address, metrics, processes) {
  if (address === undefined) return undefined;
  const text = () => metrics.text({ dataset: processes.dataset, processes: processes.size });
  const server = await serveMetrics(address, text);
  log("info", `Metrics at ${urlOf(server.address)}/metrics`);
  return server.close;
}

/**
 * Replaces the served dataset. If the file cannot be read, or is a rollback that is not allowed,
 * the current dataset remains.
 */
async function reloadDataset(processes, source, options) {
  const { mayRollBack, historyOf, startWork, metrics, end } = options;
  try {
    const read = await source.read();
    rejectRollback(mayRollBack ? undefined : processes.dataset, read, source);
    const dataset = await prepare(read, processes.dataset);
    const previous = await processes.replaceDataset(await withHistory(dataset, historyOf));
    if (!previous) return;
    metrics.reloads += 1;
    log("info", `Now serving ${describe(source, dataset)}`);
    startWork(dataset, previous);
  } catch (error) {
    if (end.aborted) return;
    metrics.refusals += 1;
    log("warn", `${error.message}; still serving the previous dataset`);
    processes.refused({
      at: new Date().toISOString(),
      reason: error.message.replace(`${source.file}: `, ""),
    });
  }
}

/** Rejects a dataset that must not follow the last one by itself. */
function rejectRollback(last, dataset, { file }) {
  const rollback = last && rollbackOf(last, dataset);
  if (rollback) throw new UserError(`${file}: ${rollback}; pass --allow-rollback to take it over`);
}

/** Makes a dataset with the history until it, if the server keeps one. */
const withHistory = async (dataset, historyOf) => ({
  ...dataset,
  history: await historyOf(dataset.encodings.identity),
});

function describe({ file }, { about: { dataset, warning }, reports }) {
  const description = `${file}: ${dataset.packs.toLocaleString("en")} packs of the release ${dataset.release}`;
  const isMissing =
    reports.length === 0 && "The data quality report is missing: it could not be made";
  return [description, warning, isMissing].filter(Boolean).join(". ");
}

/**
 * Finds the address with a free port for port 0. All processes need the same port, also those
 * that start later.
 */
function freeAddress({ host, port }) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => reject(listenError({ host, port }, error)));
    probe.listen({ host, port }, () => {
      const address = { host, port: probe.address().port };
      probe.close(() => resolve(address));
    });
  });
}

/** Builds the URL of an address. An IPv6 host is in brackets. */
const urlOf = ({ host, port }) => `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
