// Continuous scanning: frames of a video go to the decoder one at a time, and what counts comes out.
import { Agreement, Novelty, type Symbol } from "./agreement.js";
import type { Decoder } from "./decoder.js";
import { frameOf, isBlack } from "./frame.js";

export interface ScannerEvents {
  read(symbol: Symbol): void;
  /** The picture has been black for a while, or is no longer. */
  black(isBlack: boolean): void;
  failed(error: unknown): void;
}

/** Cameras start dark: only a picture that stays black is worth a word. */
const BLACK_AFTER_MS = 2500;

export class Scanner {
  #agreement = new Agreement();
  #novelty = new Novelty();
  #running = true;
  #brightAt = performance.now();

  constructor(
    private readonly video: HTMLVideoElement,
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

  async #scanFrame(): Promise<void> {
    const frame = frameOf(this.video);
    if (!frame) return;
    this.#watchDarkness(isBlack(frame));
    const symbols = await this.decoder.decode(frame);
    if (this.#running) this.#report(symbols, performance.now());
  }

  #report(symbols: Symbol[], now: number): void {
    for (const symbol of this.#agreement.accept(symbols, now)) {
      if (this.#novelty.isNew(symbol.text, now)) this.events.read(symbol);
    }
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
