// Decodes frames off the page's thread. All its files are of this origin.
import { prepareZXingModule, readBarcodes, type ReaderOptions } from "zxing-wasm/reader";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";

import { type FrameResult, readFrame, type ReadTarget } from "./decode-strategies.js";
import { copyPixels, crop, type Pixels, type Rectangle } from "./frame.js";
import { readEvery } from "./sweep.js";
import { type DetectedSymbol, detectedSymbols } from "./symbols.js";

/** A request of the page: read regions of a frame or a picture, until a symbol is found. With `isEvery`, read all of them. */
export interface DecodeRequest {
  frame: VideoFrame | ImageData;
  targets: readonly ReadTarget[];
  isEvery?: boolean;
}

export type DecodeResponse = FrameResult | { error: string };

// An error in loading is reported with the first image.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true }).catch(() => undefined);

addEventListener("message", async ({ data }: MessageEvent<DecodeRequest>) => postMessage(await respond(data)));

async function respond({ frame, targets, isEvery }: DecodeRequest): Promise<DecodeResponse> {
  try {
    return await (isEvery ? readEvery : readFrame)(targets, await pixelsOf(frame), decode);
  } catch (error) {
    return { error: String(error) };
  } finally {
    // Cameras have a small pool of frames, so each is returned at once.
    if ("close" in frame) frame.close();
  }
}

async function pixelsOf(frame: DecodeRequest["frame"]): Promise<(region: Rectangle) => Pixels> {
  const pixels = "data" in frame ? frame : await copiedIn(frame);
  return pixels ? (region) => crop(pixels, region) : drawn(frame as VideoFrame);
}

/** Copies a frame in Chromium, which alone has this object. In other browsers a canvas takes no more memory. */
const copiedIn = async (frame: VideoFrame): Promise<Pixels | undefined> => ("userAgentData" in navigator ? copyPixels(frame) : undefined);

let canvas: OffscreenCanvas | undefined;

/** Draws a frame to a canvas, for browsers that cannot copy it. */
function drawn(frame: VideoFrame): (region: Rectangle) => Pixels {
  const { displayWidth: width, displayHeight: height } = frame;
  if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser cannot read pixels");
  context.drawImage(frame, 0, 0);
  return ({ x, y, width, height }) => context.getImageData(x, y, width, height);
}

const decode = async (pixels: Pixels, options: ReaderOptions): Promise<DetectedSymbol[]> =>
  detectedSymbols(await readBarcodes(pixels as ImageData, options), pixels);
