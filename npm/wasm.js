// The WebAssembly of lookups. All datasets share one instance, which is replaced after a trap.
import { calls } from "./calling.js";
import { instantiate } from "./compile.js";
import { lookupModule } from "./lookup-module.js";
import load, { __wbg_reset_state as instantiateAgain, initSync } from "./pack_lookup.js";
import { once } from "./sources.js";

/** The source of the first call applies to all later calls. */
const loadOnce = once(async (source) => instantiate({ load, initSync }, await lookupModule(source)));

let calling = callsOfAnother();

function callsOfAnother() {
  return calls("open the dataset again");
}

/**
 * Returns the calls into an instance that works. After a trap the state of an instance is unknown, so a new one replaces it and its datasets are
 * lost.
 */
export async function callsOfLoaded(source, signal) {
  await loadOnce(source, signal);
  if (calling.hasStopped()) {
    instantiateAgain();
    calling = callsOfAnother();
  }
  return calling;
}
