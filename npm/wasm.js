// The WebAssembly of look-ups: loaded once for all datasets.
import { calls } from "./calling.js";
import { instantiate } from "./compile.js";
import { lookupModule } from "./lookup-module.js";
import load, { initSync } from "./pack_lookup.js";
import { once } from "./sources.js";

/** The first one that is given serves all that follow. */
export const loadOnce = once(async (source) => instantiate({ load, initSync }, await lookupModule(source)));

export const calling = calls();
