// The reader of print in this browser: opened by the first picture of a visit, and closed when
// nobody has used it for a while, so that its memory is free.
import type { PrintedBox, PrintReader } from "pack-lookup/print";

import { type PrintBuild, downloadBytes, PrintDownload } from "./download.js";

/** A reader that nobody uses for this time is closed, in milliseconds. */
export const IDLE_MS = 60_000;

interface ReadOptions {
  /** Whether the picture shows little more than the expiry date and the batch. */
  guide?: boolean;
  /** The box that was read in the picture, whose small print is read now. */
  smallPrintOf?: PrintedBox;
  signal: AbortSignal;
}

export class PrintReading {
  #reader: Promise<PrintReader> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isReading = false;
  #isCloseWanted = false;

  constructor(
    private readonly build: Pick<PrintBuild, "open">,
    private readonly files: Pick<PrintDownload, "read">,
  ) {}

  /**
   * Reads a picture. A picture that is being read is abandoned: a reader cannot stop in the middle,
   * so it is closed.
   */
  async read(picture: Blob, { signal, ...options }: ReadOptions): Promise<PrintedBox> {
    if (this.#isReading) this.close();
    clearTimeout(this.#timer);
    [this.#isReading, this.#isCloseWanted] = [true, false];
    const opened = (this.#reader ??= this.#open());
    const abandon = () => this.#closeOnly(opened);
    signal.addEventListener("abort", abandon, { once: true });
    try {
      const box = await (await opened).read(picture, options);
      signal.throwIfAborted();
      return box;
    } catch (error) {
      // A worker that has failed is not used again.
      abandon();
      throw error;
    } finally {
      signal.removeEventListener("abort", abandon);
      this.#ended(opened);
    }
  }

  /** Closes the reader. The next picture opens another one. */
  close(): void {
    clearTimeout(this.#timer);
    const opened = this.#reader;
    this.#reader = undefined;
    this.#isReading = false;
    opened?.then(
      (reader) => reader.close(),
      () => {},
    );
  }

  /** Closes the reader, when it has read the current picture: nobody looks at the page. */
  hidden(): void {
    if (this.#isReading) this.#isCloseWanted = true;
    else this.close();
  }

  #closeOnly(opened: Promise<PrintReader>): void {
    if (this.#reader === opened) this.close();
  }

  #ended(opened: Promise<PrintReader>): void {
    if (this.#reader !== opened) return;
    this.#isReading = false;
    if (this.#isCloseWanted) this.close();
    else this.#timer = setTimeout(() => this.close(), IDLE_MS);
  }

  async #open(): Promise<PrintReader> {
    return this.build.open(await this.files.read());
  }
}

/** The reader of print, and its files on this device. */
export interface PrintSource {
  /** The size of the download. */
  bytes: number;
  isKept(): Promise<boolean>;
  download(progress: (share: number) => void, signal: AbortSignal): Promise<void>;
  remove(): Promise<void>;
  read(picture: Blob, options: ReadOptions): Promise<PrintedBox>;
  close(): void;
}

/** Pictures of the browser. */
export interface Pictures {
  /** Makes an address with which the page shows a picture, until `hide`. */
  show(picture: Blob): string;
  hide(address: string): void;
}

/**
 * Finds the reader of this build of the page, or `undefined` if it has none. It is closed when
 * nobody sees the page.
 */
export function printSource(build: PrintBuild | undefined): PrintSource | undefined {
  if (!build) return undefined;
  const download = new PrintDownload(build.files);
  const reading = new PrintReading(build, download);
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "hidden" && reading.hidden(),
  );
  return {
    bytes: downloadBytes(build.files),
    isKept: () => download.isKept(),
    download: (progress, signal) => download.download(progress, signal),
    remove: () => download.remove(),
    read: (picture, options) => reading.read(picture, options),
    close: () => reading.close(),
  };
}

export const browserPictures: Pictures = {
  show: (picture) => URL.createObjectURL(picture),
  hide: (address) => URL.revokeObjectURL(address),
};
