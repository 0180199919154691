// Video frames and image files for the decoder. They keep their resolution: matrix codes do not survive halving.
import { guideRegion, type Rectangle, type Size, visibleRegion } from "./regions.js";

const canvas = document.createElement("canvas");

/** A frame, and the regions to read. */
export interface CapturedFrame {
  frame: VideoFrame | ImageData;
  /** The region that the person sees. */
  visible: Rectangle;
  /** The visible region inside the guide. */
  inGuide: Rectangle | undefined;
}

/** Returns the current frame of a video, or `undefined` if it shows no picture. */
export function captureFrame(video: HTMLVideoElement, guide: Element | null): CapturedFrame | undefined {
  const size = { width: video.videoWidth, height: video.videoHeight };
  const box = video.getBoundingClientRect();
  const visible = visibleRegion(size, box);
  if (!visible) return undefined;
  const inGuide = guide ? guideRegion(size, box, guide.getBoundingClientRect()) : undefined;
  return { frame: asVideoFrame(video, size) ?? pixelsOf(video, { x: 0, y: 0, ...size }, size), visible, inGuide };
}

/** Returns the frame without conversion, so that the worker converts it to pixels. Returns `undefined` for a rotated frame. */
function asVideoFrame(video: HTMLVideoElement, { width, height }: Size): VideoFrame | undefined {
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
  return pixelsOf(bitmap, { x: 0, y: 0, width: bitmap.width, height: bitmap.height }, size);
}

function pixelsOf(source: CanvasImageSource, region: Rectangle, { width, height }: Size): ImageData {
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser cannot read pixels");
  context.drawImage(source, region.x, region.y, region.width, region.height, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}
