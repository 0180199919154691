// Decompresses and hashes a release off the page's thread.
import { sha256 } from "@noble/hashes/sha2.js";

import { fetchRelease, hexadecimal, requireDigest } from "./fetch.js";
import type { Release } from "./types.js";

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
    // It is computed while the bytes arrive, and without HTTPS, which SHA-256 of browsers cannot do.
    const digest = sha256.create();
    const bytes = await fetchRelease(
      release,
      (received) => send({ received }),
      (chunk) => digest.update(chunk),
    );
    requireDigest(release, hexadecimal(digest.digest()));
    send({ bytes }, [bytes.buffer]);
  } catch (error) {
    send({ error: (error as Error).message });
  }
});
