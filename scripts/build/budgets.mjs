// What may be downloaded at most, in bytes of brotli at its highest level, and what a host takes, in bytes. Sizes are tested, times never are.
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

export const budgets = {
  /// What every visitor of the page downloads. Of it 25 KB read what is written on boxes, and 12 KB make groups of products and
  /// count what narrows them: few lines in place of hundreds of packs.
  wasm: 196 * 1024,
  /// For those who only read barcodes.
  gs1: 40 * 1024,
  /// Loaded only where a release is imported.
  importer: 300 * 1024,
  /// Loaded only by the command line in Node, which browsers never see: what npm packs and a process compiles.
  terminal: 600 * 1024,
  /// For each pack of the default demonstration data: small datasets share little.
  demoPack: 32,
  /// For each pack of a release of real size.
  fullPack: 17,
  /// Cloudflare's: for a file beside the Worker, and for the Worker itself.
  asset: 25 * 1024 * 1024,
  worker: 64 * 1024 * 1024,
};

export const brotliSize = (file) => brotliCompressSync(readFileSync(file)).length;
