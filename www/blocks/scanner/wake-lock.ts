// Keeps the screen on while the camera scans: a phone on a shelf would otherwise go dark between
// two boxes.

export class WakeLock {
  #lock: WakeLockSentinel | undefined;
  #isWanted = false;

  /**
   * Keeps the screen on, if the browser can. It ends by itself when the page is hidden, so call
   * this again when the page is visible.
   */
  async hold(): Promise<void> {
    this.#isWanted = true;
    if (this.#lock && !this.#lock.released) return;
    // A battery saver may refuse it. Scanning works without it.
    const lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
    if (this.#isWanted) this.#lock = lock;
    else void lock?.release();
  }

  release(): void {
    this.#isWanted = false;
    void this.#lock?.release();
    this.#lock = undefined;
  }
}
