// The ways in which a picture is read: what is done to it before, and what the decoder is told. The plain way is the cheapest
// and reads most; each other one reads what no way before it does (docs/scanning.md has the figures).
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
 * In the order in which they have their turn: those first that read most of what no way before reads. Another binariser, the
 * decoder's own filters and stronger sharpening read nothing that these don't.
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
/** What a picture that stands still gets. */
export const ALL_WAYS: readonly Way[] = [PLAIN, ...OTHER_WAYS];

/** What was found, and in which way. */
export interface Read<Found> {
  found: Found[];
  way?: Way;
}

/** Reads a picture in one way after the other, until anything is found. */
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

/** A picture that was taken is larger than a frame: what its codes lose at this size, the plain way has read before. */
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
