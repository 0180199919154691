// Pictures in shades of grey, made easier to read: what a way of reading does to a frame before the decoder has it.

/** A byte for each pixel. */
export interface Grey {
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer>;
}

type Pixels = Pick<ImageData, "width" | "height" | "data">;

const RED = 77;
const GREEN = 150;
const BLUE = 29;

/** How bright each pixel looks. */
export function greyOf({ width, height, data }: Pixels): Grey {
  const grey = new Uint8ClampedArray(width * height);
  for (let at = 0, from = 0; at < grey.length; at += 1, from += 4) {
    grey[at] = (RED * data[from]! + GREEN * data[from + 1]! + BLUE * data[from + 2]!) >> 8;
  }
  return { width, height, data: grey };
}

/** The same as the decoder takes it. */
export function pixelsOf({ width, height, data }: Grey): { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> } {
  const pixels = new Uint32Array(data.length);
  for (let at = 0; at < data.length; at += 1) pixels[at] = 0xff000000 | (data[at]! * 0x010101);
  return { width, height, data: new Uint8ClampedArray(pixels.buffer) };
}

/** Each pixel with its neighbours: 1, 4, 6, 4, 1 across and down, and that as often as is said. Fine grain and stripes go. */
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

/** Edges that a lens or a hand made soft stand out again; so does grain. */
export function sharpened(grey: Grey, strength: number, times = 1): Grey {
  const soft = softened(grey, times).data;
  const data = new Uint8ClampedArray(soft.length);
  for (let at = 0; at < data.length; at += 1) data[at] = grey.data[at]! + strength * (grey.data[at]! - soft[at]!);
  return { ...grey, data };
}

/** Twice as wide and high, evenly between the pixels: decoders want more than one pixel for a module. */
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

/** Half as wide and high: large modules without grain. */
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
/** Less than so much between light and dark is grain, not a code. */
const LEAST_RANGE = 10;

/** As if the light fell everywhere alike: the darkest and the lightest round about become black and white. */
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

/** The darkest and the lightest of each block and those round it. There is one column more than there are blocks. */
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

/** Between the middles of which two blocks a pixel lies, and how far beyond the first. */
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

/** Turned by an eighth of a circle about its middle; what is beyond its edges is grey. */
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
