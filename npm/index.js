import { PackLookup as WithoutDataset } from "./core.js";

export { DatasetError, FORMAT, GtinError, ScanError } from "./core.js";

export class PackLookup extends WithoutDataset {
  static open({ dataset = new URL("./packs.bin", import.meta.url), wasm, verify } = {}) {
    return super.open({ dataset, wasm, verify });
  }
}
