// Estimates how the picture of a moving camera shifts between two frames, from the codes that both
// show.
import type { Point } from "./symbols.js";

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

/** The weight of a unique code is higher than that of any number of others in one picture. */
export const UNIQUE_WEIGHT = 100;

/**
 * Returns the shift on which most pairs agree, within a tolerance in pixels. Of equal ones, it
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

/** Returns a shift with its support: each code before the motion votes once. */
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

/** Returns the mean of some points. */
export function meanOf(points: readonly Point[]): Point {
  const sum = (of: (point: Point) => number) =>
    points.reduce((total, point) => total + of(point), 0);
  return { x: sum(({ x }) => x) / points.length, y: sum(({ y }) => y) / points.length };
}

export const distance = (one: Point, other: Point): number =>
  Math.hypot(one.x - other.x, one.y - other.y);
export const length = ({ x, y }: Point): number => Math.hypot(x, y);
