import {
  type DatasetSettings,
  type DatasetSource,
  type Id,
  type IdOf,
  type IdType,
  type OpenOptions,
  type OpenSettings,
  PackLookup as WithoutDataset,
} from "./core.js";

export * from "./core.js";

/**
 * The packs of one dm+d release, in memory. No method uses a network, except that `open` loads the
 * files.
 *
 * The class is that of `pack-lookup/core`, which has the methods. Here, `demo` opens the bundled
 * demonstration data, and so does `open` without arguments.
 *
 * @example
 * ```js
 * import { PackLookup } from "pack-lookup";
 *
 * const packs = await PackLookup.open();
 * packs.gtin("09521234567899")?.name; // "Amlodipine 5mg tablets (Teva UK Ltd) 28 tablet 2 x 14 tablets"
 * packs.close();
 * ```
 */
export declare class PackLookup<I extends Id = string> extends WithoutDataset<I> {
  /**
   * Opens a dataset. The first call loads the WebAssembly, which all datasets share. Errors always
   * reject the promise; the call itself never throws.
   *
   * @param dataset - A URL, in Node also a path, a `Request`, `Response`, `Blob`, file handle,
   * stream or bytes, or a promise of one of them.
   * Any other value is an error, also `undefined`. Only a call without arguments opens the bundled
   * demonstration data.
   * @param settings - How to open it. Alternatively, one object has the dataset and the settings.
   * @returns The open dataset. Call `close` to free its memory.
   * @throws `DatasetError` `unavailable` if the source cannot be read; `not_a_dataset`,
   * `newer_format`, `older_format`, `torn` or `damaged`
   * if its bytes cannot be used.
   * @throws `SignatureError` if the dataset is not the one of `description`, or none of `publicKeys`
   * signed that.
   * @throws `WasmError` `unavailable`, `not_wasm` or `forbidden` if the WebAssembly cannot be
   * loaded.
   * @throws `TypeError` if an option is unknown or has the wrong type, `RangeError` if `ids` is
   * another word.
   * @throws The reason of `signal` if it is aborted.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.open();
   * packs.about.dataset.demo; // true
   * ```
   */
  static open<N extends IdType | undefined = undefined>(
    dataset: DatasetSource,
    settings?: DatasetSettings & { ids?: N },
  ): Promise<PackLookup<IdOf<N>>>;
  static open<N extends IdType | undefined = undefined>(
    options: OpenOptions & { ids?: N },
  ): Promise<PackLookup<IdOf<N>>>;
  static open(): Promise<PackLookup>;

  /**
   * Opens the bundled demonstration data: made-up packs. No real box has their codes.
   *
   * @param settings - How to open it.
   * @returns The open dataset. Call `close` to free its memory.
   * @throws `WasmError`, `TypeError`, `RangeError` and the reason of `signal`, as `open` does.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.demo({ ids: "bigint" });
   * packs.gtin("09521234567899")?.pack_id; // 900000011000001106n
   * ```
   */
  static demo<N extends IdType | undefined = undefined>(
    settings?: OpenSettings & { ids?: N },
  ): Promise<PackLookup<IdOf<N>>>;
}
