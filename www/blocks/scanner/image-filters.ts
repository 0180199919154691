// Greyscale image filters, which prepare a frame for the decoder.
import type { Pixels } from "./frame.js";

/** One byte per pixel. */
export interface GreyImage {
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer>;
}

const RED = 77;
const GREEN = 150;
const BLUE = 29;

/** Computes the luminance of each pixel. */
export function toGrey({ width, height, data }: Pixels): GreyImage {
  const grey = new Uint8ClampedArray(width * height);
  for (let at = 0, from = 0; at < grey.length; at += 1, from += 4) {
    grey[at] = (RED * data[from]! + GREEN * data[from + 1]! + BLUE * data[from + 2]!) >> 8;
  }
  return { width, height, data: grey };
}

/** Converts the image to the format of the decoder. */
export function toPixels({ width, height, data }: GreyImage): {
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer>;
} {
  const pixels = new Uint32Array(data.length);
  for (let at = 0; at < data.length; at += 1) pixels[at] = 0xff000000 | (data[at]! * 0x010101);
  return { width, height, data: new Uint8ClampedArray(pixels.buffer) };
}

/**
 * Blurs an image with the binomial kernel 1, 4, 6, 4, 1 in both directions, `times` times. It
 * removes fine noise and stripes.
 */
export function blur(grey: GreyImage, times = 1): GreyImage {
  let blurred = grey;
  for (let done = 0; done < times; done += 1) blurred = blurColumns(blurRows(blurred));
  return blurred;
}

function blurRows({ width, height, data }: GreyImage): GreyImage {
  const blurred = new Uint8ClampedArray(data.length);
  const near = [-2, -1, 1, 2].map((shift) =>
    Int32Array.from({ length: width }, (_, x) => clamp(x + shift, width)),
  );
  const [farLeft, left, right, farRight] = near as [Int32Array, Int32Array, Int32Array, Int32Array];
  for (let row = 0; row < data.length; row += width) {
    for (let x = 0; x < width; x += 1) {
      const outer = data[row + farLeft[x]!]! + data[row + farRight[x]!]!;
      const inner = data[row + left[x]!]! + data[row + right[x]!]!;
      blurred[row + x] = (outer + 4 * inner + 6 * data[row + x]! + 8) >> 4;
    }
  }
  return { width, height, data: blurred };
}

function blurColumns({ width, height, data }: GreyImage): GreyImage {
  const blurred = new Uint8ClampedArray(data.length);
  for (let y = 0, at = 0; y < height; y += 1) {
    const [farUp, up, down, farDown] = [-2, -1, 1, 2].map(
      (shift) => clamp(y + shift, height) * width,
    ) as [number, number, number, number];
    for (let x = 0; x < width; x += 1, at += 1) {
      const outer = data[farUp + x]! + data[farDown + x]!;
      const inner = data[up + x]! + data[down + x]!;
      blurred[at] = (outer + 4 * inner + 6 * data[at]! + 8) >> 4;
    }
  }
  return { width, height, data: blurred };
}

const clamp = (place: number, length: number) => Math.max(0, Math.min(place, length - 1));

/** Sharpens edges that are blurred by the lens or by movement. It also amplifies noise. */
export function sharpen(grey: GreyImage, strength: number, times = 1): GreyImage {
  const blurred = blur(grey, times).data;
  const data = new Uint8ClampedArray(blurred.length);
  for (let at = 0; at < data.length; at += 1)
    data[at] = grey.data[at]! + strength * (grey.data[at]! - blurred[at]!);
  return { ...grey, data };
}

/**
 * Doubles width and height with linear interpolation. Decoders need more than one pixel per module.
 */
export function upscale({ width, height, data }: GreyImage): GreyImage {
  const result = new Uint8ClampedArray(4 * data.length);
  for (let y = 0; y < 2 * height; y += 1) {
    const near = (y >> 1) * width;
    const far = clamp((y >> 1) + (y & 1 ? 1 : -1), height) * width;
    for (let x = 0, at = 2 * y * width; x < width; x += 1, at += 2) {
      const left = x > 0 ? x - 1 : 0;
      const right = x + 1 < width ? x + 1 : x;
      const middle = 3 * data[near + x]! + data[far + x]!;
      result[at] = (3 * middle + 3 * data[near + left]! + data[far + left]! + 8) >> 4;
      result[at + 1] = (3 * middle + 3 * data[near + right]! + data[far + right]! + 8) >> 4;
    }
  }
  return { width: 2 * width, height: 2 * height, data: result };
}

/** Halves width and height, which removes noise from large modules. */
export function downscale({ width, height, data }: GreyImage): GreyImage {
  const half = { width: width >> 1, height: height >> 1 };
  const result = new Uint8ClampedArray(half.width * half.height);
  for (let y = 0, at = 0; y < half.height; y += 1) {
    for (let x = 0; x < half.width; x += 1, at += 1) {
      const from = 2 * (y * width + x);
      result[at] =
        (data[from]! + data[from + 1]! + data[from + width]! + data[from + width + 1]! + 2) >> 2;
    }
  }
  return { ...half, data: result };
}

const BLOCK_BITS = 4;
const BLOCK = 1 << BLOCK_BITS;
/** A smaller range between light and dark is noise, not a code. */
const MIN_STRETCHED_RANGE = 10;

/** Stretches the local contrast: the darkest and lightest values nearby become black and white. */
export function stretchContrast(grey: GreyImage): GreyImage {
  const { width, height, data } = grey;
  const blocks = extremesOf(grey);
  const positions = Array.from({ length: width }, (_, x) => blockBefore(x, blocks.columns));
  const left = Int32Array.from(positions, ({ before }) => before);
  const fraction = Float32Array.from(positions, ({ fraction }) => fraction);
  const result = new Uint8ClampedArray(data.length);
  for (let y = 0, at = 0; y < height; y += 1) {
    const dark = rowOf(blocks.low, blocks, y);
    const range = rowOf(blocks.high, blocks, y).map((light, column) =>
      Math.max(light - dark[column]!, MIN_STRETCHED_RANGE),
    );
    for (let x = 0; x < width; x += 1, at += 1) {
      const column = left[x]!;
      const low = dark[column]! + fraction[x]! * (dark[column + 1]! - dark[column]!);
      result[at] =
        (255 * (data[at]! - low)) /
        (range[column]! + fraction[x]! * (range[column + 1]! - range[column]!));
    }
  }
  return { width, height, data: result };
}

/**
 * The darkest and lightest values of each block and its neighbours. There is one more column than
 * blocks.
 */
interface Blocks {
  columns: number;
  rows: number;
  low: Float32Array;
  high: Float32Array;
}

function extremesOf({ width, height, data }: GreyImage): Blocks {
  const columns = Math.ceil(width / BLOCK) + 1;
  const rows = Math.ceil(height / BLOCK);
  const low = new Float32Array(columns * rows).fill(255);
  const high = new Float32Array(columns * rows);
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = Math.floor(y / BLOCK) * columns;
    for (let x = 0; x < width; x += 1, at += 1) {
      const block = row + (x >> BLOCK_BITS);
      if (data[at]! < low[block]!) low[block] = data[at]!;
      if (data[at]! > high[block]!) high[block] = data[at]!;
    }
  }
  return {
    columns,
    rows,
    low: spreadToNeighbours(low, columns, Math.min),
    high: spreadToNeighbours(high, columns, Math.max),
  };
}

function spreadToNeighbours(
  values: Float32Array,
  columns: number,
  choose: (...values: number[]) => number,
): Float32Array {
  const across = values.map((value, at) =>
    choose(value, values[at - 1] ?? value, values[at + 1] ?? value),
  );
  return across.map((value, at) =>
    choose(value, across[at - columns] ?? value, across[at + columns] ?? value),
  );
}

/** Finds the block before a pixel, and the distance beyond its middle, for interpolation. */
function blockBefore(pixel: number, blocks: number): { before: number; fraction: number } {
  const place = Math.max(0, Math.min((pixel + 0.5) / BLOCK - 0.5, blocks - 1));
  const before = Math.min(Math.floor(place), Math.max(blocks - 2, 0));
  return { before, fraction: place - before };
}

function rowOf(values: Float32Array, { columns, rows }: Blocks, y: number): Float32Array {
  const { before, fraction } = blockBefore(y, rows);
  const above = values.subarray(before * columns, (before + 1) * columns);
  const below = values.subarray(Math.min(before + 1, rows - 1) * columns);
  return above.map((value, column) => value + fraction * (below[column]! - value));
}

/** Rotates an image by 45 degrees about its middle. The area outside it is grey. */
export function rotate45({ width, height, data }: GreyImage): GreyImage {
  const side = Math.ceil((width + height) * Math.SQRT1_2);
  const result = new Uint8ClampedArray(side * side).fill(128);
  for (let y = 0, at = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1, at += 1) {
      const [dx, dy] = [x - side / 2, y - side / 2];
      const fromX = (dx - dy) * Math.SQRT1_2 + width / 2;
      const fromY = (dx + dy) * Math.SQRT1_2 + height / 2;
      const left = Math.floor(fromX);
      const top = Math.floor(fromY);
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue;
      const [px, py, from] = [fromX - left, fromY - top, top * width + left];
      result[at] =
        (data[from]! * (1 - px) + data[from + 1]! * px) * (1 - py) +
        (data[from + width]! * (1 - px) + data[from + width + 1]! * px) * py;
    }
  }
  return { width: side, height: side, data: result };
}
