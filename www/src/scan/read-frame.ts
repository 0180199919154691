// Reads a frame: which regions are decoded, and with which strategies.
import type { ReaderOptions } from "zxing-wasm/reader";

import { decodeInOrder, type Strategy } from "./decode-strategies.js";
import { toGrey } from "./image-filters.js";
import { type ImageQuality, measureQuality } from "./image-quality.js";
import type { Pixels, Rectangle } from "./regions.js";
import type { DetectedSymbol } from "./symbols.js";

/** A region of a frame, and its strategies in their order. */
export interface ReadTarget {
  region: Rectangle;
  strategies: readonly Strategy[];
}

/** The result of reading a frame. */
export interface FrameResult {
  symbols: DetectedSymbol[];
  /** The strategy that found the symbols. */
  strategy?: Strategy | undefined;
  /** The image quality of the first region, at which the person aims, if nothing was read. */
  quality?: ImageQuality | undefined;
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
    if (found.length > 0) return { symbols: found, strategy };
    quality ??= measureQuality(toGrey(pixels));
  }
  return { symbols: [], quality };
}
