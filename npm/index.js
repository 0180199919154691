import { openOptions, PackLookup as WithoutDataset } from "./core.js";

export { DatasetError, FORMAT, GtinError, PackLookupError, ScanError, WasmError } from "./core.js";

export class PackLookup extends WithoutDataset {
  static async open(source, more) {
    const options = openOptions(source, more);
    return super.open({ ...options, dataset: options.dataset ?? new URL("./packs.bin", import.meta.url) });
  }
}
