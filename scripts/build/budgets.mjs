// Size budgets: downloads in bytes of brotli at its highest level, and limits of hosts in bytes.
// Tests check sizes, never times. Brotli is cached by content: it takes seconds for the page, and
// most of a minute for a release.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bestBrotli } from "../../npm/serve/brotli.js";
import { digestOf, paths } from "../common/project.mjs";
import { Failure } from "../common/run.mjs";

export const budgets = {
  /**
   * The WebAssembly that every visitor of the page downloads. The page, the module and the Worker
   * answer alike, also without a network, so each part is in it. Sizes in brotli: 25 KB read box
   * texts; 12 KB group products and count facets; 23 KB read dm+d concepts and grade re-used GTINs;
   * 18 KB are FHIR; 5 KB the medicine on the pages of packs and the style of the scanning page; 6
   * KB classes of a supplement and vectorised comparison of numbers; 7 KB find brands by their
   * concepts and read numbers as they were meant; 18 KB compare strengths, routes, releases and
   * exclusions by meaning; 30 KB are the parser of names, which queries need, and its words: the
   * data are 0.3 MB smaller for it; 1 KB describe the parts of a text; 3 KB validate codes over
   * FHIR; 15 KB list what changed, and its feed; 9 KB check lists of codes; 14 KB count packs by
   * their properties, and filter them; 12 KB are the terminology of FHIR: value sets, their
   * expansion, and batches; 1 KB puts links under the path of a proxy.
   */
  wasm: 335 * 1024,
  /** For users who only read barcodes. */
  gs1: 40 * 1024,
  /**
   * Loaded only to import a release. 40 KB are the names of medicines that it writes into datasets;
   * 23 KB make the data quality report; 16 KB make histories of changes.
   */
  importer: 346 * 1024,
  /**
   * Loaded only by the command line in Node, never by browsers. About 110 KB write Parquet; 90 KB
   * read, store and compare concepts and the classes of a supplement; 40 KB are the names of
   * medicines that it writes into datasets; 30 KB write shell completions and read CSV; 15 KB make
   * the data quality report; 2 KB compare recorded strengths with names; 21 KB check and write
   * lists of codes; 11 KB filter packs; 17 KB write the tables of concepts and describe all tables;
   * 170 KB read workbooks, half of it tables of encodings; 5 KB verify who published a dataset.
   */
  terminal: 1046 * 1024,
  /**
   * The scripts that the page needs before its first view: bar, strip, field, and hand scanner. 3 KB
   * start the download of the data.
   */
  firstView: 24 * 1024,
  /** What a page downloads for each building block, in addition to the module and data. */
  blocks: [
    [["wedge.js"], 4 * 1024],
    [["device.js", "device-worker.js"], 14 * 1024],
    // 314 KB are the decoder, zxing-cpp.
    [["scanner.js", "scanner-worker.js", "zxing_reader.wasm"], 400 * 1024],
  ],
  /** Loaded only to read print: the WebAssembly, and both networks. */
  printReader: 480 * 1024,
  printModels: 2720 * 1024,
  /**
   * In every dataset of 1,000 packs or more: the names of medicines, a Bloom filter that brotli
   * cannot compress.
   */
  medicineNames: 40_000,
  /**
   * Per pack of the default demonstration data, with its concepts. Small datasets compress less.
   */
  demoPack: 44,
  /**
   * Per pack of a release of real size: 17 bytes for the pack, and at most 0.7 MB in total for the
   * concepts.
   */
  fullPack: 20.8,
  /** The npm package as it is downloaded, in bytes: half of it is the reader of print. */
  tarball: 7_000_000,
  /** Cloudflare's limits for a static file and for the Worker. */
  asset: 25 * 1024 * 1024,
  worker: 64 * 1024 * 1024,
};

/** Fails if a size is over its budget. `subject` begins the message, such as "the page has". */
export function requireWithin(budget, size, subject, unit = "bytes in brotli") {
  if (size > budget)
    throw new Failure(`${subject} ${Math.round(size)} ${unit}; the budget is ${budget}`);
}

const cache = join(paths.build, "brotli");

/** Compresses bytes, unless they were compressed before. */
export function brotliOf(bytes) {
  const cached = join(cache, `${digestOf(bytes)}.br`);
  if (existsSync(cached)) return readFileSync(cached);
  const compressed = bestBrotli(bytes);
  mkdirSync(cache, { recursive: true });
  writeFileSync(cached, compressed);
  return compressed;
}

export const brotliSize = (file) => brotliOf(readFileSync(file)).length;
