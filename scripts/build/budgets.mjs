// What may be downloaded at most, in bytes of brotli at its highest level, and what a host takes, in bytes. Sizes are tested, times never are.
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

export const budgets = {
  /**
   * What every visitor of the page downloads. Of it 25 KB read what is written on boxes, and 12 KB make groups of products and
   * count what narrows them: few lines in place of hundreds of packs; 23 KB read and tell the concepts of dm+d and how unlike the packs of
   * a re-used GTIN are, 9 KB are FHIR, 5 KB the medicine on packs' pages and the look of the scanning page, 6 KB classes of a supplement and what
   * compares many numbers at once, 7 KB find brands by what they are and read numbers as they were meant, and 18 KB
   * compare strengths, routes, releases and exclusions by what they mean: so that page, module and Worker
   * answer alike, without a network too.
   */
  wasm: 256 * 1024,
  /** For those who only read barcodes. */
  gs1: 40 * 1024,
  /** Loaded only where a release is imported. 40 KB are the names of medicines that it puts into datasets. */
  importer: 340 * 1024,
  /**
   * Loaded only by the command line in Node, which browsers never see: what npm packs and a process compiles. Some 110 KB of it write Parquet, and 90 KB read, keep
   * and compare the concepts above packs, and the classes of a supplement; 40 KB are the names of medicines that it puts into datasets.
   */
  terminal: 848 * 1024,
  /** In every dataset of a thousand packs or more, beside its packs: names of medicines, which brotli makes no smaller. */
  medicineNames: 40_000,
  /** For each pack of the default demonstration data, with its concepts: small datasets share little. */
  demoPack: 44,
  /** For each pack of a release of real size: 17 for the pack, and at most 0.7 MB in all for the concepts above them. */
  fullPack: 20.8,
  /** Cloudflare's: for a file beside the Worker, and for the Worker itself. */
  asset: 25 * 1024 * 1024,
  worker: 64 * 1024 * 1024,
};

export const brotliSize = (file) => brotliCompressSync(readFileSync(file)).length;
