import type { WasmSource } from "./core.js";

/**
 * The WebAssembly as the toolchain imports a file: a module, an address or bytes. `load({ wasm })`
 * of `pack-lookup/gs1` accepts it.
 */
declare const wasm: WasmSource;
export default wasm;
