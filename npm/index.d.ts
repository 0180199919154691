import { type OpenOptions, PackLookup as WithoutDataset } from "./core.js";

export * from "./core.js";

/** {@inheritDoc WithoutDataset} */
export declare class PackLookup extends WithoutDataset {
  /**
   * Loads the WebAssembly, once for all datasets, and opens a dataset: the bundled one unless another is given.
   *
   * @throws {DatasetError} when the bytes are not a dataset, of another format, or damaged.
   */
  static open(options?: Partial<OpenOptions>): Promise<PackLookup>;
}
