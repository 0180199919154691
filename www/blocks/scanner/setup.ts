// The decoder that the host chose, for all scanners of a page.
import type { DecoderSetup } from "./types.js";

let chosen: DecoderSetup = {};

/**
 * Uses another decoder than that of the package, or its WebAssembly at another address. It applies
 * to scanners that start later.
 *
 * @param setup - The worker, the address, or both.
 *
 * @example
 * ```js
 * import { configure } from "pack-lookup/scanner";
 *
 * configure({ wasm: "/static/zxing_reader.wasm" });
 * ```
 */
export function configure(setup: DecoderSetup): void {
  chosen = setup;
}

export const decoderSetup = (): DecoderSetup => chosen;
