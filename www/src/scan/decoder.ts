import type { Symbol } from "./agreement.js";

interface Reply {
  id: number;
  symbols?: Symbol[];
  error?: string;
}

/** The decoder in its worker. It starts with the first image, so that a page without scans never loads it. */
export class Decoder {
  #worker: Worker | undefined;
  #lastId = 0;

  decode(image: ImageData): Promise<Symbol[]> {
    this.#worker ??= new Worker(new URL("./decode.worker.ts", import.meta.url), { type: "module" });
    const reply = this.#replyTo(++this.#lastId, this.#worker);
    this.#worker.postMessage({ id: this.#lastId, image }, [image.data.buffer]);
    return reply;
  }

  #replyTo(id: number, worker: Worker): Promise<Symbol[]> {
    return new Promise((resolve, reject) => {
      const stop = new AbortController();
      const settle = (settled: () => void) => {
        stop.abort();
        settled();
      };
      const onMessage = ({ data }: MessageEvent<Reply>) => {
        if (data.id === id) settle(() => (data.symbols ? resolve(data.symbols) : reject(new Error(data.error))));
      };
      worker.addEventListener("message", onMessage, { signal: stop.signal });
      worker.addEventListener("error", () => settle(() => reject(new Error("the decoder did not start"))), {
        signal: stop.signal,
      });
    });
  }
}
