// Continuous scanning: sends video frames to the decoder one at a time, and reports what they read.
import type { BoxTracker, TrackedBox } from "./box-tracker.js";
import { type ReadTarget, StrategyRotation } from "./decode-strategies.js";
import type { Decoder } from "./decoder.js";
import { type CapturedFrame, captureFrame, type Rectangle } from "./frame.js";
import { Hints, type ImageQuality, isBlack } from "./image-quality.js";
import { SweepRotation } from "./sweep.js";
import { type DetectedSymbol, type Point, SymbolTracker } from "./symbols.js";
import type { Outline, OutlinedCode, QualityProblem } from "./types.js";

export interface ScannerEvents {
  /**
   * Called with texts that were in view together. `isMore`: they add to the previous call, for the
   * same box.
   */
  read(texts: string[], isMore: boolean, outlines: Outline[]): void;
  /**
   * Called for each frame while every code is counted: with the boxes that it counted, and all in
   * view.
   */
  tracked(counted: TrackedBox[], inView: OutlinedCode[]): void;
  /** Called when the picture has been black for a while, and when it no longer is. */
  black(isBlack: boolean): void;
  /** Called for each frame with the reason why nothing may be read, or with `undefined`. */
  qualityProblem(qualityProblem: QualityProblem | undefined): void;
  failed(error: unknown): void;
}

/** What is read. */
export interface ReadingOptions {
  /** The formats to read. The default is all that are on packs. */
  formats?: readonly string[] | undefined;
  /**
   * Whether codes outside of the guide are ignored. By default they are read if the guide has none.
   */
  isGuideOnly?: boolean | undefined;
}

/** Cameras start with a black picture. Only a picture that stays black is reported. */
const BLACK_AFTER_MS = 2500;

export class Scanner {
  #tracker = new SymbolTracker();
  #rotation = new StrategyRotation();
  #sweeps = new SweepRotation();
  #hints = new Hints();
  #running = true;
  #brightAt = performance.now();
  #lastReadAt = performance.now();

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly guide: Element | null,
    private readonly decoder: Decoder,
    private readonly events: ScannerEvents,
    private readonly options: ReadingOptions = {},
    /** Counts every code, if it is given. */
    private readonly boxes?: BoxTracker,
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
      if (this.#running && !document.hidden)
        await (this.boxes ? this.#countFrame(this.boxes) : this.#scanFrame()).catch(
          this.events.failed,
        );
      await sleep(pauseAfter(performance.now() - begin, begin - this.#lastReadAt));
    }
  }

  /** Reads the visible region of a frame, and first the region at which the person aims. */
  async #scanFrame(): Promise<void> {
    const frame = captureFrame(this.video, this.guide);
    if (!frame) return;
    const { symbols, strategy, quality } = await this.decoder.read(
      frame.frame,
      targetsIn(frame, this.#rotation, this.options),
      this.options.formats,
    );
    if (!this.#running) return;
    this.#rotation.record(strategy);
    this.#report(symbols, frame.visible, performance.now());
    this.#reportQuality(quality);
  }

  /** Reads every code in the visible region of a frame. */
  async #countFrame(boxes: BoxTracker): Promise<void> {
    const frame = captureFrame(this.video, null);
    if (!frame) return;
    // The places belong to the moment when the frame was taken.
    const now = performance.now();
    const { symbols, quality } = await this.decoder.readEvery(
      frame.frame,
      this.#sweeps.next(frame.visible),
    );
    if (!this.#running) return;
    this.#sweeps.record(symbols.length);
    const { counted, inView } = boxes.addFrame(symbols, now);
    if (counted.length > 0) this.#lastReadAt = performance.now();
    this.events.tracked(
      counted,
      inView.map(({ id, isCounted, corners }) => ({
        id,
        isCounted,
        outline: outlineOf(frame.visible, corners),
      })),
    );
    this.#reportQuality(quality);
  }

  #reportQuality(quality: ImageQuality | undefined): void {
    this.#watchDarkness(quality !== undefined && isBlack(quality));
    this.events.qualityProblem(this.#hints.update(quality, performance.now()));
  }

  #report(symbols: DetectedSymbol[], visible: Rectangle, now: number): void {
    const scanned = this.#tracker.addFrame(symbols, now);
    if (!scanned) return;
    this.#lastReadAt = now;
    const read = symbols.filter(({ text }) => scanned.texts.includes(text));
    this.events.read(
      scanned.texts,
      scanned.isMore,
      read.flatMap((symbol) => outlineIn(visible, symbol)),
    );
  }

  #watchDarkness(black: boolean): void {
    const now = performance.now();
    if (!black) this.#brightAt = now;
    this.events.black(now - this.#brightAt > BLACK_AFTER_MS);
  }
}

/** Computes the outline of a symbol, if its place is known. */
function outlineIn(visible: Rectangle, { corners }: DetectedSymbol): Outline[] {
  return corners ? [outlineOf(visible, corners)] : [];
}

const outlineOf = ({ x, y, width, height }: Rectangle, corners: Point[]): Outline =>
  corners.map((corner) => ({ x: (corner.x - x) / width, y: (corner.y - y) / height }));

/** Finds the regions to read. Without a visible guide, it is the whole visible region. */
export function targetsIn(
  { inGuide, visible }: CapturedFrame,
  rotation: StrategyRotation,
  { isGuideOnly = false }: ReadingOptions,
): ReadTarget[] {
  const attempts = rotation.next().filter(({ region }) => !isGuideOnly || region === "guide");
  if (!inGuide)
    return [
      {
        region: visible,
        strategies: [...new Set(attempts.flatMap(({ strategies }) => strategies))],
      },
    ];
  return attempts.map(({ region, strategies }) => ({
    region: region === "guide" ? inGuide : visible,
    strategies,
  }));
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Waits for a frame, or for a short time if no frame arrives, so that a stalled camera does not
 * stop the loop.
 */
export function nextFrame(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 250);
    video.requestVideoFrameCallback?.(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * For this time after the camera opened or a code was read, in milliseconds, the person is surely
 * scanning.
 */
export const BUSY_MS = 20_000;
/** A delay that people do not notice, in milliseconds. */
export const MAX_PAUSE_MS = 250;

/**
 * The pause after a frame, relative to its decoding time: a third at first, later the same time.
 * Scanning heats the phone and drains its battery.
 */
const BUSY_PAUSE = 1 / 3;
const IDLE_PAUSE = 1;

/**
 * Computes the pause after a frame. Times are in milliseconds; `idleMs` is the time since the last
 * new code.
 */
export function pauseAfter(decodingMs: number, idleMs: number): number {
  const share = idleMs < BUSY_MS ? BUSY_PAUSE : IDLE_PAUSE;
  return Math.min(share * decodingMs, MAX_PAUSE_MS);
}
