// Decides when to show a hint to a person whose code is not read: after a while, and long enough to be read or heard.
import { type Figures, type Trouble, troubleOf } from "./figures.js";

/** Most codes are read before this time, in milliseconds. */
export const AFTER_MS = 1500;
/** A hint stays for this time, in milliseconds, so that it can be read to its end. */
export const AT_LEAST_MS = 3000;

export class Hints {
  #shown: Trouble | undefined;
  #shownAt = -Infinity;
  #seen: Trouble | undefined;
  #since = -Infinity;

  /** Processes a frame, with its measurements if nothing was read. Returns the hint to show. */
  see(figures: Figures | undefined, now: number): Trouble | undefined {
    if (!figures) return this.#read(now);
    const trouble = troubleOf(figures);
    if (trouble !== this.#seen) this.#since = now;
    this.#seen = trouble;
    const isSteady = now - this.#since >= AFTER_MS;
    if (isSteady && trouble !== this.#shown && now - this.#shownAt >= AT_LEAST_MS) this.#show(trouble, now);
    return this.#shown;
  }

  #read(now: number): undefined {
    this.#seen = undefined;
    this.#since = now;
    this.#shown = undefined;
  }

  #show(trouble: Trouble | undefined, now: number): void {
    this.#shown = trouble;
    this.#shownAt = now;
  }
}
