// The history: what was answered, on this device only.
import { type Entry, entryOf, keyOf } from "../history/entries.js";
import { toCsv, toJson } from "../history/export.js";
import type { Answer, Asked } from "../lookup/answer.js";
import type { Outcome } from "../lookup/outcome.js";
import type { Store } from "../store.js";
import { today } from "../words.js";
import type { Host } from "./host.js";
import type { Memory } from "./look-up.js";

/** Where rows are kept. Each may fail: private windows refuse a database. */
export interface Rows {
  allEntries(): Promise<Entry[]>;
  putEntries(entries: Entry[]): Promise<void>;
  clearEntries(): Promise<void>;
}

export class History implements Memory {
  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly rows: Rows,
    private readonly notify: (text: string, undo?: () => void) => void,
  ) {}

  async start(): Promise<void> {
    const kept = await this.rows.allEntries().catch(() => []);
    // Scans may have come while the rows were read.
    this.store.set({ history: [...this.store.state.history, ...kept] });
  }

  record(answer: Answer): string | undefined {
    const entry = entryOf(answer, answer.entry ?? keyOf(answer.at));
    if (!entry) return undefined;
    const { history } = this.store.state;
    const isKnown = answer.entry !== undefined && history.some(({ key }) => key === entry.key);
    this.store.set({ history: isKnown ? history.map((one) => (one.key === entry.key ? entry : one)) : [entry, ...history] });
    void this.rows.putEntries([entry]).catch(() => this.#notKept());
    return entry.key;
  }

  seenAt = (outcome: Outcome, { entry, at }: Asked): number | undefined => {
    const scan = "scan" in outcome ? outcome.scan : undefined;
    if (!scan?.serial) return undefined;
    const isSame = (one: Entry) =>
      one.key !== entry && one.at <= at && one.serial === scan.serial && one.code === scan.gtin;
    return this.store.state.history.find(isSame)?.at;
  };

  showCounts(historyCounted: boolean): void {
    this.store.set({ historyCounted });
  }

  export(format: "csv" | "json"): void {
    const { history } = this.store.state;
    const name = `packs-${today(new Date(this.host.now()))}.${format}`;
    if (format === "csv") this.host.save(name, "text/csv", toCsv(history));
    else this.host.save(name, "application/json", toJson(history));
  }

  async clear(): Promise<void> {
    const { history } = this.store.state;
    try {
      await this.rows.clearEntries();
    } catch {
      return this.notify("This browser did not let the history be cleared: clear the site's data in its settings");
    }
    this.store.set({ history: [] });
    this.notify("History cleared", () => this.#restore(history));
  }

  #restore(cleared: Entry[]): void {
    this.store.set({ history: [...this.store.state.history, ...cleared] });
    void this.rows.putEntries(cleared).catch(() => this.#notKept());
  }

  #notKept(): void {
    this.notify("The history can't be kept on this device: it ends with this page");
  }
}
