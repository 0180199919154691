// The page itself: its views, the short notices at its foot, and kiosk mode.
import type { ReleaseList } from "../data/releases.js";
import type { View } from "../state/page.js";
import type { Host, Store, State } from "../state/state.js";
import { saveKiosk } from "../common/settings.js";

/** The time after which a notice disappears if it is elsewhere on the page, in milliseconds. */
export const NOTICE_MS = 8000;
/** What has happened, and what to do. */
export const NEWER_VERSION = ["A new version of this page is ready", "Reload to use it"] as const;

export class Page {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isPassing = false;

  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly fetchReleases: () => Promise<ReleaseList | undefined>,
  ) {
    store.on("warning", (text) => this.#show(text, { isPassing: false }));
    store.on("notice", (text) => this.#show(text, { isPassing: true }));
  }

  go(view: View): void {
    this.store.set({ view });
    this.host.focus(`${view}-title`);
    this.host.scrollToTop();
    if (view === "about")
      void this.fetchReleases().then((releaseList) => this.store.set({ releaseList }));
  }

  async copy(text: string, message: string): Promise<void> {
    await this.host.copy(text).then(
      () => this.store.tell("notice", message),
      () =>
        this.store.tell(
          "warning",
          "This browser did not allow copying. Select the text and copy it",
        ),
    );
  }

  /** Keeps the notice while the pointer or the focus is on it. */
  holdNotice(): void {
    clearTimeout(this.#timer);
  }

  /** Lets the notice disappear after its time again. */
  releaseNotice(): void {
    clearTimeout(this.#timer);
    if (this.#isPassing) this.#timer = setTimeout(() => this.hideNotice(), NOTICE_MS);
  }

  hideNotice(): void {
    clearTimeout(this.#timer);
    this.store.set({ notice: undefined });
  }

  /** Shows a notice, and announces it: at once if it is nowhere else. */
  #show(notice: string, { isPassing }: { isPassing: boolean }): void {
    this.#isPassing = isPassing;
    this.releaseNotice();
    this.store.set({ notice });
    this.host.announce({ text: notice, isWarning: !isPassing });
  }

  updateReady(updatePage: () => void): void {
    const isAnnounced = this.store.state.updatePage !== undefined;
    this.store.set({ updatePage });
    if (!isAnnounced) this.host.announce({ text: NEWER_VERSION.join(". "), isWarning: false });
  }
}

/** The time after which a screen that nobody touches is cleared, in milliseconds. */
export const CLEAR_AFTER_MS = 60_000;

export class Kiosk {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown: unknown[] = [];

  constructor(
    private readonly store: Store,
    private readonly host: Pick<Host, "setFullScreen" | "scrollToTop" | "announce">,
    private readonly clear: () => void,
  ) {}

  start(): void {
    saveKiosk(true);
    this.store.set({ isKiosk: true });
    this.host.setFullScreen(true);
    this.#clearNow();
    this.host.announce({ text: "Kiosk mode is on", isWarning: false });
  }

  stop(): void {
    saveKiosk(false);
    clearTimeout(this.#timer);
    this.store.set({ isKiosk: false });
    this.host.setFullScreen(false);
    this.host.announce({ text: "Kiosk mode is off", isWarning: false });
  }

  /** Restarts the time after a change of what is shown. */
  changed({ answer, found, query, view, counted, print, notice }: State): void {
    const shown = [answer, found, query, view, counted, print, notice];
    if (shown.every((value, at) => value === this.#shown[at])) return;
    this.#shown = shown;
    this.used();
  }

  /** Restarts the time, because somebody uses the screen. */
  used(): void {
    clearTimeout(this.#timer);
    if (this.store.state.isKiosk) this.#timer = setTimeout(() => this.#clearNow(), CLEAR_AFTER_MS);
  }

  #clearNow(): void {
    this.clear();
    this.store.set({ notice: undefined });
    this.host.scrollToTop();
  }
}
