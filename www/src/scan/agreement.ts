// When what was seen in frames counts as read, and what counts together.

/** A symbol in one frame or picture. */
export interface Sighting {
  format: string;
  /** The symbology identifier and the text, as a hand scanner would send them. */
  text: string;
  isLinear: boolean;
}

/** How long ago the first of two agreeing frames may be. */
export const AGREE_WITHIN_MS = 1500;

/**
 * Linear codes have one check digit at most, so a single frame can be misread: the same text must
 * be seen in two frames. Matrix codes correct their own errors and count at once.
 */
export class Agreement {
  #seen = new Map<string, number>();

  /** The sightings of a frame that count. */
  accept(sightings: Sighting[], now: number): Sighting[] {
    const accepted = sightings.filter((sighting) => !sighting.isLinear || this.#wasSeen(sighting, now));
    for (const { text } of sightings) this.#seen.set(text, now);
    return accepted;
  }

  #wasSeen({ text }: Sighting, now: number): boolean {
    return now - (this.#seen.get(text) ?? -Infinity) <= AGREE_WITHIN_MS;
  }
}

/** How long a code must be out of sight before it counts again. */
export const AWAY_MS = 2500;

/** Texts that were seen together: whether they mean different packs is for others to tell. */
export interface Reading {
  texts: string[];
  /** It adds to the reading before, of which something is still in sight: no further box was shown. */
  isMore: boolean;
}

/** A text's stay before the camera, with no gap longer than the window of agreement. */
interface Stay {
  text: string;
  since: number;
  lastAt: number;
  isTold: boolean;
}

/**
 * Turns frames into readings. A text that stays in sight counts once. With it counts whatever was in sight since it
 * came, and what was seen shortly before and never told: whoever goes from one box to the next leaves the first behind,
 * whoever holds both before the camera must choose.
 */
export class Readings {
  #agreement = new Agreement();
  #stays = new Map<string, Stay>();
  #lastTold = new Set<string>();

  /** What a frame adds; nothing, mostly. */
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

  /** Told, and by the last reading: whoever goes back to a box means that one now. */
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
