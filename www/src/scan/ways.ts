// The ways of reading a picture: a filter and the decoder's options. The plain way is the cheapest and reads most. Each other way reads some
// codes that the earlier ones do not (docs/scanning.md has the figures).
import type { ReaderOptions } from "zxing-wasm/reader";

import { doubled, evened, type Grey, greyOf, halved, pixelsOf, sharpened, slanted, softened } from "./grey.js";

export type Pixels = Pick<ImageData, "width" | "height" | "data">;

const OPTIONS: ReaderOptions = {
  formats: ["EAN13", "EAN8", "UPCA", "ITF14", "Code128", "DataMatrix", "QRCode"],
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
 * In the order of use: first the ways that read most of what earlier ways do not. Another binariser, the decoder's own filters and stronger
 * sharpening read nothing more.
 */
const RECIPES = {
  softened: (grey) => evened(softened(grey, 2)),
  doubled,
  evened: (grey) => evened(softened(grey)),
  slanted,
  sharpened: (grey) => sharpened(evened(grey), 2, 2),
} satisfies Record<string, (grey: Grey) => Grey>;

export const PLAIN = "plain";
export type Way = typeof PLAIN | keyof typeof RECIPES;
export const OTHER_WAYS = Object.keys(RECIPES) as Exclude<Way, typeof PLAIN>[];
/** All ways, for a still picture. */
export const ALL_WAYS: readonly Way[] = [PLAIN, ...OTHER_WAYS];

/** The symbols that were found, and the way. */
export interface Read<Found> {
  found: Found[];
  way?: Way;
}

/** Reads a picture in one way after the other, until a symbol is found. */
export async function readInTurn<Found>(
  picture: Pixels,
  ways: readonly Way[],
  read: (pixels: Pixels, options: ReaderOptions) => Promise<Found[]>,
): Promise<Read<Found>> {
  for (const way of ways) {
    const found = await (way === PLAIN ? read(picture, OPTIONS) : readOtherwise(picture, RECIPES[way], read));
    if (found.length > 0) return { found, way };
  }
  return { found: [] };
}

/** Photos are larger than frames. They are reduced to this size after the plain way has read the full size. */
const MOST_PIXELS = 4_000_000;

function readOtherwise<Found>(
  picture: Pixels,
  prepare: (grey: Grey) => Grey,
  read: (pixels: Pixels, options: ReaderOptions) => Promise<Found[]>,
): Promise<Found[]> {
  let grey = greyOf(picture);
  while (grey.data.length > MOST_PIXELS) grey = halved(grey);
  return read(pixelsOf(prepare(grey)), OPTIONS);
}
