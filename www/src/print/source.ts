// The reader of print in this browser, and its pictures on the screen.
import type { PrintedBox } from "pack-lookup/print";

import { downloadBytes, type PrintBuild } from "./build.js";
import { PrintDownload } from "./download.js";
import { PrintReading, type ReadOptions } from "./reader.js";

/** The reader of print, and its files on this device. */
export interface PrintSource {
  /** The size of the download. */
  bytes: number;
  isKept(): Promise<boolean>;
  download(progress: (share: number) => void, signal: AbortSignal): Promise<void>;
  remove(): Promise<void>;
  read(picture: Blob, options: ReadOptions): Promise<PrintedBox>;
  close(): void;
}

/** Pictures of the browser. */
export interface Pictures {
  /** Returns an address with which the page shows a picture, until `hide`. */
  show(picture: Blob): string;
  hide(address: string): void;
}

/**
 * Returns the reader of this build of the page, or `undefined` if it has none. It is closed when
 * nobody sees the page.
 */
export function printSource(build: PrintBuild | undefined): PrintSource | undefined {
  if (!build) return undefined;
  const download = new PrintDownload(build.files);
  const reading = new PrintReading(build, download);
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "hidden" && reading.hidden(),
  );
  return {
    bytes: downloadBytes(build.files),
    isKept: () => download.isKept(),
    download: (progress, signal) => download.download(progress, signal),
    remove: () => download.remove(),
    read: (picture, options) => reading.read(picture, options),
    close: () => reading.close(),
  };
}

export const browserPictures: Pictures = {
  show: (picture) => URL.createObjectURL(picture),
  hide: (address) => URL.revokeObjectURL(address),
};
