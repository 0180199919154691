// `pack-lookup serve`: the API, the pages of packs and the scanning page, with the HTTP server of Node.
import { once } from "node:events";
import { createServer, isIPv6 } from "node:net";
import { availableParallelism } from "node:os";
import { UserError } from "../cli/user-error.js";
import { startBackgroundWork } from "./background.js";
import { signatureOf, sourceOf, watch } from "./dataset-source.js";
import { ProcessPool } from "./process-pool.js";
import { prepare } from "./published.js";
import { handleSignals } from "./signals.js";

/**
 * Serves until it is asked to stop, then resolves. Rejects with a `UserError` if it cannot start. Signals are handled from this call on, or by the
 * given `end` and `isAsked`.
 */
export async function serve(options = {}, { end, isAsked } = handleSignals()) {
  const { dataset, release, partial = false, port = 8787, host = "127.0.0.1", workers = availableParallelism() } = options;
  try {
    const address = await freeAddress({ host, port });
    const source = await sourceOf({ dataset, release, partial, signal: end });
    await serveFrom(source, { address, workers, end, isAsked });
  } catch (error) {
    // A start that was cancelled is not a failure.
    if (!end.aborted) throw error;
  }
}

async function serveFrom(source, { address, workers, end, isAsked }) {
  const taken = await signatureOf(source.file);
  const first = await prepare(await source.read());
  end.throwIfAborted();
  const processes = new ProcessPool(address, first);
  const ended = once(end, "abort");
  try {
    await Promise.race([processes.start(workers), ended]);
    end.throwIfAborted();
    const work = startBackgroundWork(processes, end);
    watch({ file: source.file, taken, isAsked, signal: end }, () => reloadDataset(processes, source, work, end));
    work(first);
    say(describe(source, first));
    process.stdout.write(`Serving at ${urlOf(address)}\n`);
    await ended;
  } finally {
    await processes.stop();
  }
}

/** Replaces the served dataset. If the file cannot be read, the current dataset remains. */
async function reloadDataset(processes, source, work, end) {
  try {
    const dataset = await prepare(await source.read());
    const before = await processes.replaceDataset(dataset);
    if (!before) return;
    say(`Now serving ${describe(source, dataset)}`);
    work(dataset, before);
  } catch (error) {
    if (!end.aborted) say(`${error.message}; still serving the previous dataset`);
  }
}

function describe({ file }, { about: { dataset, warning } }) {
  const description = `${file}: ${dataset.packs.toLocaleString("en")} packs of the release ${dataset.release}`;
  return warning ? `${description}. ${warning}` : description;
}

const say = (text) => process.stderr.write(`${text}\n`);

/** Returns the address with a free port for port 0. All processes need the same port, also those that start later. */
export function freeAddress({ host, port }) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", ({ code }) => reject(new UserError(`${host}:${port} is not available (${code}); choose another port with --port`)));
    probe.listen({ host, port }, () => {
      const address = { host, port: probe.address().port };
      probe.close(() => resolve(address));
    });
  });
}

/** Returns the URL of an address. An IPv6 host is in brackets. */
export const urlOf = ({ host, port }) => `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
