// Decompresses and hashes a release off the page's thread.
import type { WorkerMessage } from "./download.js";
import { fetchVerified } from "./fetch-release.js";
import type { Release } from "./release.js";

const send = (message: WorkerMessage, transfer: Transferable[] = []) => postMessage(message, { transfer });

addEventListener("message", async ({ data: release }: MessageEvent<Release>) => {
  try {
    send({ received: 0 });
    const bytes = await fetchVerified(release, (received) => send({ received }));
    send({ bytes }, [bytes.buffer]);
  } catch (error) {
    send({ error: (error as Error).message });
  }
});
