// Decides when a symbol that was seen in frames counts as read, and which symbols belong together.

/** A symbol in one frame or picture. */
export interface Sighting {
  format: string;
  /** The symbology identifier and the text, as a hand scanner would send them. */
  text: string;
  isLinear: boolean;
}

/** The maximum time between two frames that agree, in milliseconds. */
export const AGREE_WITHIN_MS = 1500;

/**
 * Confirms linear codes. They have one check digit at most, so one frame can be misread: the same text is required in two frames. Matrix codes
 * correct their own errors and count at once.
 */
export class Agreement {
  #seen = new Map<string, number>();

  /** Returns the sightings of a frame that count. */
  accept(sightings: Sighting[], now: number): Sighting[] {
    const accepted = sightings.filter((sighting) => !sighting.isLinear || this.#wasSeen(sighting, now));
    for (const { text } of sightings) this.#seen.set(text, now);
    return accepted;
  }

  #wasSeen({ text }: Sighting, now: number): boolean {
    return now - (this.#seen.get(text) ?? -Infinity) <= AGREE_WITHIN_MS;
  }
}

/** A code counts again after it was out of view for this time, in milliseconds. */
export const AWAY_MS = 2500;

/** Texts that were in view together. They may belong to different packs. */
export interface Reading {
  texts: string[];
  /** Whether the texts add to the previous reading, of which something is still in view. */
  isMore: boolean;
}

/** The time for which a text is in view, with no gap longer than the window of agreement. */
interface Stay {
  text: string;
  since: number;
  lastAt: number;
  isTold: boolean;
}

/**
 * Turns frames into readings. A text that stays in view counts once. A reading has the texts in view since it appeared, plus codes seen just
 * before that were never reported. Moving on drops the first box; holding both asks the person to choose.
 */
export class Readings {
  #agreement = new Agreement();
  #stays = new Map<string, Stay>();
  #lastTold = new Set<string>();

  /** Returns the reading that a frame completes, if any. */
  see(sightings: Sighting[], now: number): Reading | undefined {
    const counted = new Set(this.#agreement.accept(sightings, now).map(({ text }) => text));
    const texts = new Set(sightings.map(({ text }) => text));
    const stays = [...texts].map((text) => this.#note(text, now));
    const due = stays.filter((stay) => counted.has(stay.text) && !this.#isLastTold(stay));
    return due.length > 0 ? this.#tell(due, now) : undefined;
  }

  #note(text: string, now: number): Stay {
    const before = this.#stays.get(text) ?? { text, since: now, lastAt: -Infinity, isTold: false };
    const gap = now - before.lastAt;
    const isBlink = gap <= AWAY_MS && this.#isLastTold(before);
    const stay = gap <= AGREE_WITHIN_MS ? { ...before, lastAt: now } : { text, since: now, lastAt: now, isTold: isBlink };
    this.#stays.set(text, stay);
    return stay;
  }

  /** Returns whether a text was in the last reading. A person who returns to an earlier box means that box again. */
  #isLastTold({ text, isTold }: Stay): boolean {
    return isTold && this.#lastTold.has(text);
  }

  #tell(due: Stay[], now: number): Reading {
    const together = [...new Set([...due, ...this.#company(due, now)])];
    const isMore = together.some((stay) => this.#isLastTold(stay));
    for (const stay of together) stay.isTold = true;
    const texts = together.map(({ text }) => text);
    this.#lastTold = new Set(texts);
    return { texts, isMore };
  }

  #company(due: Stay[], now: number): Stay[] {
    const since = Math.min(...due.map((stay) => stay.since));
    const recent = [...this.#stays.values()].filter(({ lastAt }) => now - lastAt <= AGREE_WITHIN_MS);
    return recent.filter(({ lastAt, isTold }) => lastAt >= since || !isTold);
  }
}
