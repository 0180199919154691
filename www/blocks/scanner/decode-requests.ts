// Answers the requests of `decoder.ts` in its worker.
import { moduleOf, startedBy } from "pack-lookup/wasm/compile.js";
import { type ErrorFields, fieldsOf } from "pack-lookup/worker/messages.js";
import {
  prepareZXingModule,
  readBarcodes,
  type ReaderOptions,
  type ReadInputBarcodeFormat,
} from "zxing-wasm/reader";

import {
  type FrameResult,
  readFrame,
  type ReadTarget,
  type Strategy,
  wholeImage,
} from "./decode-strategies.js";
import {
  copyPixels,
  crop,
  type Pixels,
  type Rectangle,
  openPicture,
  PictureError,
} from "./frame.js";
import { readEvery } from "./sweep.js";
import { type DetectedSymbol, detectedSymbols } from "./symbols.js";

/** A request of the page. */
export type DecodeRequest = (FrameRequest | PictureRequest) & {
  /** The address of the decoder's WebAssembly. The first request decides. */
  wasm?: string | undefined;
};

/** Read regions of a frame, until a symbol is found. With `isEvery`, read all of them. */
export interface FrameRequest {
  frame: VideoFrame | ImageData;
  targets: readonly ReadTarget[];
  isEvery?: boolean;
  /** The formats to read. The default is all that are on packs. */
  formats?: readonly string[] | undefined;
}

/** Read a picture file. Opening it here does not block the page. */
interface PictureRequest {
  picture: Blob;
  strategies: readonly Strategy[];
}

export type DecodeResponse = FrameResult | { error: ErrorFields };

/**
 * Answers each request. `wasm` is the address of the decoder's WebAssembly if a request names none.
 */
export function answerRequests(wasm?: string): void {
  addEventListener("message", async ({ data }: MessageEvent<DecodeRequest>) =>
    postMessage(await respond(data, wasm)),
  );
}

async function respond(request: DecodeRequest, wasm: string | undefined): Promise<DecodeResponse> {
  const prepared = () => prepare(request.wasm ?? wasm);
  try {
    return await ("picture" in request
      ? readPicture(request, prepared)
      : readInFrame(request, prepared));
  } catch (error) {
    return error instanceof PictureError
      ? { symbols: [], notOpened: error.message }
      : { error: fieldsOf(error) };
  }
}

/** The picture is opened first, because a file that is not a picture needs no decoder. */
async function readPicture(
  { picture, strategies }: PictureRequest,
  prepared: () => Promise<unknown>,
): Promise<FrameResult> {
  const pixels = await openPicture(picture);
  await prepared();
  return readFrame([wholeImage(pixels, strategies)], () => pixels, decoderFor());
}

async function readInFrame(
  { frame, targets, isEvery, formats }: FrameRequest,
  prepared: () => Promise<unknown>,
): Promise<FrameResult> {
  try {
    await prepared();
    return await (isEvery ? readEvery : readFrame)(
      targets,
      await pixelsOf(frame),
      decoderFor(formats),
    );
  } finally {
    // Cameras have a small pool of frames, so each is returned at once.
    if ("close" in frame) frame.close();
  }
}

let prepared: Promise<unknown> | undefined;

/** What the decoder does with its WebAssembly. */
type Loaded = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void;

/** Loads the WebAssembly once. */
function prepare(wasm: string | undefined): Promise<unknown> {
  prepared ??= load(wasm);
  return prepared;
}

/**
 * By itself, the decoder would load the file from a host of scripts, and would not say what is
 * wrong.
 */
async function load(wasm: string | undefined): Promise<unknown> {
  if (wasm === undefined)
    throw new TypeError(
      "the address of the decoder's WebAssembly is missing; pass it to configure()",
    );
  const module = await moduleOf(wasm, { label: "the decoder" });
  return startedBy(() =>
    prepareZXingModule({
      overrides: {
        instantiateWasm(imports: WebAssembly.Imports, loaded: Loaded) {
          loaded(new WebAssembly.Instance(module, imports), module);
          return {};
        },
      },
      fireImmediately: true,
    }),
  );
}

async function pixelsOf(frame: FrameRequest["frame"]): Promise<(region: Rectangle) => Pixels> {
  const pixels = "data" in frame ? frame : await copiedIn(frame);
  return pixels ? (region) => crop(pixels, region) : drawn(frame as VideoFrame);
}

/**
 * Copies a frame in Chromium, the only browser with this object. In other browsers a canvas takes
 * no more memory.
 */
const copiedIn = async (frame: VideoFrame): Promise<Pixels | undefined> =>
  "userAgentData" in navigator ? copyPixels(frame) : undefined;

let canvas: OffscreenCanvas | undefined;

/** Draws a frame to a canvas, for browsers that cannot copy it. */
function drawn(frame: VideoFrame): (region: Rectangle) => Pixels {
  const { displayWidth: width, displayHeight: height } = frame;
  if (canvas?.width !== width || canvas.height !== height)
    canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser cannot read pixels");
  context.drawImage(frame, 0, 0);
  return ({ x, y, width, height }) => context.getImageData(x, y, width, height);
}

function decoderFor(formats?: readonly string[]) {
  const chosen = formats && { formats: formats as ReadInputBarcodeFormat[] };
  return async (pixels: Pixels, options: ReaderOptions): Promise<DetectedSymbol[]> =>
    detectedSymbols(await readBarcodes(pixels as ImageData, { ...options, ...chosen }), pixels);
}
