import type {
  About,
  DatasetSettings,
  DatasetSource,
  Found,
  Grouped,
  GroupOptions,
  Id,
  IdOf,
  IdType,
  OpenOptions,
  OpenSettings,
  Pack,
  SearchOptions,
} from "./core.js";
import type { PackLookup as Sync } from "./index.js";

export * from "./core.js";

/** A method type whose result is wrapped in a promise. */
type Promised<M> = M extends (this: infer T, ...args: infer A) => infer R
  ? (this: T, ...args: A) => Promise<Awaited<R>>
  : M;

/** An interface with asynchronous methods. */
type AsyncMethods<P> = {
  [Name in keyof P as Name extends symbol ? never : Name]: Promised<P[Name]>;
};

/**
 * The methods of `PackLookup` from `pack-lookup`, each of which returns a promise. An error that
 * the other method throws rejects the promise.
 *
 * @example
 * ```js
 * import { PackLookup } from "pack-lookup/async";
 *
 * const packs = await PackLookup.open();
 * (await packs.gtin("09521234567899"))?.subpack;    // "2 x 14 tablets"
 * (await packs.search("amlod 5", { current: true })).total; // 6
 * packs.size;                                        // 2000
 * await packs.close();
 * ```
 */
export interface PackLookup<I extends Id = string>
  extends AsyncMethods<Omit<Sync<I>, "about" | "search">> {
  // Inference sees only the last overload, so overloaded methods are repeated here.
  /**
   * Searches packs by name, by the text of a box, by GTIN or barcode, or by a dm+d code. It is
   * `search` of `pack-lookup` with a promise.
   *
   * @param text - The query, at most 200 characters. An empty text finds every pack.
   * @param options - Paging, order and filters. With `groupBy` the result has products and facets
   * instead of packs.
   * @returns One page of packs, or of products.
   * @throws `RangeError` if the text has more than 200 characters, or an option is out of range.
   * @throws `TypeError` if an option is unknown. Facet filters are options only with `groupBy`.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup/async";
   *
   * const packs = await PackLookup.open();
   * const { groups } = await packs.search("amlod", { groupBy: "product" });
   * groups[0]?.product; // "Amlodipine 5mg tablets"
   * await packs.close();
   * ```
   */
  search(this: void, text: string, options: GroupOptions): Promise<Grouped<I>>;
  search(
    this: void,
    text: string,
    options?: SearchOptions & { groupBy?: undefined },
  ): Promise<Found<I>>;
  /**
   * The service and its dataset. Each access asks the worker: the age of the data grows while they
   * are open.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup/async";
   *
   * const packs = await PackLookup.open();
   * (await packs.about).dataset.demo; // true
   * await packs.close();
   * ```
   */
  readonly about: Promise<About>;
}

/**
 * The packs of one dm+d release in a worker: a `Worker` in browsers, a thread in Node. The calling
 * thread never blocks. A Node process can exit while a dataset is open and no call is pending.
 *
 * The methods check arguments before they send them. If the worker stops, pending and later calls
 * reject with a `WasmError`: `stopped`, or `unavailable` if it never started.
 *
 * @example
 * ```js
 * import { PackLookup } from "pack-lookup/async";
 *
 * const packs = await PackLookup.open();
 * const invalid = [];
 * for await (const pack of packs) if (pack.invalid) invalid.push(pack.name);
 * packs.close();
 * ```
 */
export declare class PackLookup<I extends Id = string> implements AsyncIterable<Pack<I>> {
  protected constructor();

  /**
   * Starts a worker and opens a dataset in it. The call copies bytes, so the caller can still use
   * them.
   *
   * @param dataset - A URL, in Node also a path, a `Request`, `Response`, `Blob`, file handle,
   * stream or bytes, or a promise of one of them. Any other value is an error, including
   * `undefined`. Only a call without arguments opens the bundled demonstration data.
   * @param settings - How to open it. Alternatively, one object has the dataset and the settings.
   * @returns The open dataset. Call `close` to end its worker.
   * @throws `DatasetError` `unavailable` if the source cannot be read; `not_a_dataset`,
   * `newer_format`, `older_format`, `torn` or `damaged`
   * if its bytes cannot be used.
   * @throws `SignatureError` if the dataset is not the one of `description`, or none of
   * `publicKeys` signed the description.
   * @throws `TypeError` if an option is unknown or has the wrong type, `RangeError` if `ids` is
   * another word.
   * @throws The reason of `signal` if it is aborted.
   * @throws `WasmError` `forbidden` if the page's Content-Security-Policy forbids the worker,
   * `unavailable` if its script is not found.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup/async";
   *
   * const packs = await PackLookup.open();
   * (await packs.gtin("09521234567899"))?.pack_id; // "900000011000001106"
   * await packs.close();
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
   * Starts a worker and opens the bundled demonstration data in it: made-up packs. No real box has
   * their codes.
   *
   * @param settings - How to open it.
   * @returns The open dataset. Call `close` to end its worker.
   * @throws `WasmError`, `TypeError`, `RangeError` and the reason of `signal`, as `open` does.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup/async";
   *
   * const packs = await PackLookup.demo({ ids: "bigint" });
   * (await packs.gtin("09521234567899"))?.pack_id; // 900000011000001106n
   * await packs.close();
   * ```
   */
  static demo<N extends IdType | undefined = undefined>(
    settings?: OpenSettings & { ids?: N },
  ): Promise<PackLookup<IdOf<N>>>;

  /**
   * Iterates over all packs, in the order of their names. The worker sends 100 packs at a time.
   *
   * @returns The packs.
   * @throws `PackLookupError` `closed` after `close`.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup/async";
   *
   * const packs = await PackLookup.open();
   * let current = 0;
   * for await (const pack of packs) if (pack.invalid === null) current += 1;
   * current <= packs.size; // true
   * packs.close();
   * ```
   */
  [Symbol.asyncIterator](): AsyncIterableIterator<Pack<I>>;

  /**
   * Ends the worker, as `close` does. Pending calls reject with the reason `closed`.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup/async";
   *
   * const packs = await PackLookup.open();
   * packs[Symbol.dispose]?.();
   * ```
   */
  [Symbol.dispose](): void;

  /**
   * Ends the worker, as `close` does. An `await using` declaration calls it at the end of its
   * block.
   *
   * @returns A promise that resolves at once.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup/async";
   *
   * const packs = await PackLookup.open();
   * await packs[Symbol.asyncDispose]?.();
   * ```
   */
  [Symbol.asyncDispose](): Promise<void>;
}

declare global {
  // Declared as in the language, for TypeScript libraries that lack it.
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}
