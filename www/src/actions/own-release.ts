// A release that somebody brings: made into the dataset in use, or told in one sentence why not.
import type { OpenRelease } from "../data/dataset.js";
import type { ImportProgress, OwnRelease } from "../data/own.js";
import type { Store } from "../store.js";
import type { Host } from "./host.js";

export type Import = (file: File, progress: (progress: ImportProgress) => void, signal: AbortSignal) => Promise<OwnRelease>;

export class OwnReleases {
  #stop: AbortController | undefined;

  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly importOwn: Import,
    private readonly use: (opened: OpenRelease) => void,
  ) {}

  /** One at a time: another file takes the place of the one before. */
  async bring(file: File): Promise<void> {
    this.cancel();
    const { signal } = (this.#stop = new AbortController());
    const { name } = file;
    const progress = (progress: ImportProgress) => this.store.set({ own: { is: "importing", name, progress } });
    this.store.set({ own: { is: "importing", name }, view: "look-up" });
    try {
      const { opened, report } = await this.importOwn(file, progress, signal);
      this.store.set({ own: { is: "imported", report } });
      this.use(opened);
    } catch (error) {
      if (!signal.aborted) this.#fail(error as Error);
    }
  }

  cancel(): void {
    this.#stop?.abort();
    this.dismiss();
  }

  dismiss(): void {
    this.store.set({ own: undefined });
  }

  #fail({ message }: Error): void {
    this.store.set({ own: { is: "failed", reason: message } });
    this.host.say({ text: `This is no release that can be used: ${message}`, isWarning: true });
  }
}
