// Throttles scanning, which heats the phone and drains its battery.

/** For this time after the camera opened or a code was read, in milliseconds, the person is surely scanning. */
export const BUSY_MS = 20_000;
/** A delay that people do not notice, in milliseconds. */
export const MAX_PAUSE_MS = 250;

/** The pause after a frame, relative to its decoding time: a third at first, later the same time. */
const BUSY_PAUSE = 1 / 3;
const IDLE_PAUSE = 1;

/** Returns the pause after a frame. Times are in milliseconds; `idleMs` is the time since the last new code. */
export function pauseAfter(decodingMs: number, idleMs: number): number {
  const share = idleMs < BUSY_MS ? BUSY_PAUSE : IDLE_PAUSE;
  return Math.min(share * decodingMs, MAX_PAUSE_MS);
}
