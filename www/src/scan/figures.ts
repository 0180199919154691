// Measures the quality of a frame without a symbol, and explains why nothing may have been read.
import type { Grey } from "./grey.js";

export interface Figures {
  /** The brightness of the brightest parts, 0 to 255. */
  light: number;
  /** The share of the picture with dark and light side by side, as in print: 0 to 1. */
  print: number;
  /** The number of pixels over which print changes from dark to light. */
  edge: number;
  /** The width of bars in pixels, in blocks that contain only bars. `undefined` if there are no such blocks. */
  bars: number | undefined;
}

/** A problem that the person who holds the box can solve. */
export type Trouble = "dark" | "blurred" | "small";

const BLACK = 16;

/** Returns whether the picture is black: the lens is covered, or another program uses the camera. */
export const isBlack = ({ light }: Figures): boolean => light <= BLACK;

const DARK = 70;
/** Less print than this is a speck, or the edge of a shadow. */
const LEAST_PRINT = 0.004;
/** A sharp edge changes from dark to light within one or two pixels. */
const BLURRED_EDGE = 2.6;
const NARROW_BARS = 4.2;
/** With less print than this in the guide, the person can move closer. */
const LITTLE_PRINT = 0.1;

export function troubleOf({ light, print, edge, bars }: Figures): Trouble | undefined {
  if (light < DARK) return "dark";
  if (print < LEAST_PRINT) return undefined;
  if (edge > BLURRED_EDGE) return "blurred";
  return print < LITTLE_PRINT || (bars !== undefined && bars < NARROW_BARS) ? "small" : undefined;
}

const BLOCK = 16;
/** The range between dark and light print is larger than this; that of noise is smaller. */
const LEAST_RANGE = 48;
/** A stroke crosses the middle by this part of the range, to both sides. Noise does not. */
const CLEARLY = 0.2;
/** Bars have at least two edges per line in a block, and few across. */
const LEAST_STROKES = 2 * BLOCK;
const BARS_AGAINST = 5;
const LEAST_BARS = 6;

export function figuresOf(grey: Grey): Figures {
  const printed = blocksOf(grey).filter(({ range, crossings }) => range >= LEAST_RANGE && crossings >= BLOCK);
  const count = Math.floor(grey.width / BLOCK) * Math.floor(grey.height / BLOCK);
  return {
    light: brightest(grey),
    print: printed.length / Math.max(count, 1),
    edge: median(printed.map(({ range, steepest }) => range / steepest)),
    bars: widthOf(printed.filter(({ isBars }) => isBars)),
  };
}

function widthOf(bars: Block[]): number | undefined {
  return bars.length < LEAST_BARS ? undefined : median(bars.map(({ crossings }) => (BLOCK * BLOCK) / crossings));
}

interface Block {
  range: number;
  /** The largest difference of two adjacent pixels. */
  steepest: number;
  /** The number of changes between dark and light along rows or along columns, the larger of both. */
  crossings: number;
  /** Whether the changes are in one direction, with few in the other. */
  isBars: boolean;
}

function blocksOf(grey: Grey): Block[] {
  const blocks: Block[] = [];
  for (let y = 0; y + BLOCK <= grey.height; y += BLOCK) {
    for (let x = 0; x + BLOCK <= grey.width; x += BLOCK) blocks.push(blockAt(grey, y * grey.width + x));
  }
  return blocks;
}

function blockAt({ width, data }: Grey, start: number): Block {
  const [low, high] = extremes(data, start, width);
  const range = high - low;
  if (range < LEAST_RANGE) return { range, steepest: 1, crossings: 0, isBars: false };
  const middle = (low + high) / 2;
  const across = walk(data, start, { line: width, step: 1 }, middle, CLEARLY * range);
  const down = walk(data, start, { line: 1, step: width }, middle, CLEARLY * range);
  const [fewer, crossings] = [across.crossings, down.crossings].sort((a, b) => a - b) as [number, number];
  return { range, steepest: Math.max(across.steepest, down.steepest), crossings, isBars: crossings >= LEAST_STROKES && BARS_AGAINST * fewer < crossings };
}

function extremes(data: Uint8ClampedArray, start: number, width: number): [low: number, high: number] {
  let [low, high] = [255, 0];
  for (let row = 0; row < BLOCK; row += 1) {
    for (let at = start + row * width; at < start + row * width + BLOCK; at += 1) {
      low = Math.min(low, data[at]!);
      high = Math.max(high, data[at]!);
    }
  }
  return [low, high];
}

/** Measures all lines of a block. */
function walk(data: Uint8ClampedArray, start: number, { line, step }: { line: number; step: number }, middle: number, clearly: number) {
  let [steepest, crossings] = [1, 0];
  for (let number = 0; number < BLOCK; number += 1) {
    let side = 0;
    for (let place = 0; place < BLOCK; place += 1) {
      const at = start + number * line + place * step;
      if (place > 0) steepest = Math.max(steepest, Math.abs(data[at]! - data[at - step]!));
      const now = data[at]! > middle + clearly ? 1 : data[at]! < middle - clearly ? -1 : side;
      if (side !== 0 && now !== side) crossings += 1;
      side = now;
    }
  }
  return { steepest, crossings };
}

const SAMPLE_STEP = 7;
const BRIGHTEST = 0.98;

function brightest({ data }: Grey): number {
  const counts = new Uint32Array(256);
  let samples = 0;
  for (let at = 0; at < data.length; at += SAMPLE_STEP, samples += 1) counts[data[at]!]! += 1;
  let below = 0;
  return counts.findIndex((count) => (below += count) >= BRIGHTEST * samples);
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
