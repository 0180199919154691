// The decode strategies: a filter for the picture, with the decoder's options. The plain strategy
// has no filter; it is the cheapest and reads most codes. Each fallback reads some codes that
// earlier ones do not (lab/report.md has the figures).
import type { ReaderOptions } from "zxing-wasm/reader";

import type { Pixels, Rectangle, Size } from "./frame.js";
import {
  blur,
  downscale,
  type GreyImage,
  rotate45,
  sharpen,
  stretchContrast,
  toGrey,
  toPixels,
  upscale,
} from "./image-filters.js";
import { type ImageQuality, measureQuality } from "./image-quality.js";
import type { DetectedSymbol } from "./symbols.js";

/** The formats on packs. */
export const FORMATS = [
  "EAN13",
  "EAN8",
  "UPCA",
  "ITF14",
  "Code128",
  "DataMatrix",
  "QRCode",
] as const;

const OPTIONS: ReaderOptions = {
  formats: [...FORMATS],
  // Other modes rewrite the separators between GS1 fields.
  textMode: "Plain",
  tryHarder: true,
  tryRotate: true,
  tryDownscale: true,
  tryInvert: true,
  minLineCount: 2,
  binarizer: "LocalAverage",
  maxNumberOfSymbols: 8,
};

/**
 * In the order of use: first the filters that read most of what earlier ones do not. Another
 * binariser, the decoder's own filters and stronger sharpening read nothing more.
 */
const FILTERS = {
  blur: (grey) => stretchContrast(blur(grey, 2)),
  upscale,
  contrast: (grey) => stretchContrast(blur(grey)),
  rotate: rotate45,
  sharpen: (grey) => sharpen(stretchContrast(grey), 2, 2),
} satisfies Record<string, (grey: GreyImage) => GreyImage>;

/** A filter for the codes of a shelf, which are small. */
const COUNTING_FILTERS = { magnify: (grey: GreyImage) => sharpen(upscale(grey), 2, 2) };
const ALL_FILTERS = { ...FILTERS, ...COUNTING_FILTERS };

export const PLAIN = "plain";
export type Strategy = typeof PLAIN | keyof typeof ALL_FILTERS;
export const FALLBACKS = Object.keys(FILTERS) as (keyof typeof FILTERS)[];
/** All strategies, for a still picture. */
export const ALL_STRATEGIES: readonly Strategy[] = [PLAIN, ...FALLBACKS];

/** The symbols that were found, and the strategy that found them. */
interface Decoded<Found> {
  found: Found[];
  strategy?: Strategy;
}

/** Decodes a picture with one strategy after the other, until a symbol is found. */
export async function decodeInOrder<Found>(
  picture: Pixels,
  strategies: readonly Strategy[],
  decode: (pixels: Pixels, options: ReaderOptions) => Promise<Found[]>,
): Promise<Decoded<Found>> {
  for (const strategy of strategies) {
    const found = await (strategy === PLAIN
      ? decode(picture, OPTIONS)
      : decodeFiltered(picture, ALL_FILTERS[strategy], decode));
    if (found.length > 0) return { found, strategy };
  }
  return { found: [] };
}

/**
 * Photos are larger than frames. They are reduced to this size after the plain strategy has decoded
 * the full size.
 */
const MAX_PIXELS = 4_000_000;

function decodeFiltered<Found>(
  picture: Pixels,
  filter: (grey: GreyImage) => GreyImage,
  decode: (pixels: Pixels, options: ReaderOptions) => Promise<Found[]>,
): Promise<Found[]> {
  let grey = toGrey(picture);
  while (grey.data.length > MAX_PIXELS) grey = downscale(grey);
  return decode(toPixels(filter(grey)), OPTIONS);
}

/** A region of the frame, and the strategies for it. */
interface Attempt {
  region: "guide" | "visible";
  strategies: Strategy[];
}

const PLAIN_ATTEMPTS: Attempt[] = [
  { region: "guide", strategies: [PLAIN] },
  { region: "visible", strategies: [PLAIN] },
];

/**
 * Chooses the strategies for each frame. Each strategy costs time, so successive frames get
 * different ones. A hard code is read after some frames, and an easy one as fast as with one
 * strategy.
 */
export class StrategyRotation {
  #frames = 0;
  #lastSuccess: Strategy | undefined;

  /**
   * Lists the attempts for the next frame: always the plain strategy, and alternately the rest of
   * the view or a fallback.
   */
  next(): Attempt[] {
    if (this.#lastSuccess) return repeat(this.#lastSuccess);
    const frame = this.#frames;
    this.#frames += 1;
    return frame % 2 === 0
      ? PLAIN_ATTEMPTS
      : [{ region: "guide", strategies: [PLAIN, fallback(frame >> 1)] }];
  }

  /**
   * Records the strategy that read a frame. The next frame starts with it, because linear codes
   * need two frames that agree.
   */
  record(strategy: Strategy | undefined): void {
    this.#lastSuccess = strategy;
  }
}

const repeat = (strategy: Strategy): Attempt[] =>
  strategy === PLAIN ? PLAIN_ATTEMPTS : [{ region: "guide", strategies: [strategy, PLAIN] }];

const fallback = (turn: number) => FALLBACKS[turn % FALLBACKS.length] ?? PLAIN;

/** A region of a frame, and its strategies in their order. */
export interface ReadTarget {
  region: Rectangle;
  strategies: readonly Strategy[];
}

/** Makes a target for the whole image. */
export const wholeImage = (
  { width, height }: Size,
  strategies: readonly Strategy[] = [PLAIN],
): ReadTarget => ({ region: { x: 0, y: 0, width, height }, strategies });

/** The result of reading a frame. */
export interface FrameResult {
  symbols: DetectedSymbol[];
  /** The strategy that found the symbols. */
  strategy?: Strategy | undefined;
  /** The image quality of the first region, at which the person aims, if nothing was read. */
  quality?: ImageQuality | undefined;
  /** The reason why the browser cannot open the picture. */
  notOpened?: string;
}

/** Reads one region after the other, until a symbol is found. */
export async function readFrame(
  targets: readonly ReadTarget[],
  pixelsIn: (region: Rectangle) => Pixels,
  decode: (pixels: Pixels, options: ReaderOptions) => Promise<DetectedSymbol[]>,
): Promise<FrameResult> {
  let quality: ImageQuality | undefined;
  for (const { region, strategies } of targets) {
    const pixels = pixelsIn(region);
    const { found, strategy } = await decodeInOrder(pixels, strategies, decode);
    if (found.length > 0)
      return { symbols: found.map((symbol) => placed(symbol, region, strategy)), strategy };
    quality ??= measureQuality(toGrey(pixels));
  }
  return { symbols: [], quality };
}

/**
 * Makes a symbol with its corners in pixels of the frame, or without them if the picture was
 * rotated.
 */
const placed = (
  symbol: DetectedSymbol,
  region: Rectangle,
  strategy: Strategy | undefined,
): DetectedSymbol =>
  strategy === "rotate" ? { ...symbol, corners: undefined } : inFrame(symbol, region);

/** Makes a symbol of a region with its corners in pixels of the frame. */
export function inFrame(
  symbol: DetectedSymbol,
  { x, y, width, height }: Rectangle,
): DetectedSymbol {
  return {
    ...symbol,
    corners: symbol.corners?.map((corner) => ({
      x: x + corner.x * width,
      y: y + corner.y * height,
    })),
  };
}
