// Reads every code in the visible region, for counting. Each frame is read in one way, and
// successive frames in different ways: codes on a shelf are small, and one way misses some of them.
import type { ReaderOptions } from "zxing-wasm/reader";

import { isOneCode, sizeOf, distance, meanOf } from "./geometry.js";
import {
  decodeInOrder,
  type FrameResult,
  inFrame,
  PLAIN,
  type ReadTarget,
  type Strategy,
} from "./decode-strategies.js";
import type { Pixels, Rectangle } from "./frame.js";
import { toGrey } from "./image-filters.js";
import { measureQuality } from "./image-quality.js";
import type { DetectedSymbol } from "./symbols.js";

/**
 * A way to read a frame: the columns and rows of its tiles, which of the columns are read, and the
 * strategy.
 */
interface Sweep {
  columns: number;
  rows: number;
  only?: number[];
  strategy: Strategy;
}

/**
 * In the order of use. An enlarged picture costs four times as much, so a frame enlarges only one
 * half.
 */
const SWEEPS: readonly Sweep[] = [
  { columns: 1, rows: 1, strategy: PLAIN },
  { columns: 2, rows: 2, only: [0], strategy: "upscale" },
  { columns: 3, rows: 2, strategy: PLAIN },
  { columns: 2, rows: 2, only: [1], strategy: "upscale" },
];

/**
 * Of a camera with few pixels, enlarged pictures are also sharpened. For others that takes too
 * long, and reads little more.
 */
const SMALL_FRAME_SWEEPS: readonly Sweep[] = [
  ...SWEEPS,
  ...SWEEPS.map((sweep): Sweep => (sweep.only ? { ...sweep, strategy: "magnify" } : sweep)),
];
const SMALL_FRAME_PIXELS = 1_000_000;

/**
 * The part of a tile by which it overlaps its neighbours, so that most codes are whole in one of
 * them.
 */
const OVERLAP = 0.15;

/** Bars need this number of frames that agree, which follow each other on a slow phone. */
const FRAMES_OF_BEST = 3;
/** The best way reads more than this number of times as many codes as any other. */
const BEST_BY = 2;

export class SweepRotation {
  #place = -1;
  /** The number of frames in a row that were read in the current way. */
  #frames = 0;
  /** The number of codes that each way read last. */
  #found: number[] = [];

  /** Chooses the tiles to read in the next frame. */
  next(visible: Rectangle): ReadTarget[] {
    const sweeps =
      visible.width * visible.height <= SMALL_FRAME_PIXELS ? SMALL_FRAME_SWEEPS : SWEEPS;
    if (!this.#isWorthRepeating()) this.#turn(sweeps.length);
    this.#frames += 1;
    const sweep = sweeps[this.#place % sweeps.length]!;
    return tilesOf(visible, sweep).map((region) => ({ region, strategies: [sweep.strategy] }));
  }

  /** Records how many codes the last frame read. */
  record(codes: number): void {
    this.#found[this.#place] = codes;
  }

  #turn(ways: number): void {
    this.#place = (this.#place + 1) % ways;
    this.#frames = 0;
  }

  #isWorthRepeating(): boolean {
    const codes = this.#found[this.#place] ?? 0;
    const others = this.#found.filter((_, place) => place !== this.#place);
    return this.#frames < FRAMES_OF_BEST && codes > BEST_BY * Math.max(0, ...others);
  }
}

function tilesOf(visible: Rectangle, { columns, rows, only }: Sweep): Rectangle[] {
  const across = spans(visible.x, visible.width, columns).filter(
    (_, column) => only?.includes(column) ?? true,
  );
  const down = spans(visible.y, visible.height, rows);
  return down.flatMap(([y, height]) => across.map(([x, width]) => ({ x, y, width, height })));
}

/** Divides a length into overlapping parts of whole pixels. */
function spans(start: number, whole: number, parts: number): [start: number, length: number][] {
  const step = whole / parts;
  const margin = parts > 1 ? OVERLAP * step : 0;
  return Array.from({ length: parts }, (_, part) => {
    const from = Math.floor(Math.max(0, part * step - margin));
    const to = Math.floor(Math.min(whole, (part + 1) * step + margin));
    return [start + from, to - from];
  });
}

/** Reads all regions of a frame, and returns each of their symbols once. */
export async function readEvery(
  targets: readonly ReadTarget[],
  pixelsIn: (region: Rectangle) => Pixels,
  decode: (pixels: Pixels, options: ReaderOptions) => Promise<DetectedSymbol[]>,
): Promise<FrameResult> {
  const symbols: DetectedSymbol[] = [];
  for (const { region, strategies } of targets) {
    const { found } = await decodeInOrder(pixelsIn(region), strategies, (pixels, options) =>
      decode(pixels, { ...options, maxNumberOfSymbols: MAX_SYMBOLS }),
    );
    symbols.push(...found.map((symbol) => inFrame(symbol, region)).filter(isOneCode));
  }
  const [first] = targets;
  const quality =
    symbols.length === 0 && first ? measureQuality(toGrey(pixelsIn(first.region))) : undefined;
  return { symbols: withoutCopies(symbols), quality };
}

const MAX_SYMBOLS = 255;

/** Removes the copies of symbols that are in the overlap of two tiles. */
const withoutCopies = (symbols: readonly DetectedSymbol[]): DetectedSymbol[] =>
  symbols.filter(
    (symbol, index) => !symbols.slice(0, index).some((earlier) => isCopy(symbol, earlier)),
  );

/**
 * Reports whether two results are one symbol. Only the length of a bar code is reliable, so they
 * are compared by it.
 */
function isCopy(one: DetectedSymbol, other: DetectedSymbol): boolean {
  if (one.text !== other.text || !one.corners || !other.corners) return false;
  return distance(meanOf(one.corners), meanOf(other.corners)) < sizeOf(one.corners) / 2;
}
