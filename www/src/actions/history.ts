// The history: past answers, stored on this device only.
import { toGtin14 } from "blocks/gtin.js";
import { count, today } from "../common/format.js";
import {
  applyChange,
  type Change,
  clearedText,
  type Entry,
  entryOf,
  keyOf,
  mergeEntries,
  without,
} from "../history/entries.js";
import { files, type Format } from "../history/export.js";
import type { Answer, TimedRequest } from "../lookup/answer.js";
import type { Outcome } from "../lookup/outcome.js";
import { ROWS_SHOWN } from "../state/page.js";
import type { Host, Store } from "../state/state.js";
import type { AnswerLog } from "./look-up.js";

/** The storage of rows. Each promise may reject: private windows refuse a database. */
export interface Rows {
  /** Reads all rows, the newest first. */
  allEntries(): Promise<Entry[]>;
  putEntries(entries: Entry[]): Promise<void>;
  /** Deletes the rows between two keys, both included. */
  clearEntries(oldest: string, newest: string): Promise<void>;
  /** Calls `changed` for each change by another tab, after it is stored. */
  watchEntries(changed: (change: Change) => void): void;
}

export class History implements Omit<AnswerLog, "watchMatches"> {
  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly rows: Rows,
  ) {}

  async start(): Promise<void> {
    this.rows.watchEntries((change) =>
      this.store.set({ history: applyChange(this.#entries, change) }),
    );
    const stored = await this.rows.allEntries().catch(() => this.#reportNotStored());
    // Scans may have arrived while the rows were read.
    if (stored) this.store.set({ history: mergeEntries(stored, this.#entries) });
  }

  record(answer: Answer): string | undefined {
    // The next person at a shared screen must not see what others looked up.
    const entry = this.store.state.isKiosk
      ? undefined
      : entryOf(answer, answer.entry ?? keyOf(answer.at));
    if (!entry) return undefined;
    this.store.set({ history: mergeEntries(this.#entries, [entry]) });
    this.#save([entry]);
    this.store.tell("recorded", entry);
    return entry.key;
  }

  previousScanAt = (outcome: Outcome, { entry, at }: TimedRequest): number | undefined => {
    const scan = "scan" in outcome ? outcome.scan : undefined;
    if (!scan?.serial) return undefined;
    const isSame = (other: Entry) =>
      other.serial === scan.serial &&
      other.key !== entry &&
      other.at <= at &&
      toGtin14(other.code) === toGtin14(scan.gtin);
    return this.#entries.find(isSame)?.at;
  };

  showCounts(historyCounted: boolean): void {
    this.store.set({ historyCounted, historyShown: ROWS_SHOWN });
  }

  more(): void {
    this.store.set({ historyShown: this.store.state.historyShown + ROWS_SHOWN });
  }

  async export(format: Format): Promise<void> {
    const name = `packs-${today(new Date(this.host.now()))}.${format}`;
    const { type, write } = files[format];
    try {
      this.host.save(name, type, await write(this.#entries, this.store.state));
    } catch {
      this.store.tell("warning", `This browser cannot make ${name}. Reload the page and try again`);
    }
  }

  /** Shares the history as CSV, which most apps accept. */
  async share(): Promise<void> {
    const { type, write } = files.csv;
    const name = `packs-${today(new Date(this.host.now()))}.csv`;
    await this.host
      .share(name, type, await write(this.#entries, this.store.state))
      .catch((error: Error) => {
        if (error.name !== "AbortError")
          this.store.tell("warning", `This browser cannot share ${name}. Download it instead`);
      });
  }

  async clear(): Promise<void> {
    const cleared = this.#entries;
    const [newest, oldest] = [cleared.at(0), cleared.at(-1)];
    if (!newest || !oldest) return;
    try {
      await this.rows.clearEntries(oldest.key, newest.key);
    } catch {
      return this.store.tell(
        "warning",
        "This browser cannot clear the history. Clear the site's data in the browser settings",
      );
    }
    this.store.set({ history: without(this.#entries, cleared), cleared });
    this.host.announce({ text: clearedText(cleared), isWarning: false });
    // The button is gone, so the focus would be lost.
    this.host.focus("history-title");
  }

  /** Restores the rows that were cleared last, each in its place. */
  undoClear(): void {
    const missing = without(this.store.state.cleared ?? [], this.#entries);
    this.store.set({ history: mergeEntries(missing, this.#entries), cleared: undefined });
    this.#save(missing);
    this.host.announce({
      text: `Restored ${count(missing.length, "entry", "entries")}`,
      isWarning: false,
    });
    this.host.focus("history-title");
  }

  #save(entries: Entry[]): void {
    void this.rows.putEntries(entries).catch(() => this.#reportNotStored());
  }

  /** Notifies once that the history is not stored. The view of the history shows it permanently. */
  #reportNotStored(): void {
    if (!this.store.state.isHistoryStored) return;
    this.store.set({ isHistoryStored: false });
    this.store.tell(
      "warning",
      "This browser cannot save the history. You lose it when you close this page",
    );
  }

  get #entries(): Entry[] {
    return this.store.state.history;
  }
}
