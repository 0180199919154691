// The options of `open`, and the bytes of its dataset.
import * as check from "./check.js";
import { DatasetError } from "../errors.js";
import { addressOf, isSource, read } from "./byte-source.js";
import { gunzip, isGzip } from "./dataset-file.js";

/** The format version of the datasets that this module reads: the number in their header. */
export const FORMAT = 9;

const SETTINGS = [
  "wasm",
  "verify",
  "ids",
  "history",
  "oldAfterDays",
  "basePath",
  "progress",
  "signal",
];
/** The settings that only a dataset from outside needs. */
const DESCRIPTION = ["description", "publicKeys", "after"];
const OPEN_SETTINGS = [...SETTINGS, ...DESCRIPTION];
const SOURCES =
  "a URL, a path in Node, a Request, a Response, a Blob, a file handle, a stream or bytes";

/**
 * Reads the options from only a source, a source and settings, or one object with both. Throws
 * without a source: a variable that is not set must not mean demonstration data.
 */
export function openOptions(source, settings) {
  if (isSource(source)) {
    const options = check.options(settings, OPEN_SETTINGS, "PackLookup.open");
    return described({ ...options, dataset: source });
  }
  if (!check.isPlainObject(source)) throw notASource(source);
  const options = check.options(source, ["dataset", ...OPEN_SETTINGS], "PackLookup.open");
  if (!isSource(options.dataset)) throw notASource(options.dataset);
  return described(options);
}

/** Reads the options. Keys without a description would verify nothing. */
export function described(options) {
  const { description, publicKeys, after } = options;
  if (publicKeys !== undefined && description === undefined)
    throw check.missing("publicKeys", "description");
  if (after !== undefined && publicKeys === undefined) throw check.missing("after", "publicKeys");
  return options;
}

/** Finds the settings with which the demonstration data is opened. */
export const demoOptions = (settings) => check.options(settings, SETTINGS, "PackLookup.demo");

/** Fails unless the bytes of a dataset are those that `description` names, if it is given. */
export async function requireDescription(bytes, options) {
  if (options.description === undefined) return;
  await (await import("./described.js")).requireDescription(bytes, options);
}

function notASource(value) {
  const advice =
    value === undefined
      ? "; PackLookup.demo() of the module pack-lookup opens demonstration data"
      : "";
  return check.wrongType("bad_dataset", "the dataset", SOURCES, value, advice);
}

/** Finds the settings that apply while a dataset is open. */
export function settingsOf({ verify = true, ids, oldAfterDays, basePath = "" }) {
  return {
    oldAfterDays: check.oldAfterDays(oldAfterDays),
    basePath: check.basePath(basePath),
    verify: check.flag(verify, "verify"),
    // Without the option, records have texts, and `respond` numbers as the HTTP interface.
    ids: ids === undefined ? undefined : check.choice(ids, "ids", ["string", "bigint"]),
  };
}

/** Reads the bytes of a dataset, decompressed, from any source or a promise of one. */
export async function readDataset({ dataset, signal, progress }) {
  const source = await dataset;
  if (!isSource(source)) throw notASource(source);
  check.callback(progress, "progress");
  return readDecompressed(source, { label: "the dataset", signal, progress });
}

/** Reads the bytes of the history of a dataset, or `undefined` if there is none. */
export async function readHistory({ history, signal }) {
  const source = await history;
  if (source === undefined) return undefined;
  if (!isSource(source)) throw check.wrongType("bad_history", "the history", SOURCES, source);
  return readDecompressed(source, { label: "the history", signal });
}

async function readDecompressed(source, options) {
  const bytes = await read(source, { ErrorClass: DatasetError, ...options });
  return isGzip(bytes) ? gunzip(bytes, addressOf(source)) : bytes;
}
