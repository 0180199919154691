// Continuous scanning: sends video frames to the decoder one at a time, and reports readings.
import { Readings, type Sighting } from "./agreement.js";
import type { Decoder } from "./decoder.js";
import { isBlack, type Trouble } from "./figures.js";
import { type Sight, sightOf } from "./frame.js";
import { Hints } from "./hints.js";
import type { Aim } from "./look.js";
import { restAfter } from "./pace.js";
import { Turns } from "./turns.js";

export interface ScannerEvents {
  /** Called with texts that were in view together. `isMore`: they add to the previous reading, of the same box. */
  read(texts: string[], isMore: boolean): void;
  /** Called when the picture has been black for a while, and when it no longer is. */
  black(isBlack: boolean): void;
  /** Called for each frame with the reason why nothing may be read, or with `undefined`. */
  trouble(trouble: Trouble | undefined): void;
  failed(error: unknown): void;
}

/** Cameras start with a black picture. Only a picture that stays black is reported. */
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

  /** Reads the visible part of a frame, and first the part at which the person aims. */
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

/** Returns the parts to read. Without a visible guide, the whole visible part is aimed at. */
function aimsAt({ guided, visible }: Sight, turns: Turns): Aim[] {
  const attempts = turns.next();
  if (!guided) return [{ part: visible, ways: [...new Set(attempts.flatMap(({ ways }) => ways))] }];
  return attempts.map(({ of, ways }) => ({ part: of === "guided" ? guided : visible, ways }));
}

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for a frame, or for a short time if no frame arrives, so that a stalled camera does not stop the loop. */
function nextFrame(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 250);
    video.requestVideoFrameCallback?.(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
