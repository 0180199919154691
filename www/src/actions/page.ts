// The page itself: its views, and the short notices at its foot.
import type { Served } from "../data/served.js";
import type { View } from "../state.js";
import type { Store } from "../store.js";
import type { Host } from "./host.js";

const NOTICE_MS = 8000;

export class Page {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly served: () => Promise<Served | undefined>,
  ) {}

  go(view: View): void {
    this.store.set({ view });
    this.host.focus(`${view}-title`);
    this.host.scrollToTop();
    if (view === "about") void this.served().then((served) => this.store.set({ served }));
  }

  async copy(text: string, said: string): Promise<void> {
    await this.host.copy(text).then(
      () => this.notify(said),
      () => this.notify("This browser did not allow copying"),
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
    this.host.say({ text, isWarning: true });
  }

  dismissNotice(): void {
    this.store.set({ notice: undefined });
  }

  updateReady(updatePage: () => void): void {
    this.store.set({ updatePage });
  }
}
