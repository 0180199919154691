import type { WasmSource } from "./core.js";

/**
 * The WebAssembly as the toolchain imports a file: a module, an address or bytes.
 * `importRelease(release, { wasm })` accepts it.
 */
declare const wasm: WasmSource;
export default wasm;
