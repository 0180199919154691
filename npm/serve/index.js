// `pack-lookup serve`: the API, the pages of packs and the scanning page, from Node's own server.
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { freeAddress, urlOf } from "./address.js";
import { compress } from "./brotli.js";
import { Processes } from "./processes.js";
import { prepare } from "./published.js";
import { sourceOf } from "./source.js";
import { watch } from "./watch.js";

/** Resolves after a stop that was asked for. Where it can't start it rejects, with a `Refusal` of one sentence. */
export async function serve({ dataset, release, partial = false, port = 8787, host = "127.0.0.1", workers = availableParallelism() } = {}) {
  const address = await freeAddress({ host, port });
  await serveFrom(sourceOf({ dataset, release, partial }), address, workers);
}

async function serveFrom(source, address, workers) {
  const first = await prepare(await source.read());
  const processes = new Processes(address, first);
  await processes.start(workers);
  const stopped = new AbortController();
  const stopAsked = Promise.race(["SIGTERM", "SIGINT"].map((signal) => once(process, signal)));
  const offerBrotli = brotliFor(processes, stopped.signal);
  watch(source, stopped.signal, (read) => takeOver(processes, read, offerBrotli));
  offerBrotli(first);
  say(describe(first));
  process.stdout.write(`Serving at ${urlOf(address)}\n`);
  await stopAsked;
  stopped.abort();
  await processes.stop();
}

/** A file that can't be taken leaves everything as it is. */
async function takeOver(processes, read, offerBrotli) {
  try {
    const dataset = await prepare(await read());
    if (!processes.take(dataset)) return;
    say(`Took over: ${describe(dataset)}`);
    offerBrotli(dataset);
  } catch (error) {
    say(`${error.message}; what was served before is still served`);
  }
}

/** What is being compressed when another dataset comes is of no use any more. */
function brotliFor(processes, signal) {
  let before;
  return async ({ sha256, encodings }) => {
    before?.abort();
    before = new AbortController();
    const br = await compress(encodings.identity, AbortSignal.any([signal, before.signal]));
    if (br) processes.takeBrotli(sha256, br);
  };
}

function describe({ about: { dataset, warning } }) {
  const told = `${dataset.packs.toLocaleString("en")} packs of the release ${dataset.release}`;
  return warning ? `${told}. ${warning}` : told;
}

const say = (text) => process.stderr.write(`${text}\n`);
