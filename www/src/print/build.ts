// What a build of the page has of the reader of print.
import type { openPrintReader } from "pack-lookup/print";

/** A file that the reader needs, compressed with gzip. */
export interface PrintFile {
  url: string;
  /** The size of the download, in bytes. */
  bytes: number;
}

export interface PrintBuild {
  files: Record<"wasm" | "detection" | "recognition", PrintFile>;
  /** Loads the script of the reader, and opens it. */
  open: typeof openPrintReader;
}

/** Returns the size of the whole download, in bytes. */
export const downloadBytes = (files: PrintBuild["files"]): number =>
  Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);
