// A still picture of the camera: the sharpest of some frames.
import { nextTask } from "./dom.js";
import { guideRegion, type Pixels, pixelsOf, visibleRegion } from "./frame.js";
import { nextFrame } from "./scanner.js";

/**
 * Says what a person sees of a video's current frame or, with a guide, what is inside of it.
 * Returns `undefined` if it shows no picture.
 */
function seenIn(video: HTMLVideoElement, guide: Element | null): ImageData | undefined {
  const size = { width: video.videoWidth, height: video.videoHeight };
  const box = video.getBoundingClientRect();
  const region = guide
    ? guideRegion(size, box, guide.getBoundingClientRect())
    : visibleRegion(size, box);
  return region && pixelsOf(video, region, region);
}

/** A hand that holds a phone shakes slower than this number of frames takes. */
const STILL_FRAMES = 4;

/** Finds the sharpest of the next frames as a PNG, or `undefined` if there is no picture. */
export async function takeStill(
  video: HTMLVideoElement,
  guide: Element | null,
): Promise<Blob | undefined> {
  let best: { pixels: ImageData; contrast: number } | undefined;
  for (let taken = 0; taken < STILL_FRAMES; taken += 1) {
    // After a frame, and after a click, others have work to do.
    if (taken > 0) await nextFrame(video);
    await nextTask();
    const pixels = seenIn(video, guide);
    await nextTask();
    const contrast = pixels ? edgeContrast(pixels) : 0;
    if (pixels && contrast >= (best?.contrast ?? 0)) best = { pixels, contrast };
  }
  return best && pngOf(best.pixels);
}

/** Only some rows are compared: all frames show the same. */
const ROW_STEP = 8;

/**
 * Computes the sum of the squared differences between neighbours, which blur makes smaller. Green
 * has most of the brightness.
 */
function edgeContrast({ width, height, data }: Pixels): number {
  let sum = 0;
  for (let row = 0; row < height; row += ROW_STEP) {
    const end = 4 * (row + 1) * width - 3;
    for (let at = 4 * row * width + 5; at < end; at += 4) sum += (data[at]! - data[at - 4]!) ** 2;
  }
  return sum;
}

function pngOf(pixels: ImageData): Promise<Blob | undefined> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [pixels.width, pixels.height];
  canvas.getContext("2d")?.putImageData(pixels, 0, 0);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined)));
}
