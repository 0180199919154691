// The decoder that the host chose, for all scanners of a page.
import type { DecoderSetup } from "./decoder.js";

let setup: DecoderSetup = {};

/**
 * Uses another decoder than that of the package, or its WebAssembly at another address. Applies to
 * scanners that start later.
 */
export function configure(changed: DecoderSetup): void {
  setup = changed;
}

export const decoderSetup = (): DecoderSetup => setup;
