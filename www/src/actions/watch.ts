// Lists of batches to watch: pasted by a person, checked, and compared with every scan.
import { keyOf } from "../history/entries.js";
import type { Outcome } from "../lookup/outcome.js";
import type { Host, Store } from "../state.js";
import { matchesOf, type WatchedBox, type WatchList, type WatchMatch } from "../watch/model.js";
import { type Recognised, recognise } from "../watch/recognise.js";

/** The storage of lists. Each promise may reject: private windows refuse a database. */
export interface StoredLists {
  allLists(): Promise<WatchList[]>;
  putList(list: WatchList): Promise<void>;
  deleteList(id: string): Promise<void>;
}

const NOT_SAVED = "This browser cannot save the list. It is used until you close this page";

export class Watch {
  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly stored: StoredLists,
    private readonly notify: (text: string) => void,
    private readonly changed: () => void,
  ) {}

  async start(): Promise<void> {
    const watchLists = await this.stored.allLists().catch(() => []);
    if (watchLists.length === 0) return;
    this.store.set({ watchLists });
    this.changed();
  }

  /** Returns the matches of the box in the hand with the lists. */
  matches = (outcome: Outcome): WatchMatch[] => {
    const box = watchedBox(outcome);
    return box ? matchesOf(this.store.state.watchLists, box) : [];
  };

  /** Keeps the text while it is written, also during scans. */
  draft(recallText: string): void {
    this.store.set({ recallText });
  }

  /** Shows what is recognised in a text, for the person to check. */
  read(text: string): void {
    this.store.set({ recallText: text, recognised: text.trim() ? recognise(text) : undefined });
    this.host.focus("recognised-title");
  }

  /** Removes a batch or a code that was recognised wrongly. */
  omit(kind: "gtins" | "batches" | "ranges" | "starts", at: number): void {
    const { recognised } = this.store.state;
    if (!recognised) return;
    const items: unknown[] = recognised[kind] ?? [];
    this.#change({ [kind]: items.filter((_, place) => place !== at) });
  }

  /** Says whether all batches of the codes are affected. */
  setAllBatches(isAllBatches: boolean): void {
    this.#change({ isAllBatches });
  }

  #change(change: Partial<Recognised>): void {
    const { recognised } = this.store.state;
    if (recognised) this.store.set({ recognised: { ...recognised, ...change } });
  }

  addBatch(batch: string): void {
    const { recognised } = this.store.state;
    if (recognised && batch.trim())
      this.#change({ batches: [...recognised.batches, { batch: batch.trim() }] });
  }

  /** Uses the checked list. */
  async use(): Promise<void> {
    const { recognised, watchLists } = this.store.state;
    if (!recognised) return;
    const pastedAt = this.host.now();
    const list: WatchList = { ...recognised, id: keyOf(pastedAt), pastedAt };
    this.store.set({
      recognised: undefined,
      recallText: undefined,
      watchLists: [list, ...watchLists],
    });
    this.changed();
    this.host.announce({ text: "The list is used from now on", isWarning: false });
    this.host.focus("recalls-title");
    await this.stored.putList(list).catch(() => this.notify(NOT_SAVED));
  }

  cancel(): void {
    this.store.set({ recognised: undefined });
    this.host.focus("recalls-title");
  }

  async remove(list: WatchList): Promise<void> {
    this.store.set({ watchLists: this.store.state.watchLists.filter(({ id }) => id !== list.id) });
    this.host.focus("recalls-title");
    await this.stored.deleteList(list.id).catch(() => undefined);
  }
}

/** Returns the box of an outcome, or the pack that was found by name. */
function watchedBox(outcome: Outcome): WatchedBox | undefined {
  const scan = "scan" in outcome ? outcome.scan : undefined;
  if (scan) return { codes: [scan.gtin], batch: scan.batch };
  if (outcome.is !== "pack") return undefined;
  const codes = outcome.pack.gtin_codes.map(({ gtin }) => gtin);
  return outcome.printed
    ? { codes, batch: outcome.printed.batch, isFromPrint: true }
    : { codes, isByName: true };
}
