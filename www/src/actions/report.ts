// A report about the current answer. The page sends nothing: people copy, share or mail the text.
import type { Pack } from "pack-lookup/core";

import { MAX_QUERY_LENGTH } from "../lookup/outcome.js";
import { choicesOf, type Draft, draftFor, mayHavePatientNumber } from "../report/draft.js";
import type { Host, Store } from "../state/state.js";

/** The number of letters from which packs are proposed, and of proposed packs. */
const MIN_LETTERS = 3;
const PROPOSED = 8;

export class Report {
  constructor(
    private readonly store: Store,
    private readonly host: Pick<Host, "focus" | "announce" | "shareText">,
  ) {}

  /** Opens the form. */
  open(): void {
    const { answer } = this.store.state;
    this.store.set({ report: answer && draftFor(answer.outcome) });
    this.host.focus("report-title");
  }

  /** Closes the form. What was typed in it is lost. */
  cancel(): void {
    this.store.set({ report: undefined });
    this.host.focus("report-open");
  }

  change(change: Partial<Draft>): void {
    const { report } = this.store.state;
    if (report) this.store.set({ report: { ...report, ...change } });
  }

  /** Sets what the box says. A text that is the name of a proposed pack chooses this pack. */
  describeBox(box: string): void {
    const { report } = this.store.state;
    if (!report) return;
    const proposed = this.#packsFor(box);
    const boxPack = [...report.proposed, ...proposed].find(({ name }) => name === box);
    this.change({ box, boxPack, proposed });
    if (mayHavePatientNumber(box) && !mayHavePatientNumber(report.box))
      this.host.announce({ text: PATIENT_NUMBER, isWarning: true });
  }

  async share(text: string): Promise<void> {
    await this.host.shareText(text).catch((error: Error) => {
      if (error.name !== "AbortError")
        this.store.tell("warning", "This browser cannot share the report. Copy it instead");
    });
  }

  #packsFor(box: string): Pack[] {
    const { answer, packs } = this.store.state;
    if (box.trim().length < MIN_LETTERS || !packs) return answer ? choicesOf(answer.outcome) : [];
    return packs.search(box.slice(0, MAX_QUERY_LENGTH), { limit: PROPOSED }).packs;
  }
}

/** The message about a number that may be a patient's. */
export const PATIENT_NUMBER = "This may be an NHS number. Remove it";
