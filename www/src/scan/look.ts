// Defines which parts of a frame are read, and in which ways.
import type { ReaderOptions } from "zxing-wasm/reader";

import type { Sighting } from "./agreement.js";
import { type Figures, figuresOf } from "./figures.js";
import { greyOf } from "./grey.js";
import { firstRead, type Rectangle } from "./parts.js";
import { type Pixels, readInTurn, type Way } from "./ways.js";

/** A part of a frame, and the ways in which it is read, in their order. */
export interface Aim {
  part: Rectangle;
  ways: readonly Way[];
}

/** The result of reading a frame. */
export interface Look {
  sightings: Sighting[];
  /** The way in which the symbols were read. */
  way?: Way | undefined;
  /** The measurements of the first part, at which the person aims, if nothing was read. */
  figures?: Figures | undefined;
}

/** Reads one part after the other, until a symbol is found. */
export async function lookAt(
  aims: readonly Aim[],
  pixelsIn: (part: Rectangle) => Pixels,
  read: (pixels: Pixels, options: ReaderOptions) => Promise<Sighting[]>,
): Promise<Look> {
  let way: Way | undefined;
  let figures: Figures | undefined;
  const sightings = await firstRead(aims, async ({ part, ways }) => {
    const pixels = pixelsIn(part);
    const turn = await readInTurn(pixels, ways, read);
    way = turn.way;
    if (turn.found.length === 0) figures ??= figuresOf(greyOf(pixels));
    return turn.found;
  });
  return sightings.length > 0 ? { sightings, way } : { sightings, figures };
}
