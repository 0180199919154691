// Barcodes without a dataset. Nothing runs at import: the first call loads a separate WebAssembly.
import { asked } from "./asked.js";
import { calls } from "./calling.js";
import * as check from "./check.js";
import { instantiate, moduleOf } from "./compile.js";
import loadWasm, * as wasm from "./pack_lookup_gs1.js";
import { once } from "./sources.js";

export { GtinError, PackLookupError, ScanError, WasmError } from "./errors.js";

const calling = calls("start again in a new page, worker or process");

/** The source of the first call applies to all later calls. */
const loadOnce = once(async (source) => {
  const module = await moduleOf((await source) ?? new URL("./pack_lookup_gs1_bg.wasm", import.meta.url));
  return instantiate({ load: loadWasm, initSync: wasm.initSync }, module);
});

/** The synchronous functions, for callers that have loaded the WebAssembly. */
const reader = Object.freeze({
  scan(...given) {
    const [text, { today }] = asked.scan(...given);
    return JSON.parse(calling(() => wasm.scan(text, today)));
  },
  gtin(given) {
    const [code] = asked.gtin(given);
    const { gtin, warnings } = JSON.parse(calling(() => wasm.gtin(code)));
    return { gtin, warnings };
  },
});

export async function load(options) {
  const { wasm, signal } = check.options(options, ["wasm", "signal"], "load");
  signal?.throwIfAborted();
  await loadOnce(wasm, signal);
  return reader;
}

export const scan = async (...given) => (await load()).scan(...given);

export const gtin = async (code) => (await load()).gtin(code);
