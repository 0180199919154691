// The download of the reader of print, if the build of the page has it: asked for once, kept on
// this device, and removed when the person says so. The service worker keeps and updates the files
// as it does the files of the page.
import type { openPrintReader } from "pack-lookup/print";

/** The cache of the files. It exists only after a person has downloaded the reader. */
export const PRINT_CACHE = "pack-lookup-print";

/** The names that the build gives to the files: compressed models and WebAssembly, and scripts. */
const PRINT_FILE = /\/assets\/print-[\w-]+\.(?:bin|js)$/;

/** Reports whether a path or an address is of a file of the reader. */
export const isPrintFile = (url: string): boolean => PRINT_FILE.test(`/${url.replace(/^\//, "")}`);

/** The message with which the page asks the service worker to keep the scripts, too. */
export const KEEP_PRINT = "KEEP_PRINT";

/** A file that the reader needs, compressed with gzip. */
interface PrintFile {
  url: string;
  /** The size of the download, in bytes. */
  bytes: number;
}

export interface PrintBuild {
  files: Record<"wasm" | "detection" | "recognition", PrintFile>;
  /** Loads the script of the reader, and opens it. */
  open: typeof openPrintReader;
}

/** Computes the size of the whole download, in bytes. */
export const downloadBytes = (files: PrintBuild["files"]): number =>
  Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);

/** Receives the share of the download that has arrived, from 0 to 1. */
type DownloadProgress = (share: number) => void;

/** The files of the reader, compressed. Its worker decompresses them: that would block the page. */
type PrintFiles = Record<keyof PrintBuild["files"], Blob>;

export class PrintDownload {
  /** Compressed files that this browser could not store. */
  readonly #unstored = new Map<string, Blob>();

  constructor(private readonly files: PrintBuild["files"]) {}

  /** Reports whether every file is on this device. */
  async isKept(): Promise<boolean> {
    const kept = await Promise.all(this.#list.map(({ url }) => this.#stored(url)));
    return kept.every((file) => file !== undefined);
  }

  /** Downloads the files that are not on this device yet. */
  async download(progress: DownloadProgress, signal: AbortSignal): Promise<void> {
    const total = downloadBytes(this.files);
    let received = 0;
    const add = (bytes: number) => progress(Math.min(1, (received += bytes) / total));
    for (const file of this.#list) {
      const stored = await this.#stored(file.url);
      if (stored) add(stored.size);
      else await this.#keep(file.url, await fetchBlob(file, add, signal));
    }
    await askServiceWorkerToKeep();
  }

  async read(): Promise<PrintFiles> {
    const names = Object.keys(this.files) as (keyof PrintFiles)[];
    const entries = await Promise.all(
      names.map(async (name) => [name, await this.#fileOf(this.files[name])]),
    );
    return Object.fromEntries(entries);
  }

  /** Deletes the files from this device. */
  async remove(): Promise<void> {
    this.#unstored.clear();
    if ("caches" in globalThis) await caches.delete(PRINT_CACHE);
  }

  get #list(): PrintFile[] {
    return Object.values(this.files);
  }

  async #stored(url: string): Promise<Blob | undefined> {
    const response = await match(url).catch(() => undefined);
    return response ? response.blob() : this.#unstored.get(url);
  }

  /**
   * Stores a file. If the storage is full or blocked, the file is in memory until the page closes.
   */
  async #keep(url: string, file: Blob): Promise<void> {
    await put(url, file).catch(() => this.#unstored.set(url, file));
  }

  async #fileOf({ url }: PrintFile): Promise<Blob> {
    const file = await this.#stored(url);
    if (!file) throw new Error("the print reader is not on this device any more");
    return file;
  }
}

/**
 * Finds a stored file, without making a cache: it shows the service worker that the person wants
 * the reader. Pages without HTTPS have none.
 */
const match = async (url: string): Promise<Response | undefined> =>
  caches.match(url, { cacheName: PRINT_CACHE });

const put = async (url: string, file: Blob): Promise<void> =>
  (await caches.open(PRINT_CACHE)).put(url, new Response(file));

async function fetchBlob(
  { url, bytes }: PrintFile,
  received: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const response = await fetch(url, { signal });
  if (!response.ok || !response.body)
    throw new Error(`the server answered ${url} with status ${response.status}`);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    received(value.length);
  }
  const file = new Blob(chunks);
  if (file.size < bytes) throw new Error("the download ended early");
  return file;
}

/** The service worker knows the scripts of the reader. Without one, the page has no offline use. */
async function askServiceWorkerToKeep(): Promise<void> {
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration();
  registration?.active?.postMessage({ type: KEEP_PRINT });
}
