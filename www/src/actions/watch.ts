// Lists of batches to watch: pasted by a person, checked, and compared with every scan.
import { keyOf } from "../history/entries.js";
import type { Outcome } from "../lookup/outcome.js";
import type { Host, Store } from "../state/state.js";
import {
  applyChange,
  type ListChange,
  matchesOf,
  type WatchedBox,
  type WatchList,
  type WatchMatch,
} from "../watch/model.js";
import { type Recognised, recognise } from "../watch/recognise.js";

/** The storage of lists. Each promise may reject: private windows refuse a database. */
interface StoredLists {
  allLists(): Promise<WatchList[]>;
  putList(list: WatchList): Promise<void>;
  deleteList(id: string): Promise<void>;
  /** Reports changes by other tabs. */
  watchLists(changed: (change: ListChange) => void): void;
}

const NO_TEXT = "There is no text to read. Paste the text of the recall";
const NO_BATCH = "Type a batch that the recall names";
const NOT_SAVED = "This browser cannot save the list. It is used until you close this page";

export class Watch {
  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly stored: StoredLists,
  ) {}

  async start(): Promise<void> {
    this.stored.watchLists((change) => this.#changedElsewhere(change));
    const stored = await this.stored.allLists().catch(() => undefined);
    if (!stored) return this.store.set({ areListsRead: false });
    // A person may have made a list while the others were read.
    for (const list of stored) this.#apply({ is: "put", list });
    if (stored.length > 0) this.store.tell("listsChanged");
  }

  #apply(change: ListChange): void {
    this.store.set({ watchLists: applyChange(this.store.state.watchLists, change) });
  }

  /** Uses a list that another tab has stored, or uses it no more. */
  #changedElsewhere(change: ListChange): void {
    this.#apply(change);
    if (change.is === "put") this.store.tell("listsChanged");
  }

  /** Finds the matches of the box in the hand with the lists. */
  matches = (outcome: Outcome): WatchMatch[] => {
    const box = watchedBox(outcome);
    return box ? matchesOf(this.store.state.watchLists, box) : [];
  };

  /** Keeps the text while it is written, also during scans. */
  draft(recallText: string): void {
    this.store.set({ recallText, recallProblem: undefined });
  }

  /** Shows what is recognised in a text, for the person to check. */
  read(text: string): void {
    if (!text.trim()) return this.#reject();
    this.store.set({ recallText: text, recallProblem: undefined, recognised: recognise(text) });
    this.host.focus("recognised-title");
  }

  #reject(): void {
    this.store.set({ recallProblem: NO_TEXT });
    this.host.announce({ text: NO_TEXT, isWarning: true });
    this.host.focus("recall-text");
  }

  /** Removes a batch or a code that was recognised wrongly. */
  omit(kind: "gtins" | "batches" | "ranges" | "starts", at: number): void {
    const { recognised } = this.store.state;
    if (!recognised) return;
    const items: Item[] = recognised[kind] ?? [];
    const removed = items[at];
    if (removed === undefined) return;
    this.#change({ [kind]: items.filter((_, place) => place !== at) });
    this.host.announce({ text: `Removed ${itemText(removed)}`, isWarning: false });
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
    if (!recognised) return;
    const added = batch.trim();
    if (!added) {
      this.host.announce({ text: NO_BATCH, isWarning: true });
      return this.host.focus("another-batch");
    }
    this.#change({ batches: [...recognised.batches, { batch: added }] });
    this.host.announce({ text: `Added ${added}`, isWarning: false });
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
      watchLists: applyChange(watchLists, { is: "put", list }),
    });
    this.store.tell("listsChanged");
    this.host.announce({ text: "The list is used from now on", isWarning: false });
    this.host.focus("recalls-title");
    await this.stored.putList(list).catch(() => this.store.tell("warning", NOT_SAVED));
  }

  cancel(): void {
    this.store.set({ recognised: undefined });
    this.host.focus("recalls-title");
  }

  /** Deletes a list. Its scans do not warn any more, so it can be restored. */
  async remove(list: WatchList): Promise<void> {
    const { watchLists, deletedLists } = this.store.state;
    this.store.set({
      watchLists: applyChange(watchLists, { is: "deleted", id: list.id }),
      deletedLists: [...deletedLists, list],
    });
    this.host.announce({ text: `You deleted the list: ${list.title}`, isWarning: false });
    this.host.focus("recalls-title");
    await this.stored.deleteList(list.id).catch(() => undefined);
  }

  /** Restores the list that was deleted last, in its place. */
  async undoRemove(): Promise<void> {
    const { watchLists, deletedLists } = this.store.state;
    const list = deletedLists.at(-1);
    if (!list) return;
    this.store.set({
      watchLists: applyChange(watchLists, { is: "put", list }),
      deletedLists: deletedLists.slice(0, -1),
    });
    this.store.tell("listsChanged");
    this.host.announce({ text: `Restored the list: ${list.title}`, isWarning: false });
    this.host.focus("recalls-title");
    await this.stored.putList(list).catch(() => this.store.tell("warning", NOT_SAVED));
  }
}

/** A batch, a code, a range, or letters with which batches begin. */
type Item = string | { batch: string } | { from: string; to: string } | { start: string };

function itemText(item: Item): string {
  if (typeof item === "string") return item.replace(/^0/, "");
  if ("batch" in item) return item.batch;
  return "from" in item ? `${item.from} to ${item.to}` : item.start;
}

/** Finds the box of an outcome, or the pack that was found by name. */
function watchedBox(outcome: Outcome): WatchedBox | undefined {
  const scan = "scan" in outcome ? outcome.scan : undefined;
  if (scan) return { codes: [scan.gtin], batch: scan.batch };
  if (outcome.is !== "pack") return undefined;
  const codes = outcome.pack.gtin_codes.map(({ gtin }) => gtin);
  return outcome.printed
    ? { codes, batch: outcome.printed.batch, isFromPrint: true }
    : { codes, isByName: true };
}
