// The history: past answers, stored on this device only.
import { type Entry, entryOf, keyOf } from "../history/entries.js";
import { type Format, files } from "../history/export.js";
import { type Change, changed, merged, PAGE_SIZE, without } from "../history/list.js";
import type { Answer, Asked } from "../lookup/answer.js";
import { in14, type Outcome } from "../lookup/outcome.js";
import type { Store } from "../store.js";
import { today } from "../words.js";
import type { Host } from "./host.js";
import type { Memory } from "./look-up.js";

/** The storage of rows. Each promise may reject: private windows refuse a database. */
export interface Rows {
  /** Returns all rows, the newest first. */
  allEntries(): Promise<Entry[]>;
  putEntries(entries: Entry[]): Promise<void>;
  /** Deletes the rows between two keys, both included. */
  clearEntries(oldest: string, newest: string): Promise<void>;
  /** Calls `changed` for each change by another tab, after it is stored. */
  watchEntries(changed: (change: Change) => void): void;
}

export class History implements Memory {
  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly rows: Rows,
    private readonly notify: (text: string, undo?: () => void) => void,
  ) {}

  async start(): Promise<void> {
    this.rows.watchEntries((change) => this.store.set({ history: changed(this.#entries, change) }));
    const kept = await this.rows.allEntries().catch(() => this.#notKept());
    // Scans may have arrived while the rows were read.
    if (kept) this.store.set({ history: merged(kept, this.#entries) });
  }

  record(answer: Answer): string | undefined {
    const entry = entryOf(answer, answer.entry ?? keyOf(answer.at));
    if (!entry) return undefined;
    this.store.set({ history: merged(this.#entries, [entry]) });
    this.#keep([entry]);
    return entry.key;
  }

  seenAt = (outcome: Outcome, { entry, at }: Asked): number | undefined => {
    const scan = "scan" in outcome ? outcome.scan : undefined;
    if (!scan?.serial) return undefined;
    const isSame = (one: Entry) =>
      one.serial === scan.serial && one.key !== entry && one.at <= at && in14(one.code) === in14(scan.gtin);
    return this.#entries.find(isSame)?.at;
  };

  showCounts(historyCounted: boolean): void {
    this.store.set({ historyCounted, historyShown: PAGE_SIZE });
  }

  more(): void {
    this.store.set({ historyShown: this.store.state.historyShown + PAGE_SIZE });
  }

  async export(format: Format): Promise<void> {
    const name = `packs-${today(new Date(this.host.now()))}.${format}`;
    const { type, write } = files[format];
    try {
      this.host.save(name, type, await write(this.#entries));
    } catch {
      this.notify(`${name} could not be made: reload the page and try again`);
    }
  }

  async clear(): Promise<void> {
    const cleared = this.#entries;
    const [newest, oldest] = [cleared.at(0), cleared.at(-1)];
    if (!newest || !oldest) return;
    try {
      await this.rows.clearEntries(oldest.key, newest.key);
    } catch {
      return this.notify("This browser did not let the history be cleared: clear the site's data in its settings");
    }
    this.store.set({ history: without(this.#entries, cleared) });
    this.notify("History cleared", () => this.#restore(cleared));
  }

  #restore(cleared: Entry[]): void {
    const missing = without(cleared, this.#entries);
    this.store.set({ history: merged(missing, this.#entries) });
    this.#keep(missing);
  }

  #keep(entries: Entry[]): void {
    void this.rows.putEntries(entries).catch(() => this.#notKept());
  }

  /** Notifies once that the history is not stored. The view of the history shows it permanently. */
  #notKept(): void {
    if (!this.store.state.historyKept) return;
    this.store.set({ historyKept: false });
    this.notify("This browser does not keep the history: it ends with this page");
  }

  get #entries(): Entry[] {
    return this.store.state.history;
  }
}
