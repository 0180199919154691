// `pack-lookup serve`: the API, the pages of packs and the scanning page, with the HTTP server of
// Node.
import { once } from "node:events";
import { statSync } from "node:fs";
import { createServer, isIPv6 } from "node:net";
import { availableParallelism } from "node:os";
import { startBackgroundWork } from "./background.js";
import { endIfBlocked } from "./bounded-file.js";
import { historyIn, lastServed } from "./history.js";
import { findSource, rollbackOf, signatureOf, watch } from "./dataset-source.js";
import { listenError, ProcessPool } from "./process-pool.js";
import { prepare } from "./published.js";
import { ageIn, OLD_AFTER, UNREADY_AFTER } from "./health.js";
import { isContact } from "./security-txt.js";
import { handleSignals } from "./signals.js";
import { UserError } from "../cli/messages.js";

/**
 * Serves until it is asked to stop, then resolves. Rejects with a `UserError` if it cannot start.
 * Signals are handled from this call on, or by the given `end` and `isReloadRequested`.
 */
export async function serve(options = {}, { end, isReloadRequested } = handleSignals()) {
  const {
    dataset,
    release,
    partial = false,
    port = 8787,
    host = "127.0.0.1",
    workers = availableParallelism(),
  } = options;
  const mayRollBack = options.allow_rollback ?? false;
  const historyOf = historyIn(options.history, { signal: end, say: log });
  checkSettings(process.env);
  applyAges(options);
  try {
    const address = await freeAddress({ host, port });
    const source = await findSource({ dataset, release, partial, signal: end });
    const last = mayRollBack ? undefined : await lastServed(options.history, end);
    await serveFrom(source, {
      address,
      workers,
      last,
      mayRollBack,
      historyOf,
      end,
      isReloadRequested,
    });
    await endIfBlocked();
  } catch (error) {
    // A start that was cancelled is not a failure.
    await endIfBlocked(end.aborted ? undefined : error);
    if (!end.aborted) throw error;
  }
}

/** Rejects settings that would have no effect. */
function checkSettings({ PACK_LOOKUP_SECURITY_CONTACT: contact, PACK_LOOKUP_ROBOTS: robots }) {
  if (contact && !isContact(contact))
    throw new UserError(
      `PACK_LOOKUP_SECURITY_CONTACT is ${contact}; it must start with https://, mailto: or tel:`,
    );
  if (robots && !statSync(robots, { throwIfNoEntry: false })?.isFile())
    throw new UserError(`PACK_LOOKUP_ROBOTS is ${robots}; there is no such file`);
}

/** Passes the ages of data on to the server processes, which have the environment of this one. */
function applyAges({ old_after: oldAfter, unready_after: unreadyAfter }) {
  for (const [name, value] of Object.entries({
    [OLD_AFTER]: oldAfter,
    [UNREADY_AFTER]: unreadyAfter,
  }))
    if (value !== undefined) process.env[name] = String(value);
  for (const name of [OLD_AFTER, UNREADY_AFTER]) ageIn(process.env, name);
}

async function serveFrom(source, options) {
  const { address, workers, last, mayRollBack, historyOf, end, isReloadRequested } = options;
  const served = await signatureOf(source.file, end);
  const read = await source.read();
  rejectRollback(last, read, source);
  const first = await withHistory(await prepare(read), historyOf);
  end.throwIfAborted();
  const processes = new ProcessPool(address, first);
  const ended = once(end, "abort");
  try {
    await Promise.race([processes.start(workers), ended]);
    end.throwIfAborted();
    const startWork = startBackgroundWork(processes, end);
    watch({ file: source.file, served, isReloadRequested, signal: end }, () =>
      reloadDataset(processes, source, { mayRollBack, historyOf, startWork, end }),
    );
    startWork(first);
    log(describe(source, first));
    process.stdout.write(`Serving at ${urlOf(address)}\n`);
    await ended;
  } finally {
    await processes.stop();
  }
}

/**
 * Replaces the served dataset. If the file cannot be read, or is a rollback that is not allowed,
 * the current dataset remains.
 */
async function reloadDataset(processes, source, { mayRollBack, historyOf, startWork, end }) {
  try {
    const read = await source.read();
    rejectRollback(mayRollBack ? undefined : processes.dataset, read, source);
    const dataset = await prepare(read, processes.dataset);
    const previous = await processes.replaceDataset(await withHistory(dataset, historyOf));
    if (!previous) return;
    log(`Now serving ${describe(source, dataset)}`);
    startWork(dataset, previous);
  } catch (error) {
    if (end.aborted) return;
    log(`${error.message}; still serving the previous dataset`);
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

/** Returns a dataset with the history until it, if the server keeps one. */
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

const log = (text) => process.stderr.write(`${text}\n`);

/**
 * Returns the address with a free port for port 0. All processes need the same port, also those
 * that start later.
 */
export function freeAddress({ host, port }) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => reject(listenError({ host, port }, error)));
    probe.listen({ host, port }, () => {
      const address = { host, port: probe.address().port };
      probe.close(() => resolve(address));
    });
  });
}

/** Returns the URL of an address. An IPv6 host is in brackets. */
export const urlOf = ({ host, port }) => `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
