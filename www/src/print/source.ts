// The reader of print in this browser: its files, its worker, and the pictures for it.
import type { Pixels } from "blocks/scanner/frame.js";
import { startWorker } from "pack-lookup/worker/start.js";

import type { Pictures, PrintSource } from "../actions/print.js";
import { downloadBytes, type PrintBuild } from "./build.js";
import { PrintDownload } from "./download.js";
import type { PictureRequest, PictureResponse } from "./print-pictures.js";
import { PrintReading } from "./reader.js";

/** Returns the reader of this build of the page, or `undefined` if it has none. It is closed when nobody sees the page. */
export function printSource(build: PrintBuild | undefined): PrintSource | undefined {
  if (!build) return undefined;
  const download = new PrintDownload(build.files);
  const reading = new PrintReading(build, download);
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && reading.hidden());
  return {
    bytes: downloadBytes(build.files),
    isKept: () => download.isKept(),
    download: (progress, signal) => download.download(progress, signal),
    remove: () => download.remove(),
    read: (picture, options) => reading.read(picture, options),
    close: () => reading.close(),
  };
}

/** The longer side of a picture, in pixels. More show no more of the print, and cost memory. */
const MAX_SIDE = 2048;

export const browserPictures: Pictures = {
  show: (picture) => URL.createObjectURL(picture),
  hide: (address) => URL.revokeObjectURL(address),
  pixelsOf,
};

/** Opens a picture in a worker, which ends with it. */
async function pixelsOf(picture: Blob): Promise<Pixels> {
  const worker = await startWorker(() => new Worker(new URL("./print-pictures.ts", import.meta.url), { type: "module" }), String);
  const response = new Promise<PictureResponse>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<PictureResponse>) => resolve(data));
    worker.addEventListener("error", reject);
  });
  worker.postMessage({ picture, maxSide: MAX_SIDE } satisfies PictureRequest);
  const pixels = await response.finally(() => worker.terminate());
  if (!pixels) throw new Error("this browser cannot open the picture");
  return pixels;
}
