// What a person had begun before another answer came: to go on with it, or to discard it.
import type { Kept } from "../state/kept.js";
import type { Host, Store } from "../state/state.js";

export class KeptDrafts {
  constructor(
    private readonly store: Store,
    private readonly host: Pick<Host, "focus" | "announce">,
  ) {}

  /** Shows what was begun, with the answer that it is about. */
  resume(one: Kept): void {
    this.#drop(one);
    const { notes } = this.store.state;
    if (one.is === "report") {
      this.store.set({ view: "look-up", answer: one.answer, report: one.draft });
      return this.host.focus("report-title");
    }
    this.store.set({ view: "look-up", notes: { ...notes, tying: one.tying } });
    if (!one.answer) return this.store.tell("restarted", undefined);
    this.store.set({ answer: one.answer });
    this.host.focus("result-name");
  }

  discard(one: Kept): void {
    this.#drop(one);
    this.host.announce({ text: "Discarded", isWarning: false });
  }

  #drop(one: Kept): void {
    this.store.set({ kept: this.store.state.kept.filter((other) => other !== one) });
  }

  clear(): void {
    this.store.set({ kept: [] });
  }
}
