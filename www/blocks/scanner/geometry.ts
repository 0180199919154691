// The geometry of codes in pictures: how the picture of a moving camera shifts between two frames,
// and whether what was read has the shape of one code.
import type { Point, DetectedSymbol } from "./symbols.js";

/** A code in two frames, as far as its text and place can tell. */
export interface Pair {
  before: Point;
  after: Point;
  /** Whether the code is on one box only, such as one with a serial number. */
  isUnique: boolean;
}

export interface Motion extends Point {
  /** The weight of the pairs that agree. */
  support: number;
}

/** The weight of a unique code is higher than the weight of any number of others in one picture. */
export const UNIQUE_WEIGHT = 100;

/**
 * Computes the shift on which most pairs agree, within a tolerance in pixels. Of equal ones, it
 * returns the smallest. Returns `undefined` without pairs. Pairs of identical codes include wrong
 * ones, which do not agree with each other.
 */
export function estimateMotion(pairs: readonly Pair[], tolerance: number): Motion | undefined {
  let best: Motion | undefined;
  for (const pair of pairs) {
    const motion = supported(shiftOf(pair), pairs, tolerance);
    if (
      !best ||
      motion.support > best.support ||
      (motion.support === best.support && length(motion) < length(best))
    )
      best = motion;
  }
  return best;
}

/** Makes a shift with its support: each code before the motion votes once. */
function supported(shift: Point, pairs: readonly Pair[], tolerance: number): Motion {
  const agreeing = pairs.filter((pair) => distance(shiftOf(pair), shift) <= tolerance);
  const voters = new Map(
    agreeing.map(({ before, isUnique }) => [before, isUnique ? UNIQUE_WEIGHT : 1]),
  );
  return {
    ...meanOf(agreeing.map(shiftOf)),
    support: [...voters.values()].reduce((sum, weight) => sum + weight, 0),
  };
}

const shiftOf = ({ before, after }: Pair): Point => ({
  x: after.x - before.x,
  y: after.y - before.y,
});

/** Computes the mean of some points. */
export function meanOf(points: readonly Point[]): Point {
  const sum = (of: (point: Point) => number) =>
    points.reduce((total, point) => total + of(point), 0);
  return { x: sum(({ x }) => x) / points.length, y: sum(({ y }) => y) / points.length };
}

export const distance = (one: Point, other: Point): number =>
  Math.hypot(one.x - other.x, one.y - other.y);
export const length = ({ x, y }: Point): number => Math.hypot(x, y);

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
 * Reports whether a result has the shape of one code. The decoder joins lines of identical bar
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
 * Reports whether two results with the same bars can be lines of one code, which the decoder did
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

/** Reports whether bars of this width may be so high, and so far from upright. */
const isPossible = (width: number, height: number, slant: number): boolean =>
  height <= MAX_HEIGHT * width && slant <= MAX_SKEW * Math.max(MIN_HEIGHT * width, height);

const vector = (from: Point, to: Point): Point => ({ x: to.x - from.x, y: to.y - from.y });
const dot = (one: Point, other: Point): number => one.x * other.x + one.y * other.y;
/** Says how far a place is from the line along the code. */
const across = (along: Point, { x, y }: Point): number =>
  (along.x * y - along.y * x) / length(along);

/** Computes the longest distance between two corners. */
export const sizeOf = (corners: readonly Point[]): number =>
  Math.max(...corners.flatMap((one) => corners.map((other) => distance(one, other))));
