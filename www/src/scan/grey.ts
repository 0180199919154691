// Greyscale image filters, which prepare a frame for the decoder.

/** One byte per pixel. */
export interface Grey {
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer>;
}

type Pixels = Pick<ImageData, "width" | "height" | "data">;

const RED = 77;
const GREEN = 150;
const BLUE = 29;

/** Returns the luminance of each pixel. */
export function greyOf({ width, height, data }: Pixels): Grey {
  const grey = new Uint8ClampedArray(width * height);
  for (let at = 0, from = 0; at < grey.length; at += 1, from += 4) {
    grey[at] = (RED * data[from]! + GREEN * data[from + 1]! + BLUE * data[from + 2]!) >> 8;
  }
  return { width, height, data: grey };
}

/** Returns the image in the format of the decoder. */
export function pixelsOf({ width, height, data }: Grey): { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> } {
  const pixels = new Uint32Array(data.length);
  for (let at = 0; at < data.length; at += 1) pixels[at] = 0xff000000 | (data[at]! * 0x010101);
  return { width, height, data: new Uint8ClampedArray(pixels.buffer) };
}

/** Blurs an image with the binomial kernel 1, 4, 6, 4, 1 in both directions, `times` times. It removes fine noise and stripes. */
export function softened(grey: Grey, times = 1): Grey {
  let soft = grey;
  for (let done = 0; done < times; done += 1) soft = softColumns(softRows(soft));
  return soft;
}

function softRows({ width, height, data }: Grey): Grey {
  const soft = new Uint8ClampedArray(data.length);
  const near = [-2, -1, 1, 2].map((shift) => Int32Array.from({ length: width }, (_, x) => within(x + shift, width)));
  const [farLeft, left, right, farRight] = near as [Int32Array, Int32Array, Int32Array, Int32Array];
  for (let row = 0; row < data.length; row += width) {
    for (let x = 0; x < width; x += 1) {
      const outer = data[row + farLeft[x]!]! + data[row + farRight[x]!]!;
      const inner = data[row + left[x]!]! + data[row + right[x]!]!;
      soft[row + x] = (outer + 4 * inner + 6 * data[row + x]! + 8) >> 4;
    }
  }
  return { width, height, data: soft };
}

function softColumns({ width, height, data }: Grey): Grey {
  const soft = new Uint8ClampedArray(data.length);
  for (let y = 0, at = 0; y < height; y += 1) {
    const [farUp, up, down, farDown] = [-2, -1, 1, 2].map((shift) => within(y + shift, height) * width) as [number, number, number, number];
    for (let x = 0; x < width; x += 1, at += 1) {
      const outer = data[farUp + x]! + data[farDown + x]!;
      const inner = data[up + x]! + data[down + x]!;
      soft[at] = (outer + 4 * inner + 6 * data[at]! + 8) >> 4;
    }
  }
  return { width, height, data: soft };
}

const within = (place: number, length: number) => Math.max(0, Math.min(place, length - 1));

/** Sharpens edges that are blurred by the lens or by movement. It also amplifies noise. */
export function sharpened(grey: Grey, strength: number, times = 1): Grey {
  const soft = softened(grey, times).data;
  const data = new Uint8ClampedArray(soft.length);
  for (let at = 0; at < data.length; at += 1) data[at] = grey.data[at]! + strength * (grey.data[at]! - soft[at]!);
  return { ...grey, data };
}

/** Doubles width and height with linear interpolation. Decoders need more than one pixel per module. */
export function doubled({ width, height, data }: Grey): Grey {
  const result = new Uint8ClampedArray(4 * data.length);
  for (let y = 0; y < 2 * height; y += 1) {
    const near = (y >> 1) * width;
    const far = within((y >> 1) + (y & 1 ? 1 : -1), height) * width;
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
export function halved({ width, height, data }: Grey): Grey {
  const half = { width: width >> 1, height: height >> 1 };
  const result = new Uint8ClampedArray(half.width * half.height);
  for (let y = 0, at = 0; y < half.height; y += 1) {
    for (let x = 0; x < half.width; x += 1, at += 1) {
      const from = 2 * (y * width + x);
      result[at] = (data[from]! + data[from + 1]! + data[from + width]! + data[from + width + 1]! + 2) >> 2;
    }
  }
  return { ...half, data: result };
}

const BLOCK_BITS = 4;
const BLOCK = 1 << BLOCK_BITS;
/** A smaller range between light and dark is noise, not a code. */
const LEAST_RANGE = 10;

/** Evens out the lighting: the darkest and lightest values nearby become black and white. */
export function evened(grey: Grey): Grey {
  const { width, height, data } = grey;
  const blocks = blocksOf(grey);
  const places = Array.from({ length: width }, (_, x) => between(x, blocks.columns));
  const left = Int32Array.from(places, ({ before }) => before);
  const part = Float32Array.from(places, ({ part }) => part);
  const result = new Uint8ClampedArray(data.length);
  for (let y = 0, at = 0; y < height; y += 1) {
    const dark = rowOf(blocks.low, blocks, y);
    const range = rowOf(blocks.high, blocks, y).map((light, column) => Math.max(light - dark[column]!, LEAST_RANGE));
    for (let x = 0; x < width; x += 1, at += 1) {
      const column = left[x]!;
      const low = dark[column]! + part[x]! * (dark[column + 1]! - dark[column]!);
      result[at] = (255 * (data[at]! - low)) / (range[column]! + part[x]! * (range[column + 1]! - range[column]!));
    }
  }
  return { width, height, data: result };
}

/** The darkest and lightest values of each block and its neighbours. There is one more column than blocks. */
interface Blocks {
  columns: number;
  rows: number;
  low: Float32Array;
  high: Float32Array;
}

function blocksOf({ width, height, data }: Grey): Blocks {
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
  return { columns, rows, low: spread(low, columns, Math.min), high: spread(high, columns, Math.max) };
}

function spread(values: Float32Array, columns: number, choose: (...values: number[]) => number): Float32Array {
  const across = values.map((value, at) => choose(value, values[at - 1] ?? value, values[at + 1] ?? value));
  return across.map((value, at) => choose(value, across[at - columns] ?? value, across[at + columns] ?? value));
}

/** Returns the block before a pixel, and the distance beyond its middle, for interpolation. */
function between(pixel: number, blocks: number): { before: number; part: number } {
  const place = Math.max(0, Math.min((pixel + 0.5) / BLOCK - 0.5, blocks - 1));
  const before = Math.min(Math.floor(place), Math.max(blocks - 2, 0));
  return { before, part: place - before };
}

function rowOf(values: Float32Array, { columns, rows }: Blocks, y: number): Float32Array {
  const { before, part } = between(y, rows);
  const above = values.subarray(before * columns, (before + 1) * columns);
  const below = values.subarray(Math.min(before + 1, rows - 1) * columns);
  return above.map((value, column) => value + part * (below[column]! - value));
}

/** Rotates an image by 45 degrees about its middle. The area outside it is grey. */
export function slanted({ width, height, data }: Grey): Grey {
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
