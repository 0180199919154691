// What the server offers, and how it comes here.
import type { Release } from "./release.js";

export type Progress = (received: number) => void;

/** What the download's worker says while it works, and at its end. */
export type Report = { received: number } | { bytes: Uint8Array<ArrayBuffer> } | { error: string };

export async function offeredRelease(): Promise<Release> {
  const response = await fetch("/dataset.json", { cache: "no-cache" });
  if (!response.ok) throw new Error(`/dataset.json was answered with status ${response.status}`);
  return response.json();
}

/** Millions of bytes are unpacked and summed up away from the page's thread, so that it never stutters. */
export function download(release: Release, progress: Progress): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL("./download.worker.ts", import.meta.url), { type: "module" });
  const bytes = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    worker.addEventListener("error", () => reject(new Error("the download did not start")));
    worker.addEventListener("message", ({ data }: MessageEvent<Report>) => {
      if ("received" in data) progress(data.received);
      else if ("bytes" in data) resolve(data.bytes);
      else reject(new Error(data.error));
    });
  });
  worker.postMessage(release);
  return bytes.finally(() => worker.terminate());
}
