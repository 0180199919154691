// What of the decoder's results is a sighting. It knows shapes of codes, not what they mean.
import type { ReadResult } from "zxing-wasm/reader";

import type { Sighting } from "./agreement.js";

type Result = Pick<ReadResult, "format" | "text" | "symbologyIdentifier" | "isValid" | "position">;

const MATRIX_FORMATS = new Set(["DataMatrix", "QRCode"]);

export function sightingsOf(results: Result[]): Sighting[] {
  const whole = results.filter((result) => result.isValid && isWhole(result));
  return whole.filter((result) => !whole.some((other) => areDisputed(result, other))).map(toSighting);
}

/** Of an ITF-14 that is cut off, or held askew, the decoder gives what is left as a shorter one, whatever it is asked for. */
function isWhole({ format, text }: Result): boolean {
  return format !== "ITF" || text.length === 14;
}

/** One bar code that says two things on the same spot is misread one time at least: then nothing is to be believed. */
function areDisputed(one: Result, other: Result): boolean {
  return isLinear(one) && isLinear(other) && one.text !== other.text && isWithin(middleOf(one), other) && isWithin(middleOf(other), one);
}

type Point = ReadResult["position"]["topLeft"];

const cornersOf = ({ position: { topLeft, topRight, bottomRight, bottomLeft } }: Result): Point[] => [topLeft, topRight, bottomRight, bottomLeft];

function middleOf(result: Result): Point {
  const corners = cornersOf(result);
  const mean = (of: (corner: Point) => number) => corners.reduce((sum, corner) => sum + of(corner), 0) / corners.length;
  return { x: mean(({ x }) => x), y: mean(({ y }) => y) };
}

/** In its length, the one thing that a decoder knows of a bar code: each scan line is as good as another. */
function isWithin({ x, y }: Point, result: Result): boolean {
  const corners = cornersOf(result);
  const reach = Math.max(...corners.map((corner) => Math.hypot(corner.x - corners[0]!.x, corner.y - corners[0]!.y))) / 2;
  const middle = middleOf(result);
  return Math.hypot(x - middle.x, y - middle.y) <= reach;
}

function isLinear({ format }: Result): boolean {
  return !MATRIX_FORMATS.has(format);
}

function toSighting(result: Result): Sighting {
  return { format: result.format, text: result.symbologyIdentifier + result.text, isLinear: isLinear(result) };
}
