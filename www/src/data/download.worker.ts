// Fetches one release, and hands over none of it before its digest is right.
import type { Progress, Report } from "./download.js";
import type { Release } from "./release.js";

const report = (message: Report, transfer: Transferable[] = []) => postMessage(message, { transfer });

addEventListener("message", async ({ data: release }: MessageEvent<Release>) => {
  try {
    const bytes = await fetchVerified(release, (received) => report({ received }));
    report({ bytes }, [bytes.buffer]);
  } catch (error) {
    report({ error: (error as Error).message });
  }
});

async function fetchVerified(release: Release, progress: Progress): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(release.url);
  if (!response.ok || !response.body) throw new Error(`the dataset was answered with status ${response.status}`);
  const body = response.body.pipeThrough(new DecompressionStream("gzip"));
  const bytes = await collect(body, release.bytes, byHundredths(release.bytes, progress));
  if ((await sha256(bytes)) !== release.sha256) throw new Error("the download is damaged");
  return bytes;
}

/** A bar on a screen has no use for more. */
function byHundredths(size: number, progress: Progress): Progress {
  let told = 0;
  return (received) => {
    if (received - told < size / 100) return;
    told = received;
    progress(received);
  };
}

async function collect(
  body: ReadableStream<Uint8Array>,
  size: number,
  progress: Progress,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  let received = 0;
  for (const reader = body.getReader(); ; ) {
    const { done, value } = await reader.read().catch(() => {
      throw new Error("the download is damaged or ended early");
    });
    if (done) break;
    if (received + value.length > size) throw new Error("the download is longer than announced");
    bytes.set(value, received);
    received += value.length;
    progress(received);
  }
  if (received < size) throw new Error("the download ended early");
  return bytes;
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
