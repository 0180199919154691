// Barcodes without a dataset. Nothing runs at import: the first call loads a separate WebAssembly.
import { checkedArguments } from "./api/arguments.js";
import { createWasmCall } from "./wasm/wasm-call.js";
import * as check from "./api/check.js";
import { instantiate, moduleOf } from "./wasm/compile.js";
import loadWasm, * as wasm from "./pack_lookup_gs1.js";
import { once, ownFile } from "./api/byte-source.js";
import { outcomeOf } from "./api/members.js";
import { WasmError } from "./errors.js";

export { GtinError, PackLookupError, ScanError, WasmError } from "./errors.js";

const wasmCall = createWasmCall("call this function in a new page, worker or process");

/** The source of the first call applies to all later calls. */
const loadOnce = once(async (source) => {
  const module = await moduleOf(
    (await source) ??
      ownFile(
        () => new URL("./pack_lookup_gs1_bg.wasm", import.meta.url),
        WasmError,
        "pass the file as `wasm`",
      ),
    { exported: "scan" },
  );
  return instantiate({ load: loadWasm, initSync: wasm.initSync }, module);
});

/** The synchronous functions, for callers that have loaded the WebAssembly. */
const reader = Object.freeze({
  scan(...args) {
    const [text, { today }] = checkedArguments.scan(...args);
    return JSON.parse(wasmCall(() => wasm.scan(text, today)));
  },
  tryScan: (...args) => outcomeOf(() => reader.scan(...args)),
  gtin(code) {
    const [digits] = checkedArguments.gtin(code);
    const { gtin, warnings } = JSON.parse(wasmCall(() => wasm.gtin(digits)));
    return { gtin, warnings };
  },
});

export async function load(options) {
  const { wasm, signal } = check.options(options, ["wasm", "signal"], "load");
  signal?.throwIfAborted();
  await loadOnce(wasm, signal);
  return reader;
}

export const scan = async (...args) => (await load()).scan(...args);

export const tryScan = async (...args) => (await load()).tryScan(...args);

export const gtin = async (code) => (await load()).gtin(code);
