// The WebAssembly of look-ups: loaded once for all datasets, and anew when it has stopped.
import { calls } from "./calling.js";
import { instantiate } from "./compile.js";
import { lookupModule } from "./lookup-module.js";
import load, { __wbg_reset_state as instantiateAgain, initSync } from "./pack_lookup.js";
import { once } from "./sources.js";

/** The first one that is given serves all that follow. */
const loadOnce = once(async (source) => instantiate({ load, initSync }, await lookupModule(source)));

let calling = callsOfAnother();

function callsOfAnother() {
  return calls("open the dataset again");
}

/** Calls into an instance that has not stopped: nothing is known of what one that has was doing. Its datasets are lost with it. */
export async function callsOfLoaded(source, signal) {
  await loadOnce(source, signal);
  if (calling.hasStopped()) {
    instantiateAgain();
    calling = callsOfAnother();
  }
  return calling;
}
