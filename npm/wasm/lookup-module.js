// Compiles the WebAssembly of lookups. The generated bindings are not imported here: only the thread that runs the module needs them.
import { moduleOf } from "./compile.js";
import { once } from "../api/byte-source.js";

/** Compiles the WebAssembly of a source, by default of the file beside the module. */
export const lookupModule = async (source) => moduleOf((await source) ?? new URL("../pack_lookup_bg.wasm", import.meta.url));

/** The source of the first call applies to all later calls. */
export const compileOnce = once(lookupModule);
