// The errors of this package: importing them loads no WebAssembly.

/** What all errors of this package are. */
export declare class PackLookupError extends Error {
  readonly name: string;
  /** Why, in one stable word. `closed` when it was asked after `close()`. */
  readonly reason: string;
  /** What it came of. */
  readonly cause?: unknown;
  /** Where bytes were to come from, if that has an address. */
  readonly url?: string;
  constructor(message: string, reason: string, more?: { cause?: unknown; url?: string | undefined });
}

/** A text is not a GTIN. `reason` is `not_digits` or `bad_length`. */
export declare class GtinError extends PackLookupError {
  readonly name: "GtinError";
  readonly reason: "not_digits" | "bad_length";
  constructor(message: string, reason: "not_digits" | "bad_length");
}

/** A text is no barcode that a pack may carry. */
export declare class ScanError extends PackLookupError {
  readonly name: "ScanError";
}

/**
 * Why a dataset can't be used: it is none; its format is newer or older than `FORMAT`; it is not all there; its
 * content is not what was written; or it could not be read.
 */
export type DatasetReason = "not_a_dataset" | "newer_format" | "older_format" | "torn" | "damaged" | "unavailable";

/** Bytes are not a dataset that this version reads, or they could not be read. */
export declare class DatasetError extends PackLookupError {
  readonly name: "DatasetError";
  readonly reason: DatasetReason;
  constructor(message: string, reason: DatasetReason, more?: { cause?: unknown; url?: string | undefined });
}

/**
 * Why the WebAssembly can't be used: it could not be read; what came is none; the page's Content-Security-Policy forbids it;
 * or it stopped, and answers no more: its message says what helps.
 */
export type WasmReason = "unavailable" | "not_wasm" | "forbidden" | "stopped";

/** There is no WebAssembly to ask. */
export declare class WasmError extends PackLookupError {
  readonly name: "WasmError";
  readonly reason: WasmReason;
  constructor(message: string, reason: WasmReason, more?: { cause?: unknown; url?: string | undefined });
}

/**
 * Why there is no dataset, in one word: it is no zip, or not a complete one; a zip of something else; a release that lacks
 * files or has some that don't belong together; a file in it is broken; it can't be read; it can't be written as a dataset;
 * the WebAssembly can't be loaded; or the importer stopped, most likely for want of memory.
 */
export type ImportReason =
  | "not_a_zip"
  | "not_a_release"
  | "incomplete"
  | "damaged"
  | "unreadable"
  | "unwritable"
  | "unavailable"
  | "stopped";

/** A release could not be imported. The message is one sentence that names the file, and the place in it where there is one. */
export declare class ImportError extends PackLookupError {
  readonly name: "ImportError";
  readonly reason: ImportReason;
  constructor(message: string, reason: ImportReason);
}

/**
 * Why there is no dataset, in one word: the bytes are no update; they are damaged; the update is of a version, or for a format of
 * datasets, that this module doesn't have; it is for another dataset; what came of it is not what it announces; what it is for is
 * no dataset; it would be too large; the WebAssembly can't be loaded; or it stopped, most likely for want of memory.
 */
export type UpdateReason =
  | "not_an_update"
  | "damaged"
  | "other_version"
  | "other_dataset"
  | "other_outcome"
  | "no_dataset"
  | "too_large"
  | "unavailable"
  | "stopped";

/** An update could not be made or applied. The message is one sentence. */
export declare class UpdateError extends PackLookupError {
  readonly name: "UpdateError";
  readonly reason: UpdateReason;
  constructor(message: string, reason: UpdateReason);
}
