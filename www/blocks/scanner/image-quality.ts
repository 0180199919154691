// Measures the quality of a frame without a symbol, and decides when to show the person why nothing
// may have been read.
import type { GreyImage } from "./image-filters.js";
import type { QualityProblem } from "./types.js";

export interface ImageQuality {
  /** The brightness of the brightest parts, 0 to 255. */
  brightness: number;
  /** The share of the picture with dark and light side by side, as in print: 0 to 1. */
  printShare: number;
  /** The number of pixels over which print changes from dark to light. */
  edgeWidth: number;
  /**
   * The width of bars in pixels, in blocks that contain only bars. `undefined` if there are no such
   * blocks.
   */
  barWidth: number | undefined;
}

const MAX_BLACK = 16;

/**
 * Reports whether the picture is black: the lens is covered, or another program uses the camera.
 */
export const isBlack = ({ brightness }: ImageQuality): boolean => brightness <= MAX_BLACK;

const MIN_BRIGHTNESS = 70;
/** Less print than this is a speck, or the edge of a shadow. */
const MIN_PRINT = 0.004;
/** A sharp edge changes from dark to light within one or two pixels. */
const MAX_EDGE_WIDTH = 2.6;
const MIN_BAR_WIDTH = 4.2;
/** With less print than this in the guide, the person can move closer. */
const ENOUGH_PRINT = 0.1;

export function qualityProblem({
  brightness,
  printShare,
  edgeWidth,
  barWidth,
}: ImageQuality): QualityProblem | undefined {
  if (brightness < MIN_BRIGHTNESS) return "dark";
  if (printShare < MIN_PRINT) return undefined;
  if (edgeWidth > MAX_EDGE_WIDTH) return "blurred";
  return printShare < ENOUGH_PRINT || (barWidth !== undefined && barWidth < MIN_BAR_WIDTH)
    ? "small"
    : undefined;
}

const BLOCK = 16;
/** The range between dark and light print is larger than this; the range of noise is smaller. */
const MIN_PRINT_RANGE = 48;
/** A stroke crosses the middle by this part of the range, to both sides. Noise does not. */
const CROSSING_MARGIN = 0.2;
/** Bars have at least two edges per line in a block, and few across. */
const MIN_CROSSINGS = 2 * BLOCK;
const BARS_RATIO = 5;
const MIN_BAR_BLOCKS = 6;

export function measureQuality(grey: GreyImage): ImageQuality {
  const printed = blocksOf(grey).filter(
    ({ range, crossings }) => range >= MIN_PRINT_RANGE && crossings >= BLOCK,
  );
  const count = Math.floor(grey.width / BLOCK) * Math.floor(grey.height / BLOCK);
  return {
    brightness: brightnessOf(grey),
    printShare: printed.length / Math.max(count, 1),
    edgeWidth: median(printed.map(({ range, steepest }) => range / steepest)),
    barWidth: barWidthOf(printed.filter(({ isBars }) => isBars)),
  };
}

function barWidthOf(blocks: Block[]): number | undefined {
  return blocks.length < MIN_BAR_BLOCKS
    ? undefined
    : median(blocks.map(({ crossings }) => (BLOCK * BLOCK) / crossings));
}

interface Block {
  range: number;
  /** The largest difference of two adjacent pixels. */
  steepest: number;
  /**
   * The number of changes between dark and light along rows or along columns, the larger of both.
   */
  crossings: number;
  /** Whether the changes are in one direction, with few in the other. */
  isBars: boolean;
}

function blocksOf(grey: GreyImage): Block[] {
  const blocks: Block[] = [];
  for (let y = 0; y + BLOCK <= grey.height; y += BLOCK) {
    for (let x = 0; x + BLOCK <= grey.width; x += BLOCK)
      blocks.push(blockAt(grey, y * grey.width + x));
  }
  return blocks;
}

function blockAt({ width, data }: GreyImage, start: number): Block {
  const [low, high] = rangeOf(data, start, width);
  const range = high - low;
  if (range < MIN_PRINT_RANGE) return { range, steepest: 1, crossings: 0, isBars: false };
  const middle = (low + high) / 2;
  const across = measureLines(
    data,
    start,
    { line: width, step: 1 },
    middle,
    CROSSING_MARGIN * range,
  );
  const down = measureLines(data, start, { line: 1, step: width }, middle, CROSSING_MARGIN * range);
  const [fewer, crossings] = [across.crossings, down.crossings].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return {
    range,
    steepest: Math.max(across.steepest, down.steepest),
    crossings,
    isBars: crossings >= MIN_CROSSINGS && BARS_RATIO * fewer < crossings,
  };
}

function rangeOf(
  data: Uint8ClampedArray,
  start: number,
  width: number,
): [low: number, high: number] {
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
function measureLines(
  data: Uint8ClampedArray,
  start: number,
  { line, step }: { line: number; step: number },
  middle: number,
  margin: number,
) {
  let [steepest, crossings] = [1, 0];
  for (let index = 0; index < BLOCK; index += 1) {
    const first = start + index * line;
    const end = first + BLOCK * step;
    for (let at = first + step; at < end; at += step)
      steepest = Math.max(steepest, Math.abs(data[at]! - data[at - step]!));
    let side = 0;
    for (let at = first; at < end; at += step) {
      const now = sideOf(data[at]! - middle, margin) || side;
      if (side !== 0 && now !== side) crossings += 1;
      side = now;
    }
  }
  return { steepest, crossings };
}

/** Returns 1 for a bright pixel, -1 for a dark one, and 0 for one between. */
function sideOf(difference: number, margin: number): number {
  if (difference > margin) return 1;
  return difference < -margin ? -1 : 0;
}

const SAMPLE_STEP = 7;
const BRIGHTEST = 0.98;

function brightnessOf({ data }: GreyImage): number {
  const counts = new Uint32Array(256);
  let samples = 0;
  for (let at = 0; at < data.length; at += SAMPLE_STEP, samples += 1) counts[data[at]!]! += 1;
  let below = 0;
  return counts.findIndex((count) => (below += count) >= BRIGHTEST * samples);
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Most codes are read before this time, in milliseconds. */
export const SHOW_AFTER_MS = 1500;
/** A hint stays for this time, in milliseconds, so that it can be read to its end. */
export const SHOW_FOR_MS = 3000;

/**
 * Decides when to show a hint to a person whose code is not read: after a while, and long enough to
 * be read or heard.
 */
export class Hints {
  #shown: QualityProblem | undefined;
  #shownAt = -Infinity;
  #current: QualityProblem | undefined;
  #currentSince = -Infinity;

  /** Processes a frame, with its measurements if nothing was read. Returns the hint to show. */
  update(quality: ImageQuality | undefined, now: number): QualityProblem | undefined {
    if (!quality) return this.#reset(now);
    const problem = qualityProblem(quality);
    if (problem !== this.#current) this.#currentSince = now;
    this.#current = problem;
    const isSteady = now - this.#currentSince >= SHOW_AFTER_MS;
    if (isSteady && problem !== this.#shown && now - this.#shownAt >= SHOW_FOR_MS)
      this.#show(problem, now);
    return this.#shown;
  }

  #reset(now: number): undefined {
    this.#current = undefined;
    this.#currentSince = now;
    this.#shown = undefined;
  }

  #show(problem: QualityProblem | undefined, now: number): void {
    this.#shown = problem;
    this.#shownAt = now;
  }
}
