// How fast frames follow each other. A slow phone needs seconds for a frame, so a limit in
// milliseconds alone would end before the frame that it waits for.

/** The frames of one turn: a shelf is read in four ways, and often only one of them reads a code. */
const TURN = 4;

export class Pace {
  #lastAt: number | undefined;
  #intervals: number[] = [];

  /** Adds the time of a frame, in milliseconds. */
  add(now: number): void {
    if (this.#lastAt !== undefined) this.#intervals.push(now - this.#lastAt);
    this.#intervals = this.#intervals.slice(-TURN);
    this.#lastAt = now;
  }

  /** Returns a limit in milliseconds, or the time of one turn if that is longer. */
  orTurn(limitMs: number): number {
    return Math.max(limitMs, TURN * this.#slowMs());
  }

  /**
   * Returns the time between two slow frames: the second longest of a turn, because the longest may
   * be a pause. It is 0 until a turn is complete.
   */
  #slowMs(): number {
    if (this.#intervals.length < TURN) return 0;
    return [...this.#intervals].sort((one, other) => other - one)[1]!;
  }
}
