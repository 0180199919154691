// Decodes frames off the page's thread. All its files are of this origin.
import { prepareZXingModule, readBarcodes, type ReaderOptions } from "zxing-wasm/reader";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";

import type { Sighting } from "./agreement.js";
import type { Question, Reply } from "./decoder.js";
import { lookAt } from "./look.js";
import { cut, type Rectangle } from "./parts.js";
import { sightingsOf } from "./sightings.js";
import type { Pixels } from "./ways.js";

// An error in loading is reported with the first image.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true }).catch(() => undefined);

addEventListener("message", async ({ data }: MessageEvent<Question>) => postMessage(await reply(data)));

async function reply({ frame, aims }: Question): Promise<Reply> {
  try {
    return await lookAt(aims, pixelsOf(frame), sightingsIn);
  } catch (error) {
    return { error: String(error) };
  } finally {
    // Cameras have a small pool of frames, so each is returned at once.
    if ("close" in frame) frame.close();
  }
}

let canvas: OffscreenCanvas | undefined;

function pixelsOf(frame: Question["frame"]): (part: Rectangle) => Pixels {
  if ("data" in frame) return (part) => cut(frame, part);
  const { displayWidth: width, displayHeight: height } = frame;
  if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser can't read pixels");
  context.drawImage(frame, 0, 0);
  return ({ x, y, width, height }) => context.getImageData(x, y, width, height);
}

const sightingsIn = async (pixels: Pixels, options: ReaderOptions): Promise<Sighting[]> =>
  sightingsOf(await readBarcodes(pixels as ImageData, options));
