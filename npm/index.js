import { PackLookup as WithoutDataset } from "./core.js";

export { DatasetError, GtinError, ScanError } from "./core.js";

export class PackLookup extends WithoutDataset {
  static open({ dataset = new URL("./packs.bin", import.meta.url), wasm } = {}) {
    return super.open({ dataset, wasm });
  }
}
