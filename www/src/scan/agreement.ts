// When a symbol that was seen in a frame counts as read.

export interface Symbol {
  format: string;
  /** The symbology identifier and the text, as a hand scanner would send them. */
  text: string;
  isLinear: boolean;
}

/** How long ago the first of two agreeing frames may be. */
const AGREE_WITHIN_MS = 1500;

/**
 * Linear codes have one check digit at most, so a single frame can be misread: the same text must
 * be seen in two frames. Matrix codes correct their own errors and count at once.
 */
export class Agreement {
  #seen = new Map<string, number>();

  /** The symbols of a frame that count. */
  accept(symbols: Symbol[], now: number): Symbol[] {
    const accepted = symbols.filter((symbol) => !symbol.isLinear || this.#wasSeen(symbol, now));
    for (const { text } of symbols) this.#seen.set(text, now);
    return accepted;
  }

  #wasSeen({ text }: Symbol, now: number): boolean {
    return now - (this.#seen.get(text) ?? -Infinity) <= AGREE_WITHIN_MS;
  }
}

/** How long a code must be out of sight before it counts again. */
const AWAY_MS = 2500;

/** Tells a code that stays before the camera from the same code shown again. */
export class Novelty {
  #lastSeen = new Map<string, number>();

  isNew(text: string, now: number): boolean {
    const away = now - (this.#lastSeen.get(text) ?? -Infinity);
    this.#lastSeen.set(text, now);
    return away > AWAY_MS;
  }
}
