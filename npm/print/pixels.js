// Opens picture files in the worker: decoding, scaling and copying pixels would each block a page.
import { PrintError } from "../errors.js";

/** The longer side of a picture, in pixels. More show no more of the print, and cost memory. */
const LONGEST = 2048;

/** Returns the pixels of a picture file, upright, as `ImageData` has them. */
export async function pixelsOf(file) {
  const bitmap = await opened(file);
  const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  );
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  context.imageSmoothingQuality = "medium";
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return context.getImageData(0, 0, width, height);
}

async function opened(file) {
  try {
    return await createImageBitmap(file);
  } catch (cause) {
    throw new PrintError(`cannot open the picture: ${cause.message}`, "not_a_picture", { cause });
  }
}
