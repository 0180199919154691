// Opens picture files in the worker of the decoder: decoding, scaling and copying pixels would each
// block a page.

/**
 * The longer side of a picture, in pixels. More cost time and memory, and show no more than a
 * phone's camera can resolve.
 */
export const MAX_SIDE = 4096;

/** A file that the browser cannot open as a picture. */
export class PictureError extends Error {}

/** Returns the pixels of a picture file, upright. */
export async function openPicture(file: Blob): Promise<ImageData> {
  const bitmap = await opened(file);
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  ) as [number, number];
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser cannot read pixels");
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return context.getImageData(0, 0, width, height);
}

async function opened(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch (cause) {
    throw new PictureError((cause as Error).message, { cause });
  }
}
