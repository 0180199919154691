// Filters the decoder's results by the shape of codes, without their meaning.
import type { ReadResult } from "zxing-wasm/reader";

/** A symbol in one frame or picture. */
export interface DetectedSymbol {
  format: string;
  /** The symbology identifier and the text, as a hand scanner would send them. */
  text: string;
  isLinear: boolean;
}

type Result = Pick<ReadResult, "format" | "text" | "symbologyIdentifier" | "isValid" | "position">;

const MATRIX_FORMATS = new Set(["DataMatrix", "QRCode"]);

/** Returns the symbols that are complete and undisputed. */
export function detectedSymbols(results: Result[]): DetectedSymbol[] {
  const valid = results.filter((result) => result.isValid && isComplete(result));
  return valid.filter((result) => !valid.some((other) => conflict(result, other))).map(toSymbol);
}

/** Returns whether a result is complete. The decoder returns a truncated or tilted ITF-14 as a shorter ITF, regardless of its options. */
function isComplete({ format, text }: Result): boolean {
  return format !== "ITF" || text.length === 14;
}

/** Returns whether two linear results at one place differ. At least one of them is misread, so both are discarded. */
function conflict(one: Result, other: Result): boolean {
  return isLinear(one) && isLinear(other) && one.text !== other.text && isWithin(centreOf(one), other) && isWithin(centreOf(other), one);
}

type Point = ReadResult["position"]["topLeft"];

const cornersOf = ({ position: { topLeft, topRight, bottomRight, bottomLeft } }: Result): Point[] => [topLeft, topRight, bottomRight, bottomLeft];

function centreOf(result: Result): Point {
  const corners = cornersOf(result);
  const mean = (of: (corner: Point) => number) => corners.reduce((sum, corner) => sum + of(corner), 0) / corners.length;
  return { x: mean(({ x }) => x), y: mean(({ y }) => y) };
}

/** Returns whether a point is within the length of a barcode. Only the length is reliable, because any scan line may have been read. */
function isWithin({ x, y }: Point, result: Result): boolean {
  const corners = cornersOf(result);
  const radius = Math.max(...corners.map((corner) => Math.hypot(corner.x - corners[0]!.x, corner.y - corners[0]!.y))) / 2;
  const centre = centreOf(result);
  return Math.hypot(x - centre.x, y - centre.y) <= radius;
}

function isLinear({ format }: Result): boolean {
  return !MATRIX_FORMATS.has(format);
}

function toSymbol(result: Result): DetectedSymbol {
  return { format: result.format, text: result.symbologyIdentifier + result.text, isLinear: isLinear(result) };
}
