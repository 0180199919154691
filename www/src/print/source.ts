// The reader of print in this browser, and its pictures on the screen.
import type { Pictures, PrintSource } from "../actions/print.js";
import { downloadBytes, type PrintBuild } from "./build.js";
import { PrintDownload } from "./download.js";
import { PrintReading } from "./reader.js";

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
