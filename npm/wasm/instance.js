// The WebAssembly of lookups. All datasets share one instance, which is replaced after a trap.
import { createWasmCall } from "./wasm-call.js";
import { instantiate } from "./compile.js";
import { lookupModule } from "../lookup-module.js";
import load, { __wbg_reset_state as resetInstance, initSync } from "../pack_lookup.js";
import { once } from "../api/byte-source.js";

/** The source of the first call applies to all later calls. */
const loadOnce = once(async (source) =>
  instantiate({ load, initSync }, await lookupModule(source)),
);

let wasmCall = createCalls();

function createCalls() {
  return createWasmCall("open the dataset again");
}

/**
 * Loads the calls into an instance that works. After a trap the state of an instance is unknown,
 * so a new one replaces it and its datasets are lost.
 */
export async function loadCalls(source, signal) {
  await loadOnce(source, signal);
  if (wasmCall.hasStopped()) {
    resetInstance();
    wasmCall = createCalls();
  }
  return wasmCall;
}
