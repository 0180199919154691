// Filters the decoder's results by the shape of codes, without their meaning.
import type { ReadResult } from "zxing-wasm/reader";

import type { Sighting } from "./agreement.js";

type Result = Pick<ReadResult, "format" | "text" | "symbologyIdentifier" | "isValid" | "position">;

const MATRIX_FORMATS = new Set(["DataMatrix", "QRCode"]);

export function sightingsOf(results: Result[]): Sighting[] {
  const whole = results.filter((result) => result.isValid && isWhole(result));
  return whole.filter((result) => !whole.some((other) => areDisputed(result, other))).map(toSighting);
}

/** Returns whether a result is whole. The decoder returns a truncated or tilted ITF-14 as a shorter ITF, regardless of its options. */
function isWhole({ format, text }: Result): boolean {
  return format !== "ITF" || text.length === 14;
}

/** Returns whether two linear results at one place differ. At least one of them is misread, so both are discarded. */
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

/** Returns whether a point is within the length of a barcode. Only the length is reliable, because any scan line may have been read. */
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
