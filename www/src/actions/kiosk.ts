// Kiosk mode, for a screen that many people use: large type, no history, and each answer disappears
// by itself.
import { saveKiosk } from "../common/settings.js";
import type { Host, State, Store } from "../state/state.js";

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
