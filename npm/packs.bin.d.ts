import type { DatasetSource } from "./core.js";

/** What the toolchain makes of a file that is imported, an address or bytes: `PackLookup.open({ dataset })` takes it. */
declare const dataset: DatasetSource;
export default dataset;
