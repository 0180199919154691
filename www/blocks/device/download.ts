// Downloads a release in a worker, if the browser has workers, so that the page stays responsive.
import { startWorker } from "pack-lookup/worker/start.js";

import type { WorkerMessage } from "./device-worker.js";
import { fetchVerified, type Progress } from "./fetch.js";
import { CHANNEL } from "./in-turn.js";
import type { Release } from "./types.js";

/** Thrown if the browser starts no worker. The page then downloads by itself. */
class WorkerNotStarted extends Error {}

type Bytes = Uint8Array<ArrayBuffer>;

/** After `close`, a download goes on for this time, so that the next start takes it over. */
const UNUSED_MS = 3_000;

/** A download of this page, and who shows its progress. */
class Download {
  readonly #users = new Set<Progress>();
  readonly #ended = new AbortController();
  readonly bytes: Promise<Bytes>;

  constructor(readonly release: Release) {
    const progress = (received: number) => {
      for (const show of this.#users) show(received);
    };
    const { signal } = this.#ended;
    this.bytes = downloadInWorker(release, progress, signal).catch((error) => {
      if (error instanceof WorkerNotStarted) return fetchVerified(release, progress);
      throw error;
    });
    this.bytes.then(
      () => this.#users.size > 0 && this.end(),
      () => this.end(),
    );
  }

  use(progress: Progress, signal: AbortSignal): Promise<Bytes> {
    this.#users.add(progress);
    signal.addEventListener("abort", () => {
      this.#users.delete(progress);
      if (running === this) this.#endUnlessUsed();
    });
    return this.bytes;
  }

  /** Ends the download after a time, or when another page begins its own, if nobody uses it. */
  #endUnlessUsed(): void {
    const channel = new BroadcastChannel(CHANNEL);
    const end = () => {
      channel.close();
      if (this.#users.size === 0) this.end();
    };
    channel.onmessage = end;
    setTimeout(end, UNUSED_MS);
  }

  end(): void {
    this.#ended.abort();
    if (running === this) running = undefined;
  }
}

let running: Download | undefined;

/** Downloads a release, or takes over its download from a request that was aborted. */
export function download(
  release: Release,
  progress: Progress,
  signal: AbortSignal,
): Promise<Bytes> {
  if (running?.release.sha256 !== release.sha256) running?.end();
  running ??= new Download(release);
  return running.use(progress, signal);
}

async function downloadInWorker(
  release: Release,
  progress: Progress,
  signal: AbortSignal,
): Promise<Bytes> {
  const worker = await startDownloader();
  const end = () => worker.terminate();
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  worker.postMessage(release);
  return bytesFrom(worker, progress).finally(end);
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

function bytesFrom(worker: Worker, progress: Progress): Promise<Bytes> {
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
