// Continuous scanning: frames of a video go to the decoder one at a time, and what counts comes out.
import { Readings, type Sighting } from "./agreement.js";
import type { Decoder } from "./decoder.js";
import { isBlack, type Trouble } from "./figures.js";
import { type Sight, sightOf } from "./frame.js";
import { Hints } from "./hints.js";
import type { Aim } from "./look.js";
import { restAfter } from "./pace.js";
import { Turns } from "./turns.js";

export interface ScannerEvents {
  /** Texts that were seen together. `isMore` tells that they add to the reading before: the same hand holds the same box. */
  read(texts: string[], isMore: boolean): void;
  /** The picture has been black for a while, or is no longer. */
  black(isBlack: boolean): void;
  /** Why nothing may be read, or that nothing stands in the way; told of each frame. */
  trouble(trouble: Trouble | undefined): void;
  failed(error: unknown): void;
}

/** Cameras start dark: only a picture that stays black is worth a word. */
const BLACK_AFTER_MS = 2500;

export class Scanner {
  #readings = new Readings();
  #turns = new Turns();
  #hints = new Hints();
  #running = true;
  #brightAt = performance.now();
  #newsAt = performance.now();

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly guide: Element | null,
    private readonly decoder: Decoder,
    private readonly events: ScannerEvents,
  ) {
    void this.#run();
  }

  stop(): void {
    this.#running = false;
  }

  async #run(): Promise<void> {
    while (this.#running) {
      await nextFrame(this.video);
      const begin = performance.now();
      if (this.#running && !document.hidden) await this.#scanFrame().catch(this.events.failed);
      await rest(restAfter(performance.now() - begin, begin - this.#newsAt));
    }
  }

  /** Only what the person sees counts, and first of all what they aim at. */
  async #scanFrame(): Promise<void> {
    const sight = sightOf(this.video, this.guide);
    if (!sight) return;
    const { sightings, way, figures } = await this.decoder.look(sight.frame, aimsAt(sight, this.#turns));
    if (!this.#running) return;
    this.#watchDarkness(figures !== undefined && isBlack(figures));
    this.#turns.read(way);
    this.#report(sightings, performance.now());
    this.events.trouble(this.#hints.see(figures, performance.now()));
  }

  #report(sightings: Sighting[], now: number): void {
    const reading = this.#readings.see(sightings, now);
    if (!reading) return;
    this.#newsAt = now;
    this.events.read(reading.texts, reading.isMore);
  }

  #watchDarkness(black: boolean): void {
    const now = performance.now();
    if (!black) this.#brightAt = now;
    this.events.black(now - this.#brightAt > BLACK_AFTER_MS);
  }
}

/** Without a guide, or with one that is out of sight, all that is visible is aimed at. */
function aimsAt({ guided, visible }: Sight, turns: Turns): Aim[] {
  const attempts = turns.next();
  if (!guided) return [{ part: visible, ways: [...new Set(attempts.flatMap(({ ways }) => ways))] }];
  return attempts.map(({ of, ways }) => ({ part: of === "guided" ? guided : visible, ways }));
}

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for a frame, or a moment where there is none: a camera that stalls must not stall the loop. */
function nextFrame(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 250);
    video.requestVideoFrameCallback?.(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
