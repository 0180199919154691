// Downloads a release in a worker, if the browser has workers, so that the page stays responsive.
import { ownScript } from "../own-script.js";
import type { Progress } from "./collect.js";
import address from "./download.worker.ts?worker&url";
import { fetchVerified } from "./fetch-release.js";
import type { Release } from "./release.js";

/** A message of the download worker: its progress, and its result. */
export type Report = { received: number } | { bytes: Uint8Array<ArrayBuffer> } | { error: string };

/** Thrown if the browser starts no worker. The page then downloads by itself. */
class NotStarted extends Error {}

export function download(release: Release, progress: Progress): Promise<Uint8Array<ArrayBuffer>> {
  return downloadInWorker(release, progress).catch((error) => {
    if (error instanceof NotStarted) return fetchVerified(release, progress);
    throw error;
  });
}

async function downloadInWorker(release: Release, progress: Progress): Promise<Uint8Array<ArrayBuffer>> {
  const worker = startWorker();
  worker.postMessage(release);
  return reports(worker, progress).finally(() => worker.terminate());
}

function startWorker(): Worker {
  try {
    return new Worker(ownScript(address), { type: "module" });
  } catch {
    throw new NotStarted();
  }
}

/** A usable network delivers a hundredth of a release in less time. */
const STALLED_MS = 30_000;

function reports(worker: Worker, progress: Progress): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    let hasStarted = false;
    const stalled = () => reject(new Error("the download came to a stop"));
    let timer = setTimeout(stalled, STALLED_MS);
    worker.addEventListener("error", () => reject(hasStarted ? new Error("the download broke off") : new NotStarted()));
    worker.addEventListener("message", ({ data }: MessageEvent<Report>) => {
      hasStarted = true;
      clearTimeout(timer);
      if ("bytes" in data) return resolve(data.bytes);
      if ("error" in data) return reject(new Error(data.error));
      timer = setTimeout(stalled, STALLED_MS);
      progress(data.received);
    });
  });
}
