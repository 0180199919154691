// Continuous scanning: frames of a video go to the decoder one at a time, and what counts comes out.
import { Readings, type Sighting } from "./agreement.js";
import type { Decoder } from "./decoder.js";
import { isBlack, sightOf } from "./frame.js";
import { firstRead } from "./parts.js";

export interface ScannerEvents {
  /** Texts that were seen together. `isMore` tells that they add to the reading before: the same hand holds the same box. */
  read(texts: string[], isMore: boolean): void;
  /** The picture has been black for a while, or is no longer. */
  black(isBlack: boolean): void;
  failed(error: unknown): void;
}

/** Cameras start dark: only a picture that stays black is worth a word. */
const BLACK_AFTER_MS = 2500;

export class Scanner {
  #readings = new Readings();
  #running = true;
  #brightAt = performance.now();

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
      if (this.#running && !document.hidden) await this.#scanFrame().catch(this.events.failed);
    }
  }

  /** Only what the person sees counts, and first of all what they aim at. */
  async #scanFrame(): Promise<void> {
    const sight = sightOf(this.video, this.guide);
    if (!sight) return;
    this.#watchDarkness(isBlack(sight.visible));
    const parts = sight.guided ? [sight.guided, sight.visible] : [sight.visible];
    const sightings = await firstRead(parts, (part) => this.decoder.decode(part));
    if (this.#running) this.#report(sightings, performance.now());
  }

  #report(sightings: Sighting[], now: number): void {
    const reading = this.#readings.see(sightings, now);
    if (reading) this.events.read(reading.texts, reading.isMore);
  }

  #watchDarkness(black: boolean): void {
    const now = performance.now();
    if (!black) this.#brightAt = now;
    this.events.black(now - this.#brightAt > BLACK_AFTER_MS);
  }
}

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
