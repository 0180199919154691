// The module without bundled data, for users who bring a dataset. Nothing runs at import: the first
// `open` loads the WebAssembly.
import { DatasetError } from "./errors.js";
import { OpenDataset } from "./api/open-dataset.js";
import {
  openOptions,
  readDataset,
  readHistory,
  requireDescription,
  settingsOf,
} from "./api/open-options.js";
import { Packs } from "./pack_lookup.js";
import { addressOf, HTML_ADVICE, isBytes, isHtml, isZip } from "./api/byte-source.js";
import { hasRightDigest } from "./api/dataset-file.js";
import { loadCalls } from "./wasm/instance.js";

export {
  DatasetError,
  GtinError,
  PackLookupError,
  ScanError,
  SignatureError,
  WasmError,
} from "./errors.js";
export { FORMAT } from "./api/open-options.js";

export class PackLookup extends OpenDataset {
  static async open(source, settings) {
    const options = openOptions(source, settings);
    const { verify, ids, oldAfterDays, basePath } = settingsOf(options);
    const { signal, wasm } = options;
    const [{ bytes, isVerified }, history, wasmCall] = await Promise.all([
      readVerified(options, verify),
      readHistory(options),
      loadCalls(wasm, signal),
    ]);
    signal?.throwIfAborted();
    const packs = await openBytes(wasmCall, bytes, verify && !isVerified, options.dataset);
    if (history) addHistory(wasmCall, packs, history);
    if (oldAfterDays !== undefined) wasmCall(() => packs.setOldAfter(oldAfterDays));
    if (basePath !== "") wasmCall(() => packs.setBasePath(basePath));
    if (ids === "string") wasmCall(() => packs.setIdsAsText());
    return new this(packs, wasmCall, ids === "bigint");
  }
}

/**
 * Reads a dataset, and verifies its digest. If the digest is wrong, `isVerified` is false, and the
 * WebAssembly reports the kind of damage.
 */
async function readVerified(options, verify) {
  const source = await options.dataset;
  const read = await readDataset({ ...options, dataset: source });
  const isChecked = verify || options.description !== undefined;
  // The caller could change its bytes between the digest and the opening.
  const bytes = isChecked && isBytes(source) ? new Uint8Array(read) : read;
  await requireDescription(bytes, options);
  if (!verify) return { bytes, isVerified: false };
  return { bytes, isVerified: await hasRightDigest(bytes) };
}

async function openBytes(wasmCall, bytes, verify, dataset) {
  try {
    return wasmCall(() => Packs.open(bytes, verify));
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    throw new DatasetError(`${error.message}${adviceFor(bytes)}`, error.reason, {
      cause: error,
      url: addressOf(await dataset),
    });
  }
}

function addHistory(wasmCall, packs, history) {
  try {
    wasmCall(() => packs.addHistory(history));
  } catch (error) {
    if (!wasmCall.hasStopped()) packs.free();
    throw error;
  }
}

/** What to do with other files that people take for a dataset. */
function adviceFor(bytes) {
  if (isHtml(bytes)) return `: ${HTML_ADVICE}`;
  return isZip(bytes)
    ? ": it is a zip; if it is a release of dm+d, build the dataset with importRelease of pack-lookup/import"
    : "";
}
