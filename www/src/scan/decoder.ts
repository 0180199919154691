import { ownScript } from "../own-script.js";
import address from "./decode.worker.ts?worker&url";
import type { Aim, Look } from "./look.js";
import { ALL_WAYS, PLAIN, type Way } from "./ways.js";

/** What the worker is asked: to look at parts of a frame, or at a picture, until anything is read. */
export interface Question {
  frame: VideoFrame | ImageData;
  aims: readonly Aim[];
}

/** What the worker says to it. */
export type Reply = Look | { error: string };

/** The first answer waits for the decoder's WebAssembly, of a megabyte. */
export const FIRST_WITHIN_MS = 15_000;
/** A frame takes a slow phone a tenth of this. */
export const NEXT_WITHIN_MS = 5_000;
/** Pictures can be much larger than frames. */
const PER_MEGAPIXEL_MS = 1_000;
const TICK_MS = 500;

const startWorker = () => new Worker(ownScript(address), { type: "module" });

/**
 * The decoder in its worker. It starts with the first image, so that a page without scans never loads it.
 * A worker that fails or does not answer is ended, and the next image has a new one.
 */
export class Decoder {
  #worker: Worker | undefined;
  #hasAnswered = false;
  /** Images take turns, so that each has the worker's time to itself. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly start: () => Worker = startWorker) {}

  look(frame: Question["frame"], aims: readonly Aim[]): Promise<Look> {
    const look = this.#turn.then(() => this.#lookNow({ frame, aims }));
    this.#turn = look.catch(() => undefined);
    return look;
  }

  /** The different texts of all symbols in a picture that stands still: it gets every way there is. */
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

/** All of an image. */
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

/** Time passes in ticks: while a page sleeps its worker does too, and the whole night must not count at once. */
function after(ms: number, action: () => void, signal: AbortSignal): void {
  let left = ms;
  const timer = setInterval(() => {
    left -= TICK_MS;
    if (left < 0) action();
  }, TICK_MS);
  signal.addEventListener("abort", () => clearInterval(timer));
}
