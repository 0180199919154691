import type { WasmSource } from "./core.js";

/** What the toolchain makes of a WebAssembly that is imported, a module, an address or bytes: `load({ wasm })` of `pack-lookup/gs1` takes it. */
declare const wasm: WasmSource;
export default wasm;
