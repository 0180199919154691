// `pack-lookup serve`: the API, the pages of packs and the scanning page, with the HTTP server of Node.
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { freeAddress, urlOf } from "./address.js";
import { offersOf } from "./background.js";
import { Processes } from "./processes.js";
import { prepare } from "./published.js";
import { hearSignals } from "./signals.js";
import { signatureOf, sourceOf } from "./source.js";
import { watch } from "./watch.js";

/**
 * Serves until it is asked to stop, then resolves. Rejects with a `Refusal` if it cannot start. Signals are handled from this call on, or by the
 * given `end` and `isAsked`.
 */
export async function serve(options = {}, { end, isAsked } = hearSignals()) {
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
  const processes = new Processes(address, first);
  const ended = once(end, "abort");
  try {
    await Promise.race([processes.start(workers), ended]);
    end.throwIfAborted();
    const offer = offersOf(processes, end);
    watch({ file: source.file, taken, isAsked, signal: end }, () => takeOver(processes, source, offer, end));
    offer(first);
    say(describe(source, first));
    process.stdout.write(`Serving at ${urlOf(address)}\n`);
    await ended;
  } finally {
    await processes.stop();
  }
}

/** Replaces the served dataset. If the file cannot be read, the current dataset remains. */
async function takeOver(processes, source, offer, end) {
  try {
    const dataset = await prepare(await source.read());
    const before = await processes.take(dataset);
    if (!before) return;
    say(`Took over: ${describe(source, dataset)}`);
    offer(dataset, before);
  } catch (error) {
    if (!end.aborted) say(`${error.message}; what was served before is still served`);
  }
}

function describe({ file }, { about: { dataset, warning } }) {
  const told = `${file}: ${dataset.packs.toLocaleString("en")} packs of the release ${dataset.release}`;
  return warning ? `${told}. ${warning}` : told;
}

const say = (text) => process.stderr.write(`${text}\n`);
