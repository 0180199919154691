// What is looked for in a frame: in which of its parts, and how.
import type { ReaderOptions } from "zxing-wasm/reader";

import type { Sighting } from "./agreement.js";
import { type Figures, figuresOf } from "./figures.js";
import { greyOf } from "./grey.js";
import { firstRead, type Rectangle } from "./parts.js";
import { type Pixels, readInTurn, type Way } from "./ways.js";

/** A part of a frame, and the ways in which it is read, one after the other. */
export interface Aim {
  part: Rectangle;
  ways: readonly Way[];
}

/** What came of it. */
export interface Look {
  sightings: Sighting[];
  /** The way in which they were read. */
  way?: Way | undefined;
  /** Where nothing was read: what the first part, at which the person aims, says of itself. */
  figures?: Figures | undefined;
}

/** Looks at one part after the other, until anything is read. */
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
