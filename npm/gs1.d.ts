import type { OpenSettings, PackLookup, ScanWarning } from "./core.js";

export { GtinError, PackLookupError, ScanError, WasmError } from "./errors.js";
export type { WasmReason } from "./errors.js";
export type { ElementString, Scan, ScanWarning } from "./core.js";

/** A GTIN, and what is doubtful about it. */
export interface CheckedGtin {
  /** 13 digits, or 14 where the number needs them. */
  gtin: string;
  /** `wrong_check_digit`, with the GTIN that it would be with the right one, or nothing. */
  warnings: ScanWarning[];
}

/** What reads barcodes. Whatever is given is checked, as by `PackLookup`. */
export interface Reader {
  /** The same as the `scan` of a `PackLookup`. */
  readonly scan: PackLookup["scan"];

  /**
   * Checks a GTIN of 13 or 14 digits.
   *
   * @throws {GtinError} when the text is not a GTIN.
   */
  gtin(this: void, code: string): CheckedGtin;
}

/**
 * Loads the WebAssembly beforehand, or from another place: once for all, the first one that is given serves all that follow. What comes back
 * answers at once, without promises.
 *
 * @throws {WasmError} when it can't be loaded.
 */
export declare function load(options?: Pick<OpenSettings, "wasm" | "signal">): Promise<Reader>;

/** A promise of what the `scan` of a `PackLookup` answers, or throws. */
export declare function scan(...given: Parameters<Reader["scan"]>): Promise<ReturnType<Reader["scan"]>>;

/** A promise of the checked GTIN. It rejects with a {@link GtinError} when the text is none. */
export declare function gtin(code: string): Promise<CheckedGtin>;
