// The worker that opens pictures for the reader of print: decoding, scaling and copying pixels would each block the page.
import type { Pixels } from "blocks/scanner/frame.js";

export interface PictureRequest {
  picture: Blob;
  /** The longer side of the result, in pixels. */
  maxSide: number;
}

/** `undefined` if the browser cannot open the picture. */
export type PictureResponse = Pixels | undefined;

addEventListener("message", ({ data }: MessageEvent<PictureRequest>) => {
  void pixelsOf(data).then(
    (pixels) => postMessage(pixels, { transfer: [pixels.data.buffer] }),
    () => postMessage(undefined),
  );
});

async function pixelsOf({ picture, maxSide }: PictureRequest): Promise<Pixels> {
  const bitmap = await createImageBitmap(picture);
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.round(side * scale)) as [number, number];
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser cannot read pixels");
  context.imageSmoothingQuality = "medium";
  context.drawImage(bitmap, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, data };
}
