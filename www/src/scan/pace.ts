// How hard scanning works. It warms the hand that holds the phone, and empties its battery, to no use where nothing is new.

/** So long after the camera opened, or something was read, somebody is surely at work. */
export const BUSY_MS = 20_000;
/** Nobody notices a code that is read so much later. */
export const LONGEST_REST_MS = 250;

/** How much of a frame's time is rested after it: working three parts of four, and later one of two. */
const BRIEFLY = 1 / 3;
const EVENLY = 1;

/** How long to rest after a frame that took so long. Times in milliseconds; `idleMs` is since anything new. */
export function restAfter(tookMs: number, idleMs: number): number {
  const part = idleMs < BUSY_MS ? BRIEFLY : EVENLY;
  return Math.min(part * tookMs, LONGEST_REST_MS);
}
