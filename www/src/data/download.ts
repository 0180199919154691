// Downloads a release in a worker, if the browser has workers, so that the page stays responsive.
import { trustedScriptUrl } from "../trusted-script.js";
import type { WorkerMessage } from "./download.worker.js";
import address from "./download.worker.ts?worker&url";
import { fetchVerified, type Progress } from "./fetch.js";
import type { Release } from "./release.js";

/** Thrown if the browser starts no worker. The page then downloads by itself. */
class WorkerNotStarted extends Error {}

export function download(release: Release, progress: Progress): Promise<Uint8Array<ArrayBuffer>> {
  return downloadInWorker(release, progress).catch((error) => {
    if (error instanceof WorkerNotStarted) return fetchVerified(release, progress);
    throw error;
  });
}

async function downloadInWorker(release: Release, progress: Progress): Promise<Uint8Array<ArrayBuffer>> {
  const worker = startWorker();
  worker.postMessage(release);
  return bytesFrom(worker, progress).finally(() => worker.terminate());
}

function startWorker(): Worker {
  try {
    return new Worker(trustedScriptUrl(address), { type: "module" });
  } catch {
    throw new WorkerNotStarted();
  }
}

/** A usable network delivers a hundredth of a release in less time. */
const STALLED_MS = 30_000;

function bytesFrom(worker: Worker, progress: Progress): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    let hasStarted = false;
    const fail = () => reject(new Error("the download stopped"));
    let timer = setTimeout(fail, STALLED_MS);
    worker.addEventListener("error", () => reject(hasStarted ? new Error("the download stopped") : new WorkerNotStarted()));
    worker.addEventListener("message", ({ data }: MessageEvent<WorkerMessage>) => {
      hasStarted = true;
      clearTimeout(timer);
      if ("bytes" in data) return resolve(data.bytes);
      if ("error" in data) return reject(new Error(data.error));
      timer = setTimeout(fail, STALLED_MS);
      progress(data.received);
    });
  });
}
