import { ownScript } from "../own-script.js";
import type { Sighting } from "./agreement.js";
import address from "./decode.worker.ts?worker&url";
import type { Figures } from "./figures.js";
import { ALL_WAYS, PLAIN, type Way } from "./ways.js";

/** What the worker is asked: to read an image in these ways, one after the other, until anything is read. */
export interface Question {
  image: ImageData;
  ways: readonly Way[];
}

/** What came of it. */
export interface Look {
  sightings: Sighting[];
  /** The way in which they were read. */
  way?: Way | undefined;
  /** Where nothing was read: what the image says of itself. */
  figures?: Figures | undefined;
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

  look(image: ImageData, ways: readonly Way[] = [PLAIN]): Promise<Look> {
    const look = this.#turn.then(() => this.#lookNow({ image, ways }));
    this.#turn = look.catch(() => undefined);
    return look;
  }

  /** The different texts of all symbols in a picture that stands still: it gets every way there is. */
  async textsIn(image: ImageData): Promise<string[]> {
    const { sightings } = await this.look(image, ALL_WAYS);
    return [...new Set(sightings.map(({ text }) => text))];
  }

  async #lookNow(question: Question): Promise<Look> {
    const patience = this.#patience(question);
    try {
      this.#worker ??= this.start();
      const reply = replyOf(this.#worker, patience);
      this.#worker.postMessage(question, [question.image.data.buffer]);
      const look = await reply;
      this.#hasAnswered = true;
      return look;
    } catch (error) {
      this.#end();
      throw error instanceof DecoderError ? error : new DecoderError("did not start", error);
    }
  }

  #patience({ image: { width, height }, ways }: Question): number {
    const work = ways.length * ((width * height) / 1e6) * PER_MEGAPIXEL_MS;
    return (this.#hasAnswered ? NEXT_WITHIN_MS : FIRST_WITHIN_MS) + work;
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
