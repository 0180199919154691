// Video frames and image files as the decoder's worker takes them, never with fewer pixels than there are: matrix codes don't survive halving.
import { guidedPart, type Rectangle, type Size, visiblePart } from "./parts.js";

const canvas = document.createElement("canvas");

/** A frame, and where in it to look. */
export interface Sight {
  frame: VideoFrame | ImageData;
  /** What the person sees of it. */
  visible: Rectangle;
  /** What of that lies within the guide. */
  guided: Rectangle | undefined;
}

/** The frame that a video shows; nothing while it shows none. */
export function sightOf(video: HTMLVideoElement, guide: Element | null): Sight | undefined {
  const size = { width: video.videoWidth, height: video.videoHeight };
  const box = video.getBoundingClientRect();
  const visible = visiblePart(size, box);
  if (!visible) return undefined;
  const guided = guide ? guidedPart(size, box, guide.getBoundingClientRect()) : undefined;
  return { frame: untouched(video, size) ?? pixels(video, { x: 0, y: 0, ...size }, size), visible, guided };
}

/** As the browser has it, so that the worker has the work of making pixels of it. Not where the frame lies turned. */
function untouched(video: HTMLVideoElement, { width, height }: Size): VideoFrame | undefined {
  if (!("VideoFrame" in globalThis && "OffscreenCanvas" in globalThis)) return undefined;
  try {
    const frame = new VideoFrame(video);
    if (frame.displayWidth === width && frame.displayHeight === height) return frame;
    frame.close();
  } catch {
    // Pixels can be had all the same.
  }
  return undefined;
}

/** More pixels than this cost time and memory, and show nothing that a phone's camera could not. */
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
