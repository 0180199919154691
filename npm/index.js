import { bundled } from "./bundled.js";
import { PackLookup as WithoutDataset } from "./core.js";
import { openOptions } from "./api/open-options.js";

export { DatasetError, FORMAT, GtinError, PackLookupError, ScanError, WasmError } from "./core.js";

export class PackLookup extends WithoutDataset {
  static async open(source, settings) {
    const options = openOptions(source, settings);
    return super.open({ ...options, dataset: options.dataset ?? bundled() });
  }
}
