import { type DatasetSource, PackLookup as WithoutDataset, type WasmSource } from "./core.js";

export * from "./core.js";

/** {@inheritDoc WithoutDataset} */
export declare class PackLookup extends WithoutDataset {
  /**
   * Loads the WebAssembly, once for all datasets, and opens a dataset: the bundled one unless another is given.
   *
   * @throws {DatasetError} when the bytes are not a dataset, or of another version.
   */
  static open(options?: { dataset?: DatasetSource; wasm?: WasmSource }): Promise<PackLookup>;
}
