// Downloads a release in a worker, if the browser has workers, so that the page stays responsive.
import { startWorker } from "pack-lookup/worker/start.js";

import type { WorkerMessage } from "./device-worker.js";
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

async function downloadInWorker(
  release: Release,
  progress: Progress,
): Promise<Uint8Array<ArrayBuffer>> {
  const worker = await startDownloader();
  worker.postMessage(release);
  return bytesFrom(worker, progress).finally(() => worker.terminate());
}

/** The second function is for Node, which downloads without a worker. */
async function startDownloader(): Promise<Worker> {
  if (typeof Worker !== "function") throw new WorkerNotStarted();
  return startWorker(
    () => new Worker(new URL("./device-worker.ts", import.meta.url), { type: "module" }),
    String,
  ).catch(() => {
    throw new WorkerNotStarted();
  });
}

/** A usable network delivers a hundredth of a release in less time. */
const STALLED_MS = 30_000;

function bytesFrom(worker: Worker, progress: Progress): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    let hasStarted = false;
    const fail = () => reject(new Error("the download stopped"));
    let timer = setTimeout(fail, STALLED_MS);
    worker.addEventListener("error", () =>
      reject(hasStarted ? new Error("the download stopped") : new WorkerNotStarted()),
    );
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
