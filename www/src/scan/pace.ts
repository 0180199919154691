// Throttles scanning. It heats the phone and drains its battery, without use if nothing changes.

/** For this time after the camera opened or a code was read, in milliseconds, the person is surely scanning. */
export const BUSY_MS = 20_000;
/** A delay that people do not notice, in milliseconds. */
export const LONGEST_REST_MS = 250;

/** The pause after a frame, relative to its decoding time: a third at first, later the same time. */
const BRIEFLY = 1 / 3;
const EVENLY = 1;

/** Returns the pause after a frame. Times are in milliseconds; `idleMs` is the time since the last new code. */
export function restAfter(tookMs: number, idleMs: number): number {
  const part = idleMs < BUSY_MS ? BRIEFLY : EVENLY;
  return Math.min(part * tookMs, LONGEST_REST_MS);
}
