// How a release comes here: in a worker where there is one, so that the page never stutters.
import { ownScript } from "../own-script.js";
import type { Progress } from "./collect.js";
import address from "./download.worker.ts?worker&url";
import { fetchVerified } from "./fetch-release.js";
import type { Release } from "./release.js";

/** What the download's worker says while it works, and at its end. */
export type Report = { received: number } | { bytes: Uint8Array<ArrayBuffer> } | { error: string };

/** A browser that starts no worker: the page does the work itself. */
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

/** A hundredth of a release comes in less time over any network that is of use. */
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
