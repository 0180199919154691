// Fetching what the server offers, and trusting none of it before its digest is right.
import type { Release } from "./release.js";

export type Progress = (received: number) => void;

/** The bytes that came are not the ones that were announced. */
export class TornDownload extends Error {}

export async function offeredRelease(): Promise<Release> {
  const response = await fetch("/dataset.json", { cache: "no-cache" });
  if (!response.ok) throw new Error(`/dataset.json was answered with status ${response.status}`);
  return response.json();
}

export async function download(release: Release, progress: Progress): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(release.url);
  if (!response.ok || !response.body) throw new Error(`the dataset was answered with status ${response.status}`);
  const bytes = await collect(response.body.pipeThrough(new DecompressionStream("gzip")), release.bytes, progress);
  if ((await sha256(bytes)) !== release.sha256) throw new TornDownload("the download is damaged");
  return bytes;
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
      throw new TornDownload("the download is damaged or ended early");
    });
    if (done) break;
    if (received + value.length > size) throw new TornDownload("the download is longer than announced");
    bytes.set(value, received);
    received += value.length;
    progress(received);
  }
  if (received < size) throw new TornDownload("the download ended early");
  return bytes;
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
