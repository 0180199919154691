import type { Found, Grouped, GroupOptions, Id, Pack, PacksOfOptions, SearchOptions } from "./core.js";
import type { PackLookup as Sync } from "./index.js";

export * from "./core.js";

/** The same method, with a promise of its answer. */
type Promised<M> = M extends (this: infer T, ...given: infer A) => infer R ? (this: T, ...given: A) => Promise<Awaited<R>> : M;

/** The same interface with methods that promise; what is known since it was opened, `about` and `size`, stays as it is. */
type Asked<P> = { [Name in keyof P as Name extends symbol ? never : Name]: Promised<P[Name]> };

/** The same ways to open, each of which opens in a worker. */
type Opened<O> = O extends {
  (...given: infer A): Promise<Sync<infer I>>;
  (...given: infer B): Promise<Sync<infer J>>;
  (...given: infer C): Promise<Sync<infer K>>;
  (...given: infer D): Promise<Sync<infer L>>;
}
  ? {
      (...given: A): Promise<PackLookup<I>>;
      (...given: B): Promise<PackLookup<J>>;
      (...given: C): Promise<PackLookup<K>>;
      (...given: D): Promise<PackLookup<L>>;
    }
  : never;

export interface PackLookup<I extends Id = bigint> extends Asked<Omit<Sync<I>, "packsOf" | "search">> {
  // What promises is inferred of a method's last form only.
  search(this: void, text: string, options: GroupOptions): Promise<Grouped<I>>;
  search(this: void, text: string, options?: SearchOptions & { groupBy?: undefined }): Promise<Found<I>>;
  packsOf(this: void, code: Id | number, options: PacksOfOptions & { ids: "string" }): Promise<Found<string> | undefined>;
  packsOf(this: void, code: Id | number, options: PacksOfOptions & { ids: "bigint" }): Promise<Found | undefined>;
  packsOf(this: void, code: Id | number, options?: PacksOfOptions & { ids?: undefined }): Promise<Found<I> | undefined>;
}

/**
 * The packs of one dm+d release in a worker of their own: the thread that asks never waits. Whatever the methods of `pack-lookup` answer
 * or throw, these promise or reject with. A process of Node ends while it is open, if nothing is being asked.
 */
export declare class PackLookup<I extends Id = bigint> implements AsyncIterable<Pack<I>> {
  protected constructor();

  /**
   * Starts a worker with the WebAssembly and opens a dataset there: the bundled one unless another is given. Bytes that are given stay
   * the caller's.
   *
   * @throws as the other `open` does, and {@link WasmError} when the worker can't be started.
   */
  static readonly open: Opened<typeof Sync.open>;

  /** All packs, in the order of their names; some at a time are sent for. */
  [Symbol.asyncIterator](): AsyncIterableIterator<Pack<I>>;

  /** Ends the worker, as `close` does. */
  [Symbol.dispose](): void;

  [Symbol.asyncDispose](): Promise<void>;
}

declare global {
  // As the language has it, for those whose TypeScript library is older.
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}
