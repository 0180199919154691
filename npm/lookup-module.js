// The WebAssembly of look-ups, compiled: without what binds it to JavaScript, which only the thread that runs it needs.
import { moduleOf } from "./compile.js";
import { once } from "./sources.js";

export const lookupModule = async (source) => moduleOf((await source) ?? new URL("./pack_lookup_bg.wasm", import.meta.url));

/** The first one that is given serves all that follow. */
export const compileOnce = once(lookupModule);
