import { type DatasetSource, type Id, type OpenOptions, type OpenSettings, PackLookup as WithoutDataset } from "./core.js";

export * from "./core.js";

/** {@inheritDoc WithoutDataset} */
export declare class PackLookup<I extends Id = bigint> extends WithoutDataset<I> {
  /**
   * Loads the WebAssembly, once for all datasets, and opens a dataset: the bundled one unless another is given. It never throws,
   * but rejects.
   *
   * @throws {DatasetError} when the dataset can't be read, or is none, of another format, or damaged.
   * @throws {WasmError} when the WebAssembly can't be loaded.
   * @throws {TypeError} when there is no such option, or a value is of the wrong type.
   */
  static open(dataset: DatasetSource, settings: OpenSettings & { ids: "string" }): Promise<PackLookup<string>>;
  static open(options: Partial<OpenOptions> & { ids: "string" }): Promise<PackLookup<string>>;
  static open(dataset: DatasetSource, settings?: OpenSettings): Promise<PackLookup>;
  static open(options?: Partial<OpenOptions>): Promise<PackLookup>;
}
