// A release file from the user: imported into a dataset, or rejected with one sentence.
import type { ImportedRelease, ImportProgress, OpenRelease } from "blocks/device/dataset.js";

import type { Host, Store } from "../state/state.js";

export type Import = (
  file: File,
  progress: (progress: ImportProgress) => void,
  signal: AbortSignal,
) => Promise<ImportedRelease>;

export const NOW_USED = "You are now using your release";

export class ReleaseImport {
  #abort: AbortController | undefined;

  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly importReleaseFile: Import,
    private readonly use: (opened: OpenRelease) => void,
  ) {}

  /** Imports a file. It cancels an import that is under way. */
  async importFile(file: File): Promise<void> {
    this.cancel();
    const { signal } = (this.#abort = new AbortController());
    const { name } = file;
    const progress = (progress: ImportProgress) =>
      this.store.set({ releaseImport: { is: "importing", name, progress } });
    this.store.set({ releaseImport: { is: "importing", name }, view: "look-up" });
    try {
      const { opened, report } = await this.importReleaseFile(file, progress, signal);
      this.store.set({ releaseImport: { is: "imported", report } });
      this.host.announce({ text: NOW_USED, isWarning: false });
      this.use(opened);
    } catch (error) {
      if (!signal.aborted) this.#fail(error as Error);
    }
  }

  cancel(): void {
    this.#abort?.abort();
    this.dismiss();
  }

  dismiss(): void {
    this.store.set({ releaseImport: undefined });
  }

  #fail({ message }: Error): void {
    this.store.set({ releaseImport: { is: "failed", reason: message } });
    this.host.announce({ text: `This file cannot be used: ${message}`, isWarning: true });
  }
}
