// The pixels for the decoder: video frames with their regions, and picture files. Frames keep their
// resolution, and regions are in whole pixels: resampling destroys matrix codes.

/** A frame, and the regions to read. */
export interface CapturedFrame {
  frame: VideoFrame | ImageData;
  /** The region that the person sees. */
  visible: Rectangle;
  /** The visible region inside the guide. */
  inGuide: Rectangle | undefined;
}

/** Finds the current frame of a video, or `undefined` if it shows no picture. */
export function captureFrame(
  video: HTMLVideoElement,
  guide: Element | null,
): CapturedFrame | undefined {
  const size = { width: video.videoWidth, height: video.videoHeight };
  const box = video.getBoundingClientRect();
  const visible = visibleRegion(size, box);
  if (!visible) return undefined;
  const inGuide = guide ? guideRegion(size, box, guide.getBoundingClientRect()) : undefined;
  return {
    frame: asVideoFrame(video, size) ?? pixelsOf(video, { x: 0, y: 0, ...size }, size),
    visible,
    inGuide,
  };
}

/**
 * Captures the frame without conversion, so that the worker converts it to pixels. Returns
 * `undefined` for a rotated frame.
 */
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

/** The pixels of the last copied frame. Every frame of a camera uses them again. */
let copied = new Uint8ClampedArray(0);

/**
 * Copies the pixels of a frame without a canvas: Chromium without a GPU keeps up to 470 MB of
 * frames that a canvas has drawn. The next call overwrites the pixels. Returns `undefined` if the
 * browser cannot copy this frame as it is displayed.
 */
export async function copyPixels(frame: VideoFrame): Promise<Pixels | undefined> {
  const { displayWidth: width, displayHeight: height } = frame;
  const bytes = 4 * width * height;
  if (!isUpright(frame)) return undefined;
  try {
    // A browser that ignores the format returns another size.
    if (frame.allocationSize({ format: "RGBA" }) !== bytes) return undefined;
    if (copied.length !== bytes) copied = new Uint8ClampedArray(bytes);
    await frame.copyTo(copied, { format: "RGBA" });
    return { width, height, data: copied };
  } catch {
    return undefined;
  }
}

/**
 * Reports whether the stored pixels of a frame are those that it displays. Not all browsers report
 * a rotation.
 */
function isUpright(frame: VideoFrame & { rotation?: number; flip?: boolean }): boolean {
  const { visibleRect, displayWidth, displayHeight, rotation = 0, flip = false } = frame;
  return (
    rotation === 0 &&
    !flip &&
    visibleRect?.width === displayWidth &&
    visibleRect.height === displayHeight
  );
}

let canvas: HTMLCanvasElement | undefined;

export function pixelsOf(
  source: CanvasImageSource,
  region: Rectangle,
  { width, height }: Size,
): ImageData {
  canvas ??= document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser cannot read pixels");
  context.drawImage(source, region.x, region.y, region.width, region.height, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

export interface Size {
  width: number;
  height: number;
}

/** A rectangle with the properties of a `DOMRect`. */
export interface Rectangle extends Size {
  x: number;
  y: number;
}

/**
 * Finds the visible region of a frame that covers its box (`object-fit: cover`, as in the style
 * sheet). Returns `undefined` while the box is hidden.
 */
export function visibleRegion(frame: Size, box: Size): Rectangle | undefined {
  if (Math.min(frame.width, frame.height, box.width, box.height) <= 0) return undefined;
  return wholePixels(visibleRectangle(frame, box));
}

/**
 * Finds the region inside the guide. Box and guide are in the same coordinates, such as the
 * coordinates of the window.
 */
export function guideRegion(frame: Size, box: Rectangle, guide: Rectangle): Rectangle | undefined {
  if (!visibleRegion(frame, box)) return undefined;
  const { x, y, width } = visibleRectangle(frame, box);
  const scale = width / box.width;
  const inFrame = {
    x: x + (guide.x - box.x) * scale,
    y: y + (guide.y - box.y) * scale,
    width: guide.width * scale,
    height: guide.height * scale,
  };
  const region = wholePixels(intersection(inFrame, visibleRectangle(frame, box)));
  return region.width > 0 && region.height > 0 ? region : undefined;
}

function visibleRectangle(frame: Size, box: Size): Rectangle {
  const scale = Math.max(box.width / frame.width, box.height / frame.height);
  const width = Math.min(frame.width, box.width / scale);
  const height = Math.min(frame.height, box.height / scale);
  return { x: (frame.width - width) / 2, y: (frame.height - height) / 2, width, height };
}

function intersection(a: Rectangle, b: Rectangle): Rectangle {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const right = Math.min(a.x + a.width, b.x + b.width);
  const bottom = Math.min(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** Rounds a rectangle inwards to whole pixels. */
function wholePixels({ x, y, width, height }: Rectangle): Rectangle {
  const left = roundInwards(x, Math.ceil);
  const top = roundInwards(y, Math.ceil);
  return {
    x: left,
    y: top,
    width: roundInwards(x + width, Math.floor) - left,
    height: roundInwards(y + height, Math.floor) - top,
  };
}

/** Rounds a coordinate, and ignores rounding errors of the arithmetic. */
function roundInwards(value: number, round: (value: number) => number): number {
  const EPSILON = 1e-6;
  const nearest = Math.round(value);
  return Math.abs(value - nearest) < EPSILON ? nearest : round(value);
}

export type Pixels = Pick<ImageData, "width" | "height" | "data">;

/** Copies a region of an image. */
export function crop(
  { width: rowLength, data }: Pixels,
  { x, y, width, height }: Rectangle,
): Pixels {
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let row = 0; row < height; row += 1) {
    const start = 4 * ((y + row) * rowLength + x);
    pixels.set(data.subarray(start, start + 4 * width), 4 * row * width);
  }
  return { width, height, data: pixels };
}

/**
 * The longer side of a picture, in pixels. More cost time and memory, and show no more than a
 * phone's camera can resolve.
 */
export const MAX_SIDE = 4096;

/** A file that the browser cannot open as a picture. */
export class PictureError extends Error {}

/**
 * Opens a picture file upright, in the worker of the decoder: decoding, scaling and copying pixels
 * would each block a page.
 */
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
