import { WasmError } from "pack-lookup/errors";
import { errorOf } from "pack-lookup/worker/messages.js";
import { startWorker } from "pack-lookup/worker/start.js";

import { ALL_STRATEGIES, type FrameResult, type ReadTarget } from "./decode-strategies.js";
import type { DecodeRequest, DecodeResponse, FrameRequest } from "./decode-requests.js";
import { DecoderError } from "./decoder-error.js";
import { MAX_SIDE } from "./frame.js";
import type { DecoderSetup } from "./types.js";

export { DecoderError } from "./decoder-error.js";

/** The first response waits for the decoder's WebAssembly of 1 MB. */
export const FIRST_WITHIN_MS = 15_000;
/** A slow phone takes a tenth of this time for a frame. */
export const NEXT_WITHIN_MS = 5_000;
/**
 * Pictures can be much larger than frames. The page does not know the size of one, so the largest
 * is assumed.
 */
const PER_MEGAPIXEL_MS = 1_000;
const TICK_MS = 500;

const notStarted = (cause?: unknown): DecoderError =>
  new DecoderError(
    "did not start; check that the server has the script of its worker, and that worker-src in the Content-Security-Policy allows it",
    "unavailable",
    cause,
  );

/** A new worker replaces one that stopped. */
const stopped = (how: string, cause?: unknown): DecoderError =>
  new DecoderError(`${how}; try again`, "stopped", cause);

const startBundled = () =>
  startWorker(
    () => new Worker(new URL("./scanner-worker.ts", import.meta.url), { type: "module" }),
    String,
  );

/**
 * The decoder in its worker. The first image starts it, so a page without scans never loads it. A
 * worker that fails or does not respond is ended, and the next image gets a new one.
 */
export class Decoder {
  #worker: Worker | undefined;
  #hasResponded = false;
  /** The queue of images: one at a time, so that each has all of the worker's time. */
  #queue: Promise<unknown> = Promise.resolve();
  #closing = new AbortController();

  constructor(private readonly setup: DecoderSetup = {}) {}

  /** Reads one target after the other, until a symbol is found. `formats` limits what is read. */
  read(
    frame: FrameRequest["frame"],
    targets: readonly ReadTarget[],
    formats?: readonly string[],
  ): Promise<FrameResult> {
    return this.#inTurn({ frame, targets, formats });
  }

  /** Reads all targets, and returns the symbols of all. */
  readEvery(frame: FrameRequest["frame"], targets: readonly ReadTarget[]): Promise<FrameResult> {
    return this.#inTurn({ frame, targets, isEvery: true });
  }

  /**
   * Reads the distinct texts of all symbols in a picture file, which the worker opens. It is read
   * with all strategies.
   */
  async textsIn(picture: Blob): Promise<string[]> {
    const { symbols, notOpened } = await this.#inTurn({ picture, strategies: ALL_STRATEGIES });
    if (notOpened !== undefined) throw new DOMException(notOpened, "InvalidStateError");
    return [...new Set(symbols.map(({ text }) => text))];
  }

  #inTurn(request: DecodeRequest): Promise<FrameResult> {
    const result = this.#queue.then(() => this.#readNow(request));
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #readNow(request: DecodeRequest): Promise<FrameResult> {
    const timeoutMs = this.#timeoutMs(request);
    try {
      this.#worker ??= await (this.setup.worker ?? startBundled)();
      const response = responseFrom(this.#worker, timeoutMs, this.#closing.signal);
      this.#worker.postMessage({ ...request, ...this.#wasm() }, transferables(request));
      const result = await response;
      this.#hasResponded = true;
      return result;
    } catch (error) {
      this.close();
      throw error instanceof WasmError ? error : notStarted(error);
    }
  }

  #timeoutMs(request: DecodeRequest): number {
    return (
      (this.#hasResponded ? NEXT_WITHIN_MS : FIRST_WITHIN_MS) +
      (pixelsToRead(request) / 1e6) * PER_MEGAPIXEL_MS
    );
  }

  /** The address is resolved on the page, because the address of the worker differs. */
  #wasm(): Pick<DecodeRequest, "wasm"> {
    const { wasm } = this.setup;
    return wasm === undefined ? {} : { wasm: new URL(wasm, document.baseURI).href };
  }

  /** Ends the worker, and what it reads. The next image starts another one. */
  close(): void {
    this.#closing.abort();
    this.#closing = new AbortController();
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#hasResponded = false;
  }
}

/** Counts the pixels that the strategies read together. */
function pixelsToRead(request: DecodeRequest): number {
  if ("picture" in request) return request.strategies.length * MAX_SIDE ** 2;
  return request.targets.reduce(
    (sum, { region, strategies }) => sum + strategies.length * region.width * region.height,
    0,
  );
}

function transferables(request: DecodeRequest): Transferable[] {
  if ("picture" in request) return [];
  return ["data" in request.frame ? request.frame.data.buffer : request.frame];
}

function responseFrom(
  worker: Worker,
  withinMs: number,
  closing: AbortSignal,
): Promise<FrameResult> {
  const done = new AbortController();
  const { signal } = done;
  const response = new Promise<FrameResult>((resolve, reject) => {
    const stop = (how: string) => reject(stopped(how));
    closing.addEventListener("abort", () => stop("was closed"), { signal });
    worker.addEventListener("message", ({ data }) => settle(data, resolve, reject), { signal });
    worker.addEventListener("error", () => reject(notStarted()), { signal });
    worker.addEventListener("messageerror", () => stop("sent an unreadable response"), { signal });
    afterTicks(withinMs, () => stop("did not respond"), signal);
  });
  return response.finally(() => done.abort());
}

function settle(
  response: DecodeResponse,
  resolve: (result: FrameResult) => void,
  reject: (error: Error) => void,
): void {
  if (!("error" in response)) return resolve(response);
  const error = errorOf(response.error);
  reject(error instanceof WasmError ? error : stopped(`failed: ${error.message}`, error));
}

/**
 * Runs an action after a time, counted in ticks. While a page sleeps, its worker sleeps too, so a
 * night must not count as elapsed.
 */
function afterTicks(ms: number, callback: () => void, signal: AbortSignal): void {
  let left = ms;
  const timer = setInterval(() => {
    left -= TICK_MS;
    if (left < 0) callback();
  }, TICK_MS);
  signal.addEventListener("abort", () => clearInterval(timer));
}
