// The shape of a code in a picture, which decides whether what was read can be one code. Of bars,
// any lines may have been read, at any height.
import { distance, length, meanOf } from "./motion.js";
import type { DetectedSymbol, Point } from "./symbols.js";

/** Bars are at most as high as this part of the length of their code. */
const MAX_HEIGHT = 0.9;
/** The cosine of the angle between the sides of a code, which allows for tilt and perspective. */
const MAX_SKEW = 0.35;
/**
 * Few lines of a tilted code may be slanted more. Bars lower than this part of the length cannot
 * span two codes.
 */
const MIN_HEIGHT = 0.2;

/**
 * Returns whether a result has the shape of one code. The decoder joins lines of identical bar
 * codes, one above the other, into one slanted or tall result.
 */
export function isOneCode({ isLinear, corners }: DetectedSymbol): boolean {
  if (!isLinear || !corners) return true;
  const [topLeft, topRight, , bottomLeft] = corners as [Point, Point, Point, Point];
  const along = vector(topLeft, topRight);
  const down = vector(topLeft, bottomLeft);
  return isPossible(length(along), length(down), Math.abs(dot(along, down)) / length(along));
}

/**
 * Returns whether two results with the same bars can be lines of one code, which the decoder did
 * not join: together they have the shape of one.
 */
export function canBeOneCode(one: readonly Point[], other: readonly Point[]): boolean {
  const [topLeft, topRight] = one as [Point, Point];
  const along = vector(topLeft, topRight);
  const width = length(along);
  const heights = [...one, ...other].map((corner) => across(along, vector(topLeft, corner)));
  const slant = Math.abs(dot(along, vector(meanOf(one), meanOf(other)))) / width;
  return isPossible(width, Math.max(...heights) - Math.min(...heights), slant);
}

/** Returns whether bars of this width may be so high, and so far from upright. */
const isPossible = (width: number, height: number, slant: number): boolean =>
  height <= MAX_HEIGHT * width && slant <= MAX_SKEW * Math.max(MIN_HEIGHT * width, height);

const vector = (from: Point, to: Point): Point => ({ x: to.x - from.x, y: to.y - from.y });
const dot = (one: Point, other: Point): number => one.x * other.x + one.y * other.y;
/** Returns how far a place is from the line along the code. */
const across = (along: Point, { x, y }: Point): number =>
  (along.x * y - along.y * x) / length(along);

/** Returns the longest distance between two corners. */
export const sizeOf = (corners: readonly Point[]): number =>
  Math.max(...corners.flatMap((one) => corners.map((other) => distance(one, other))));
