// What a person had begun about an answer, kept when another answer takes its place on the screen.
import { type NotesState, openedPack, type Tying } from "./notes.js";
import { type Draft, draftFor } from "../report/draft.js";
import type { Answer } from "../lookup/answer.js";

export type Kept =
  | { is: "report"; answer: Answer; draft: Draft }
  /** `answer` is the pack that the person had opened for the code. */
  | { is: "tying"; tying: Tying; answer?: Answer | undefined };

/** The parts of the state that a new answer changes. */
interface Begun {
  answer?: Answer | undefined;
  report?: Draft | undefined;
  notes: NotesState;
  kept: readonly Kept[];
  isKiosk: boolean;
}

/**
 * Returns the changes of the state with which the next answer is shown: a report of the last one
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

/** Returns whether two answers are about the same code, with the same outcome. */
function isSame({ request, outcome }: Answer, next: Answer): boolean {
  const isSameCode =
    request.by === "code" && next.request.by === "code" && request.text === next.request.text;
  return isSameCode && outcome.is === next.outcome.is;
}

/** Returns whether a person has changed anything in a report. */
function isBegun({ outcome }: Answer, draft: Draft): boolean {
  const first = draftFor(outcome);
  return (
    draft.problem !== first?.problem ||
    draft.box !== first?.box ||
    draft.withExpiry ||
    draft.withSerial
  );
}
