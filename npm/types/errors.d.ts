// The error classes of this package. Importing them loads no WebAssembly.

/**
 * The base class of all errors of this package.
 *
 * @example
 * ```js
 * import { PackLookup } from "pack-lookup";
 * import { GtinError } from "pack-lookup/errors";
 *
 * const packs = await PackLookup.open();
 * try {
 *   packs.gtin("123");
 * } catch (error) {
 *   if (error instanceof GtinError) console.log(error.reason); // prints bad_length
 * }
 * ```
 */
export declare class PackLookupError extends Error {
  /** The name of the class. */
  readonly name: string;
  /**
   * A stable code for the cause: `closed` after `close()`, `no_concepts` for a dataset without
   * concepts, `no_history` for a dataset without its history, or a code of a subclass. For a
   * history: `not_a_history`, `other_version`, `damaged`, `other_dataset`, and of `followHistory`
   * also `other_data`, `earlier_release`, `no_concepts`, `incomplete_release`, `other_release`,
   * `too_large` and `no_dataset`.
   */
  readonly reason: string;
  /** The underlying error, if there is one. */
  readonly cause?: unknown;
  /** The URL or path of the bytes, if they have one. */
  readonly url?: string;
  /**
   * Creates an error. Applications rarely need it.
   *
   * @param message - A sentence for people.
   * @param reason - A stable code.
   * @param more - The underlying error, and the address of the bytes.
   */
  constructor(
    message: string,
    reason: string,
    more?: { cause?: unknown; url?: string | undefined },
  );
}

/**
 * Thrown if a text is not a GTIN. `not_digits`: it has characters other than 0 to 9. `bad_length`:
 * it has neither 13 nor 14 digits.
 */
export declare class GtinError extends PackLookupError {
  readonly name: "GtinError";
  readonly reason: "not_digits" | "bad_length";
  constructor(message: string, reason: "not_digits" | "bad_length");
}

/**
 * Why a text is not a barcode with a GTIN:
 * - for the text: `empty`, `input_too_long`, `not_a_code`, `bad_length`, `not_gs1`,
 *   `not_a_digital_link`, `bad_percent_encoding`
 * - for another kind of code: `ppn`, `hibc`, `iso_15434`, `sscc`, `coupon`, `no_gtin`
 * - for the application identifiers: `unknown_ai`, `missing_ai`, `excluded_ai`,
 *   `conflicting_values`
 * - for a value: `empty_value`, `value_too_short`, `value_too_long`, `bad_character`,
 *   `bad_check_digit`, `bad_month`, `bad_day`, `bad_time`
 */
export type ScanReason =
  | "empty"
  | "input_too_long"
  | "not_a_code"
  | "bad_length"
  | "not_gs1"
  | "not_a_digital_link"
  | "bad_percent_encoding"
  | "ppn"
  | "hibc"
  | "iso_15434"
  | "sscc"
  | "coupon"
  | "no_gtin"
  | "unknown_ai"
  | "missing_ai"
  | "excluded_ai"
  | "conflicting_values"
  | "empty_value"
  | "value_too_short"
  | "value_too_long"
  | "bad_character"
  | "bad_check_digit"
  | "bad_month"
  | "bad_day"
  | "bad_time";

/** Thrown if a text is not a barcode with a GTIN, or an element of it is invalid. */
export declare class ScanError extends PackLookupError {
  readonly name: "ScanError";
  readonly reason: ScanReason;
  constructor(message: string, reason: ScanReason);
}

/**
 * Why a dataset cannot be used:
 * - `not_a_dataset`: the bytes do not start with the signature of a dataset
 * - `newer_format`, `older_format`: the format version is not `FORMAT`
 * - `torn`: the file is truncated, or has more bytes than its header states
 * - `damaged`: the digest or the structure is wrong, or the gzip
 * - `unavailable`: the source could not be read, the browser cannot decompress gzip, or a script
 *   that is not a module has to name it
 */
export type DatasetReason =
  | "not_a_dataset"
  | "newer_format"
  | "older_format"
  | "torn"
  | "damaged"
  | "unavailable";

/** Thrown if a source cannot be read, or its bytes are not a dataset of this format version. */
export declare class DatasetError extends PackLookupError {
  readonly name: "DatasetError";
  readonly reason: DatasetReason;
  constructor(
    message: string,
    reason: DatasetReason,
    more?: { cause?: unknown; url?: string | undefined },
  );
}

/**
 * Why the WebAssembly cannot be used:
 * - `unavailable`: the file, or the worker's script, could not be read, or a script that is not a
 *   module has to name it
 * - `not_wasm`: the bytes are not WebAssembly, such as an HTML page
 * - `forbidden`: the page's Content-Security-Policy forbids it
 * - `stopped`: it trapped, and its datasets are lost. The message describes how to recover.
 */
export type WasmReason = "unavailable" | "not_wasm" | "forbidden" | "stopped";

/** Thrown if the WebAssembly cannot be loaded, or has stopped. */
export declare class WasmError extends PackLookupError {
  readonly name: "WasmError";
  readonly reason: WasmReason;
  constructor(
    message: string,
    reason: WasmReason,
    more?: { cause?: unknown; url?: string | undefined },
  );
}

/**
 * Why a release could not be imported:
 * - `not_a_zip`: the bytes are not a zip, or the zip is truncated
 * - `not_a_release`: the zip contains something else
 * - `incomplete`: files are missing, or files do not belong together. The option `partial` imports
 *   such a release.
 * - `damaged`: a file in the zip is invalid
 * - `unreadable`: the release cannot be read
 * - `unwritable`: its records cannot be written as a dataset
 * - `unavailable`: the importer's WebAssembly or worker cannot be loaded
 * - `stopped`: the importer stopped, probably because memory was insufficient
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

/**
 * Thrown if a release cannot be imported. The message is one sentence with the file, and the byte
 * offset if it is known.
 */
export declare class ImportError extends PackLookupError {
  readonly name: "ImportError";
  readonly reason: ImportReason;
  constructor(message: string, reason: ImportReason);
}

/**
 * Why an update could not be made or applied:
 * - `not_an_update`: the bytes are not an update
 * - `damaged`: the digest or the structure of the update is wrong
 * - `other_version`: this module does not read that version of updates, or that format of datasets
 * - `other_dataset`: the update is for another dataset
 * - `other_outcome`: the result does not have the digest in the update
 * - `no_dataset`: an argument is not a dataset, or is damaged
 * - `too_large`: the update or its result is too large
 * - `unavailable`: the importer's WebAssembly or worker cannot be loaded
 * - `stopped`: the importer stopped, probably because memory was insufficient
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

/** Thrown if an update cannot be made or applied. The message is one sentence. */
export declare class UpdateError extends PackLookupError {
  readonly name: "UpdateError";
  readonly reason: UpdateReason;
  constructor(message: string, reason: UpdateReason);
}

/**
 * Why a description of a release is refused:
 * - `unsigned`: it has no signature, and public keys are pinned
 * - `unknown_key`: it is signed with a key that is not pinned
 * - `bad_signature`: the description or the signature was changed
 * - `bad_description`: a field is missing or invalid, or the source is not JSON
 * - `replayed`: it is older than the last accepted one
 * - `other_dataset`: the dataset is not the one that it names
 * - `unavailable`: the source could not be read
 */
export type SignatureReason =
  | "unsigned"
  | "unknown_key"
  | "bad_signature"
  | "bad_description"
  | "replayed"
  | "other_dataset"
  | "unavailable";

/** Thrown if a release must not be used, because it is not what its publisher signed. */
export declare class SignatureError extends PackLookupError {
  readonly name: "SignatureError";
  readonly reason: SignatureReason;
  constructor(
    message: string,
    reason: SignatureReason,
    more?: { cause?: unknown; url?: string | undefined },
  );
}

/**
 * Thrown if the reader cannot read print. `not_a_picture`: the browser cannot open the file as a
 * picture. `bad_picture`: the pixels do not match its size.
 */
export declare class PrintError extends PackLookupError {
  readonly name: "PrintError";
  readonly reason: "unavailable" | "not_a_picture" | "bad_picture" | "stopped" | "closed";
}
