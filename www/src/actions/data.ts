// The dataset: the kept one at the start, a new one when it is asked for.
import type { OpenRelease } from "../data/dataset.js";
import type { Release } from "../data/release.js";
import type { Store } from "../store.js";
import type { Host } from "./host.js";

/** Where datasets come from. */
export interface Datasets {
  openKept(): Promise<OpenRelease | undefined>;
  offered(): Promise<Release>;
  install(release: Release, progress: (received: number) => void): Promise<OpenRelease>;
}

export class Data {
  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly datasets: Datasets,
    private readonly opened: () => void,
  ) {}

  async start(): Promise<void> {
    const kept = await this.datasets.openKept();
    if (!kept) return this.#firstDownload();
    this.#use(kept);
    const offer = await this.datasets.offered().catch(() => undefined);
    if (offer && offer.sha256 !== kept.release.sha256) this.store.set({ offer });
  }

  download(): void {
    const { offer } = this.store.state;
    void (offer ? this.#install(offer) : this.#firstDownload());
  }

  dismissOffer(): void {
    this.store.set({ offer: undefined });
  }

  async #firstDownload(): Promise<void> {
    try {
      await this.#install(await this.datasets.offered());
    } catch (error) {
      this.#fail(error);
    }
  }

  async #install(release: Release): Promise<void> {
    const progress = (received: number) => this.store.set({ data: { is: "downloading", release, received } });
    try {
      progress(0);
      this.#use(await this.datasets.install(release, progress));
    } catch (error) {
      this.#fail(error);
    }
  }

  #use({ release, packs }: OpenRelease): void {
    const previous = this.store.state.packs;
    this.store.set({ packs, release, data: { is: "ready" }, offer: undefined });
    previous?.close();
    this.opened();
  }

  #fail(error: unknown): void {
    const reason = this.host.isOnline() ? `${(error as Error).message}.` : "There is no network.";
    this.store.set({ data: { is: "failed", reason } });
  }
}
