// Decompresses and hashes a release off the page's thread.
import type { Report } from "./download.js";
import { fetchVerified } from "./fetch-release.js";
import type { Release } from "./release.js";

const report = (message: Report, transfer: Transferable[] = []) => postMessage(message, { transfer });

addEventListener("message", async ({ data: release }: MessageEvent<Release>) => {
  try {
    report({ received: 0 });
    const bytes = await fetchVerified(release, (received) => report({ received }));
    report({ bytes }, [bytes.buffer]);
  } catch (error) {
    report({ error: (error as Error).message });
  }
});
