// Regions of a frame: the visible region, and the region inside the guide. Both are in whole pixels of the frame, because resampling destroys matrix
// codes.

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
 * Returns the visible region of a frame that covers its box (`object-fit: cover`, as in the style sheet). Returns `undefined` while the box is
 * hidden.
 */
export function visibleRegion(frame: Size, box: Size): Rectangle | undefined {
  if (Math.min(frame.width, frame.height, box.width, box.height) <= 0) return undefined;
  return wholePixels(visibleRectangle(frame, box));
}

/** Returns the region inside the guide. Box and guide are in the same coordinates, such as those of the window. */
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
  return { x: left, y: top, width: roundInwards(x + width, Math.floor) - left, height: roundInwards(y + height, Math.floor) - top };
}

/** Rounds a coordinate, and ignores rounding errors of the arithmetic. */
function roundInwards(value: number, round: (value: number) => number): number {
  const EPSILON = 1e-6;
  const nearest = Math.round(value);
  return Math.abs(value - nearest) < EPSILON ? nearest : round(value);
}

export type Pixels = Pick<ImageData, "width" | "height" | "data">;

/** Copies a region of an image. */
export function crop({ width: rowLength, data }: Pixels, { x, y, width, height }: Rectangle): Pixels {
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let row = 0; row < height; row += 1) {
    const start = 4 * ((y + row) * rowLength + x);
    pixels.set(data.subarray(start, start + 4 * width), 4 * row * width);
  }
  return { width, height, data: pixels };
}
