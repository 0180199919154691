// A release file from the user: imported into a dataset, or rejected with one sentence.
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

  /** Imports a file. It cancels an import that is under way. */
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
