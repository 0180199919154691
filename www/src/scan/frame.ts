// Video frames and image files for the decoder. They keep their resolution: matrix codes do not survive halving.
import { guidedPart, type Rectangle, type Size, visiblePart } from "./parts.js";

const canvas = document.createElement("canvas");

/** A frame, and the parts in which to look. */
export interface Sight {
  frame: VideoFrame | ImageData;
  /** The part that the person sees. */
  visible: Rectangle;
  /** The visible part inside the guide. */
  guided: Rectangle | undefined;
}

/** Returns the current frame of a video, or `undefined` if it shows no picture. */
export function sightOf(video: HTMLVideoElement, guide: Element | null): Sight | undefined {
  const size = { width: video.videoWidth, height: video.videoHeight };
  const box = video.getBoundingClientRect();
  const visible = visiblePart(size, box);
  if (!visible) return undefined;
  const guided = guide ? guidedPart(size, box, guide.getBoundingClientRect()) : undefined;
  return { frame: untouched(video, size) ?? pixels(video, { x: 0, y: 0, ...size }, size), visible, guided };
}

/** Returns the frame without conversion, so that the worker converts it to pixels. Returns `undefined` for a rotated frame. */
function untouched(video: HTMLVideoElement, { width, height }: Size): VideoFrame | undefined {
  if (!("VideoFrame" in globalThis && "OffscreenCanvas" in globalThis)) return undefined;
  try {
    const frame = new VideoFrame(video);
    if (frame.displayWidth === width && frame.displayHeight === height) return frame;
    frame.close();
  } catch {
    // The caller then reads the pixels instead.
  }
  return undefined;
}

/** More pixels cost time and memory, and show no more than a phone's camera can resolve. */
const MAX_IMAGE_SIDE = 4096;

export async function imageOf(file: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, MAX_IMAGE_SIDE / Math.max(bitmap.width, bitmap.height));
  const size = { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) };
  return pixels(bitmap, { x: 0, y: 0, width: bitmap.width, height: bitmap.height }, size);
}

function pixels(source: CanvasImageSource, part: Rectangle, { width, height }: Size): ImageData {
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser can't read pixels");
  context.drawImage(source, part.x, part.y, part.width, part.height, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}
