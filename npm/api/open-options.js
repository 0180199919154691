// The options of `open`, and the bytes of its dataset.
import * as check from "./check.js";
import { DatasetError } from "../errors.js";
import { addressOf, isSource, read } from "./byte-source.js";
import { gunzip, isGzip } from "./dataset-file.js";

/** The format version of the datasets that this module reads: the number in their header. */
export const FORMAT = 8;

const OPTIONS = ["dataset", "wasm", "verify", "ids", "progress", "signal"];

/** Returns the options from a source alone, a source and settings, or one object with both. */
export function openOptions(source, settings) {
  if (!isSource(source)) return check.options(source, OPTIONS, "PackLookup.open");
  return { ...check.options(settings, OPTIONS.slice(1), "PackLookup.open"), dataset: source };
}

/** Returns the settings that apply while a dataset is open. */
export function settingsOf({ verify = true, ids = "bigint" }) {
  return { verify: check.flag(verify, "verify"), ids: check.choice(ids, "ids", ["bigint", "string"]) };
}

/** Returns the bytes of a dataset, decompressed, from any source or a promise of one. */
export async function readDataset({ dataset, signal, progress }) {
  const source = await dataset;
  if (!isSource(source)) throw check.wrongType("bad_dataset", "the dataset", "a URL, a path in Node, a Response, a Blob, a stream or bytes", source);
  const bytes = await read(source, { ErrorClass: DatasetError, label: "the dataset", signal, progress: check.callback(progress, "progress") });
  return isGzip(bytes) ? gunzip(bytes, addressOf(source)) : bytes;
}
