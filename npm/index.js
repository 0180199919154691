import { bundled } from "./bundled.js";
import { PackLookup as WithoutDataset } from "./core.js";
import { demoOptions, openOptions } from "./api/open-options.js";

export {
  DatasetError,
  FORMAT,
  GtinError,
  PackLookupError,
  ScanError,
  SignatureError,
  WasmError,
} from "./core.js";

export class PackLookup extends WithoutDataset {
  static async open(...args) {
    return args.length === 0 ? this.demo() : super.open(openOptions(...args));
  }

  static async demo(settings) {
    return super.open({ ...demoOptions(settings), dataset: bundled() });
  }
}
