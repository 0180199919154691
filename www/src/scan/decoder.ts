import { ownScript } from "../own-script.js";
import type { Sighting } from "./agreement.js";
import address from "./decode.worker.ts?worker&url";

/** What the worker says to an image. */
export type Reply = { sightings: Sighting[] } | { error: string };

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

  decode(image: ImageData): Promise<Sighting[]> {
    const sightings = this.#turn.then(() => this.#decodeNow(image));
    this.#turn = sightings.catch(() => undefined);
    return sightings;
  }

  /** The different texts of all symbols in an image. */
  async textsIn(image: ImageData): Promise<string[]> {
    const sightings = await this.decode(image);
    return [...new Set(sightings.map(({ text }) => text))];
  }

  async #decodeNow(image: ImageData): Promise<Sighting[]> {
    const patience = this.#patience(image);
    try {
      this.#worker ??= this.start();
      const reply = replyOf(this.#worker, patience);
      this.#worker.postMessage(image, [image.data.buffer]);
      const sightings = await reply;
      this.#hasAnswered = true;
      return sightings;
    } catch (error) {
      this.#end();
      throw error instanceof DecoderError ? error : new DecoderError("did not start", error);
    }
  }

  #patience({ width, height }: ImageData): number {
    return (this.#hasAnswered ? NEXT_WITHIN_MS : FIRST_WITHIN_MS) + ((width * height) / 1e6) * PER_MEGAPIXEL_MS;
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#hasAnswered = false;
  }
}

export class DecoderError extends Error {
  constructor(what: string, cause?: unknown) {
    super(`the decoder ${what}`, { cause });
  }
}

function replyOf(worker: Worker, withinMs: number): Promise<Sighting[]> {
  const over = new AbortController();
  const { signal } = over;
  const reply = new Promise<Sighting[]>((resolve, reject) => {
    const fail = (what: string) => reject(new DecoderError(what));
    worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
      if ("sightings" in data) resolve(data.sightings);
      else fail(`failed: ${data.error}`);
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
