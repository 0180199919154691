import type { OpenSettings, PackLookup, ScanWarning } from "./core.js";

export { GtinError, PackLookupError, ScanError, WasmError } from "./errors.js";
export type { ScanReason, WasmReason } from "./errors.js";
export type { ElementString, Scan, ScanOutcome, ScanWarning } from "./core.js";

/** A GTIN, and the doubts about it. */
export interface CheckedGtin {
  /** The GTIN in 13 digits, or in 14 if its first digit is not 0. */
  gtin: string;
  /** A warning `wrong_check_digit` with the corrected GTIN, or empty. */
  warnings: ScanWarning[];
}

/** A barcode parser without a dataset. It checks its arguments, as `PackLookup` does. */
export interface Reader {
  /**
   * Parses the text of a scanner or a person. It is the same function as `scan` of `PackLookup`.
   *
   * @param text - The text, at most 8,000 characters.
   * @param options - `today` decides whether the pack has expired, and the century of years with two
   * digits: `YYYY-MM-DD` or a `Date`. The default is the local day.
   * @returns The contents of the barcode.
   * @throws {@link ScanError} if the text is not a barcode with a GTIN, or an element is invalid.
   * @throws `RangeError` if the text has more than 8,000 characters, or `today` is not a day of the
   * calendar.
   *
   * @example
   * ```js
   * import { load } from "pack-lookup/gs1";
   *
   * const reader = await load();
   * reader.scan("(01)09521234567899(10)AB12").batch; // "AB12"
   * ```
   */
  readonly scan: PackLookup["scan"];

  /**
   * Parses a text as `scan` does, but returns the reason if it is not a barcode with a GTIN.
   *
   * @param text - The text, at most 8,000 characters.
   * @param options - `today`, as for `scan`.
   * @returns The contents of the barcode as `scan`, or a `reason` and a `message`.
   * @throws `RangeError` if `today` is not a day of the calendar.
   *
   * @example
   * ```js
   * import { load } from "pack-lookup/gs1";
   *
   * const reader = await load();
   * reader.tryScan("amlodipine").reason; // "not_a_code"
   * ```
   */
  readonly tryScan: PackLookup["tryScan"];

  /**
   * Checks a GTIN.
   *
   * @param code - A GTIN of 13 or 14 digits. Surrounding spaces are ignored.
   * @returns The GTIN, with a warning if its check digit is wrong.
   * @throws {@link GtinError} `not_digits` or `bad_length` if the text is not a GTIN.
   *
   * @example
   * ```js
   * import { load } from "pack-lookup/gs1";
   *
   * const reader = await load();
   * reader.gtin("9521234567890").warnings[0]?.corrected; // "9521234567899"
   * ```
   */
  gtin(this: void, code: string): CheckedGtin;
}

/**
 * Loads the WebAssembly, once. Later calls, even with another `wasm`, return the parser that the
 * first call loaded.
 *
 * @param options - The source of the WebAssembly, by default the file next to the module, and a
 * signal that cancels the wait.
 * @returns A parser whose methods return at once, without promises.
 * @throws {@link WasmError} `unavailable`, `not_wasm` or `forbidden` if the WebAssembly cannot be
 * loaded.
 * @throws `TypeError` if an option is unknown. The reason of `signal` if it is aborted.
 *
 * @example
 * ```js
 * import { load } from "pack-lookup/gs1";
 *
 * const reader = await load();
 * reader.scan("]d201095212345678991729063010AB12").expiry; // "2029-06-30"
 * ```
 */
export declare function load(options?: Pick<OpenSettings, "wasm" | "signal">): Promise<Reader>;

/**
 * Parses the text of a scanner or a person. Calls {@link load} first, so the first call loads the
 * WebAssembly.
 *
 * @param args - The text, and options with `today`: see `scan` of `PackLookup`.
 * @returns The contents of the barcode.
 * @throws {@link ScanError} if the text is not a barcode with a GTIN, or an element is invalid.
 * @throws {@link WasmError} if the WebAssembly cannot be loaded.
 * @throws `RangeError` if the text has more than 8,000 characters, or `today` is not a day of the
 * calendar.
 *
 * @example
 * ```js
 * import { scan } from "pack-lookup/gs1";
 *
 * const { gtin, batch } = await scan("]d201095212345678991729063010AB12");
 * [gtin, batch]; // ["9521234567899", "AB12"]
 * ```
 */
export declare function scan(
  ...args: Parameters<Reader["scan"]>
): Promise<ReturnType<Reader["scan"]>>;

/**
 * Parses a text as {@link scan} does, but returns the reason if it is not a barcode with a GTIN.
 * Calls {@link load} first, so the first call loads the WebAssembly.
 *
 * @param args - The text, and options with `today`: see `tryScan` of `PackLookup`.
 * @returns The contents of the barcode as `scan`, or a `reason` and a `message`.
 * @throws {@link WasmError} if the WebAssembly cannot be loaded.
 * @throws `RangeError` if the text has more than 8,000 characters, or `today` is not a day of the
 * calendar.
 *
 * @example
 * ```js
 * import { tryScan } from "pack-lookup/gs1";
 *
 * (await tryScan("(01)09521234567890")).reason; // "bad_check_digit"
 * ```
 */
export declare function tryScan(
  ...args: Parameters<Reader["tryScan"]>
): Promise<ReturnType<Reader["tryScan"]>>;

/**
 * Checks a GTIN. Calls {@link load} first, so the first call loads the WebAssembly.
 *
 * @param code - A GTIN of 13 or 14 digits. Surrounding spaces are ignored.
 * @returns The GTIN, with a warning if its check digit is wrong.
 * @throws {@link GtinError} `not_digits` or `bad_length` if the text is not a GTIN.
 * @throws {@link WasmError} if the WebAssembly cannot be loaded.
 *
 * @example
 * ```js
 * import { gtin } from "pack-lookup/gs1";
 *
 * (await gtin("9521234567899")).warnings; // []
 * ```
 */
export declare function gtin(code: string): Promise<CheckedGtin>;
