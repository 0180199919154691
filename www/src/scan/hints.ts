// What to tell somebody whose code isn't read: only what has been so for a while, and for long enough to be read or heard.
import { type Figures, type Trouble, troubleOf } from "./figures.js";

/** Before this, most codes are read by themselves. */
export const AFTER_MS = 1500;
/** Who has begun to read a hint may finish. */
export const AT_LEAST_MS = 3000;

export class Hints {
  #shown: Trouble | undefined;
  #shownAt = -Infinity;
  #seen: Trouble | undefined;
  #since = -Infinity;

  /** Takes a frame: its figures if nothing was read in it. What comes back is to be shown. */
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
