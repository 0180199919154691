// Pixels of a video frame or an image file, never fewer than there are: matrix codes don't survive halving.
import { cut, guidedPart, type Rectangle, type Size, visiblePart } from "./parts.js";

const canvas = document.createElement("canvas");

export interface Sight {
  /** What the person sees of the frame. */
  visible: ImageData;
  /** What of it lies within the guide. */
  guided: ImageData | undefined;
}

/** The frame that a video shows; nothing while it shows none. */
export function sightOf(video: HTMLVideoElement, guide: Element | null): Sight | undefined {
  const frame = { width: video.videoWidth, height: video.videoHeight };
  const box = video.getBoundingClientRect();
  const part = visiblePart(frame, box);
  if (!part) return undefined;
  const visible = pixels(video, part, part);
  const aim = guide && guidedPart(frame, box, guide.getBoundingClientRect());
  return { visible, guided: aim ? imageFrom(visible, { ...aim, x: aim.x - part.x, y: aim.y - part.y }) : undefined };
}

function imageFrom(image: ImageData, part: Rectangle): ImageData {
  const { data, width, height } = cut(image, part);
  return new ImageData(data, width, height);
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

/** Every so many pixels are enough to tell a black picture. */
const SAMPLE_STEP = 4 * 997;
const BLACK = 16;

export function isBlack({ data }: ImageData): boolean {
  for (let i = 0; i < data.length; i += SAMPLE_STEP) {
    if (Math.max(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0) > BLACK) return false;
  }
  return true;
}
