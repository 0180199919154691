// The dataset in the package. It has a separate module, so that bundlers omit the file for users
// of `pack-lookup/core`. The module is next to the file: in a bundle, the file is then next to the
// bundle.
import { DatasetError } from "./errors.js";
import { ownFile } from "./api/byte-source.js";

export const bundled = () => ownFile(fileInPackage, DatasetError, "pass the file as `dataset`");

/**
 * The tracers of Next and Nuxt, which copy the files that a server needs, find an address only in a
 * statement.
 */
function fileInPackage() {
  return new URL("./packs.bin", import.meta.url);
}
