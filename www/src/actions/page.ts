// The page itself: its views, and the short notices at its foot.
import type { ReleaseList } from "../data/release-list.js";
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
    if (view === "about")
      void this.fetchReleases().then((releaseList) => this.store.set({ releaseList }));
  }

  async copy(text: string, message: string): Promise<void> {
    await this.host.copy(text).then(
      () => this.notify(message),
      () => this.notify("This browser did not allow copying. Select the text and copy it"),
    );
  }

  /** Shows a notice for a few seconds, and announces it. */
  notify(text: string): void {
    this.#show(text, false);
  }

  /** Shows a notice, and announces it at once, because it must not be missed. */
  warn(text: string): void {
    this.#show(text, true);
  }

  #show(notice: string, isWarning: boolean): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.store.set({ notice: undefined }), NOTICE_MS);
    this.store.set({ notice });
    this.host.announce({ text: notice, isWarning });
  }

  updateReady(updatePage: () => void): void {
    this.store.set({ updatePage });
  }
}
