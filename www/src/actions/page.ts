// The page itself: its views, and the short notices at its foot.
import type { ReleaseList } from "../data/fetch.js";
import type { Host, Store, View } from "../state.js";

const NOTICE_MS = 8000;

export class Page {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly fetchReleases: () => Promise<ReleaseList | undefined>,
  ) {}

  go(view: View): void {
    this.store.set({ view });
    this.host.focus(`${view}-title`);
    this.host.scrollToTop();
    if (view === "about") void this.fetchReleases().then((releaseList) => this.store.set({ releaseList }));
  }

  async copy(text: string, message: string): Promise<void> {
    await this.host.copy(text).then(
      () => this.notify(message),
      () => this.notify("This browser did not allow copying. Select the text and copy it"),
    );
  }

  /** Shows a notice for a few seconds. */
  notify(text: string, undo?: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.dismissNotice(), NOTICE_MS);
    this.store.set({ notice: { text, ...(undo && { undo }) } });
  }

  /** Shows a notice and announces it, because it must not be missed. */
  warn(text: string): void {
    this.notify(text);
    this.host.announce({ text, isWarning: true });
  }

  dismissNotice(): void {
    this.store.set({ notice: undefined });
  }

  updateReady(updatePage: () => void): void {
    this.store.set({ updatePage });
  }
}
