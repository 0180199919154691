// Decompresses and hashes a release off the page's thread.
import { fetchVerified } from "./fetch.js";
import type { Release } from "./release.js";

/** A message to the page: the progress, or the result. */
export type WorkerMessage =
  | { received: number }
  | { bytes: Uint8Array<ArrayBuffer> }
  | { error: string };

const send = (message: WorkerMessage, transfer: Transferable[] = []) =>
  postMessage(message, { transfer });

addEventListener("message", async ({ data: release }: MessageEvent<Release>) => {
  try {
    send({ received: 0 });
    const bytes = await fetchVerified(release, (received) => send({ received }));
    send({ bytes }, [bytes.buffer]);
  } catch (error) {
    send({ error: (error as Error).message });
  }
});
