// `pack-lookup/scanner`: the element `<pack-scanner>`, and the functions under it.
import { PackScanner } from "./element.js";

export { createScanner, readPicture } from "./create-scanner.js";
export { PackScanner } from "./element.js";
export { configure } from "./create-scanner.js";
export type * from "./types.js";

if (globalThis.customElements && !customElements.get("pack-scanner"))
  customElements.define("pack-scanner", PackScanner);
