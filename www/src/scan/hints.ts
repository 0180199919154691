// Decides when to show a hint to a person whose code is not read: after a while, and long enough to be read or heard.
import { type ImageQuality, type QualityProblem, qualityProblem } from "./image-quality.js";

/** Most codes are read before this time, in milliseconds. */
export const SHOW_AFTER_MS = 1500;
/** A hint stays for this time, in milliseconds, so that it can be read to its end. */
export const SHOW_FOR_MS = 3000;

export class Hints {
  #shown: QualityProblem | undefined;
  #shownAt = -Infinity;
  #current: QualityProblem | undefined;
  #currentSince = -Infinity;

  /** Processes a frame, with its measurements if nothing was read. Returns the hint to show. */
  update(quality: ImageQuality | undefined, now: number): QualityProblem | undefined {
    if (!quality) return this.#reset(now);
    const problem = qualityProblem(quality);
    if (problem !== this.#current) this.#currentSince = now;
    this.#current = problem;
    const isSteady = now - this.#currentSince >= SHOW_AFTER_MS;
    if (isSteady && problem !== this.#shown && now - this.#shownAt >= SHOW_FOR_MS) this.#show(problem, now);
    return this.#shown;
  }

  #reset(now: number): undefined {
    this.#current = undefined;
    this.#currentSince = now;
    this.#shown = undefined;
  }

  #show(problem: QualityProblem | undefined, now: number): void {
    this.#shown = problem;
    this.#shownAt = now;
  }
}
