// What a person had begun before another answer came, kept to go on with it or to discard it.
import type { Host, Store } from "../state/state.js";
import type { Kept } from "../state/lookup.js";
import { type NotesState, openedPack } from "../state/records.js";
import { type Draft, draftFor } from "../report/draft.js";
import type { Answer } from "../lookup/answer.js";

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
    if (!one.answer) return this.store.tell("restarted");
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

/** The parts of the state that a new answer changes. */
interface Begun {
  answer?: Answer | undefined;
  report?: Draft | undefined;
  notes: NotesState;
  kept: readonly Kept[];
  isKiosk: boolean;
}

/**
 * Builds the changes of the state with which the next answer is shown: a report of the last one
 * and a code that is being tied are kept. Nothing is kept at a shared screen.
 */
export function withKept(state: Begun, next: Answer): Partial<Begun> {
  if (state.isKiosk) return { report: undefined, notes: { ...state.notes, tying: undefined } };
  const kept = [...state.kept];
  const { answer, report, notes } = state;
  if (answer && report && isSame(answer, next)) return {};
  if (answer && report && isBegun(answer, report))
    kept.push({ is: "report", answer, draft: report });
  if (!notes.tying || next.request.by !== "code") return { kept, report: undefined };
  const opened = openedPack(answer) ? answer : undefined;
  kept.push({ is: "tying", tying: notes.tying, answer: opened });
  return { kept, report: undefined, notes: { ...notes, tying: undefined } };
}

/** Reports whether two answers are about the same code, with the same outcome. */
function isSame({ request, outcome }: Answer, next: Answer): boolean {
  const isSameCode =
    request.by === "code" && next.request.by === "code" && request.text === next.request.text;
  return isSameCode && outcome.is === next.outcome.is;
}

/** Reports whether a person has changed anything in a report. */
function isBegun({ outcome }: Answer, draft: Draft): boolean {
  const first = draftFor(outcome);
  return (
    draft.problem !== first?.problem ||
    draft.box !== first?.box ||
    draft.withExpiry ||
    draft.withSerial
  );
}
