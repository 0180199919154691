import type { DatasetSource } from "./core.js";

/**
 * The bundled dataset, as the toolchain imports a file: an address or bytes. `PackLookup.open({
 * dataset })` accepts it.
 */
declare const dataset: DatasetSource;
export default dataset;
