// What a dataset is opened with, and its bytes.
import * as check from "./check.js";
import { DatasetError } from "./errors.js";
import { isSource, read } from "./sources.js";

/** The format of the datasets that this module reads: the number in their header. */
export const FORMAT = 5;

const OPTIONS = ["dataset", "wasm", "verify", "ids", "progress", "signal"];

/** A source alone, a source and options, or options that name the source. */
export function openOptions(source, more) {
  if (!isSource(source)) return check.options(source, OPTIONS, "PackLookup.open");
  return { ...check.options(more, OPTIONS.slice(1), "PackLookup.open"), dataset: source };
}

/** Of the options those that an open dataset depends on. */
export function settingsOf({ verify = true, ids = "bigint" }) {
  return { verify: check.flag(verify, "verify"), ids: check.choice(ids, "ids", ["bigint", "string"]) };
}

export async function readDataset({ dataset, signal, progress }) {
  const source = await dataset;
  if (!isSource(source)) throw new TypeError("a dataset is a URL, a path in Node, a Response, a Blob, a stream or bytes");
  return read(source, { Failure: DatasetError, what: "the dataset", signal, progress: check.callback(progress, "progress") });
}
