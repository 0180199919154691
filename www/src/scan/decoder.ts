import { ownScript } from "../own-script.js";
import address from "./decode.worker.ts?worker&url";
import type { Aim, Look } from "./look.js";
import { ALL_WAYS, PLAIN, type Way } from "./ways.js";

/** A request to the worker: read parts of a frame or a picture, until a symbol is found. */
export interface Question {
  frame: VideoFrame | ImageData;
  aims: readonly Aim[];
}

/** A response of the worker. */
export type Reply = Look | { error: string };

/** The first response waits for the decoder's WebAssembly of 1 MB. */
export const FIRST_WITHIN_MS = 15_000;
/** A slow phone takes a tenth of this time for a frame. */
export const NEXT_WITHIN_MS = 5_000;
/** Pictures can be much larger than frames. */
const PER_MEGAPIXEL_MS = 1_000;
const TICK_MS = 500;

const startWorker = () => new Worker(ownScript(address), { type: "module" });

/**
 * The decoder in its worker. The first image starts it, so a page without scans never loads it. A worker that fails or does not respond is
 * ended, and the next image gets a new one.
 */
export class Decoder {
  #worker: Worker | undefined;
  #hasAnswered = false;
  /** The queue of images: one at a time, so that each has all of the worker's time. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly start: () => Worker = startWorker) {}

  look(frame: Question["frame"], aims: readonly Aim[]): Promise<Look> {
    const look = this.#turn.then(() => this.#lookNow({ frame, aims }));
    this.#turn = look.catch(() => undefined);
    return look;
  }

  /** Returns the distinct texts of all symbols in a still picture. It is read in all ways. */
  async textsIn(image: ImageData): Promise<string[]> {
    const { sightings } = await this.look(image, [whole(image, ALL_WAYS)]);
    return [...new Set(sightings.map(({ text }) => text))];
  }

  async #lookNow(question: Question): Promise<Look> {
    const patience = this.#patience(question);
    try {
      this.#worker ??= this.start();
      const reply = replyOf(this.#worker, patience);
      this.#worker.postMessage(question, [transferred(question)]);
      const look = await reply;
      this.#hasAnswered = true;
      return look;
    } catch (error) {
      this.#end();
      throw error instanceof DecoderError ? error : new DecoderError("did not start", error);
    }
  }

  #patience({ aims }: Question): number {
    const pixels = aims.reduce((sum, { part, ways }) => sum + ways.length * part.width * part.height, 0);
    return (this.#hasAnswered ? NEXT_WITHIN_MS : FIRST_WITHIN_MS) + (pixels / 1e6) * PER_MEGAPIXEL_MS;
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#hasAnswered = false;
  }
}

/** Returns an aim at the whole image. */
export const whole = ({ width, height }: ImageData, ways: readonly Way[] = [PLAIN]): Aim => ({ part: { x: 0, y: 0, width, height }, ways });

const transferred = ({ frame }: Question): Transferable => ("data" in frame ? frame.data.buffer : frame);

export class DecoderError extends Error {
  constructor(what: string, cause?: unknown) {
    super(`the decoder ${what}`, { cause });
  }
}

function replyOf(worker: Worker, withinMs: number): Promise<Look> {
  const over = new AbortController();
  const { signal } = over;
  const reply = new Promise<Look>((resolve, reject) => {
    const fail = (what: string) => reject(new DecoderError(what));
    worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
      if ("error" in data) fail(`failed: ${data.error}`);
      else resolve(data);
    }, { signal });
    worker.addEventListener("error", () => fail("did not start"), { signal });
    worker.addEventListener("messageerror", () => fail("gave an answer that can't be read"), { signal });
    after(withinMs, () => fail("did not answer"), signal);
  });
  return reply.finally(() => over.abort());
}

/** Runs an action after a time, counted in ticks. While a page sleeps, its worker sleeps too, so a night must not count as elapsed. */
function after(ms: number, action: () => void, signal: AbortSignal): void {
  let left = ms;
  const timer = setInterval(() => {
    left -= TICK_MS;
    if (left < 0) action();
  }, TICK_MS);
  signal.addEventListener("abort", () => clearInterval(timer));
}
