// Stock-takes: scans and corrections at a place, stored on this device one by one.
import { count, today } from "../common/format.js";
import { type Entry, entryOf, keyOf } from "../history/entries.js";
import { ROWS_SHOWN } from "../state/page.js";
import type { Answer } from "../lookup/answer.js";
import type { Host, Store } from "../state/state.js";
import type { StockState } from "../state/stock.js";
import { type Columns, recogniseColumns } from "../stock-take/columns.js";
import { type Compared, batchKey, readList } from "../stock-take/difference.js";
import {
  fileNameOf,
  type Format,
  typeOf,
  writeDifference,
  writeLines,
} from "../stock-take/export.js";
import { readTable } from "../stock-take/files.js";
import {
  type Correction,
  type ExpectedRow,
  Ledger,
  type Line,
  type LineFilter,
  type LineOrder,
  NO_FILTER,
  selectLines,
  type StockEvent,
  type StockTake,
} from "../stock-take/model.js";

/** The storage of stock-takes. Each promise may reject: private windows refuse a database. */
interface StoredTakes {
  allTakes(): Promise<StockTake[]>;
  putTake(take: StockTake): Promise<void>;
  deleteTake(id: string): Promise<void>;
  eventsOf(id: string): Promise<StockEvent[]>;
  putEvent(event: StockEvent): Promise<void>;
  deleteEvent(event: StockEvent): Promise<void>;
  watchTakes(changed: (id: string) => void): void;
}

const NOT_SAVED = "This browser cannot save the stock-take. You lose it when you close this page";

export class StockTakes {
  /** The events of the stock-take that is shown, and its lines. */
  #events: StockEvent[] = [];
  #ledger = new Ledger();
  /** The keys of the scans of the open stock-take. */
  #scans = new Set<string>();

  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly stored: StoredTakes,
  ) {
    store.on("recorded", (entry) => this.recorded(entry));
  }

  async start(): Promise<void> {
    this.stored.watchTakes((id) => void this.#changedElsewhere(id));
    const takes = await this.stored.allTakes().catch(() => undefined);
    if (!takes) return this.store.set({ areTakesRead: false });
    if (takes.length === 0) return;
    const openTake = takes.find(isOpen);
    this.store.set({ takes, openTake });
    if (openTake) await this.#load(openTake);
  }

  async begin(name: string, place: string): Promise<void> {
    const startedAt = this.host.now();
    const take: StockTake = {
      id: keyOf(startedAt),
      name: name.trim() || `Stock-take of ${today(new Date(startedAt))}`,
      place: place.trim(),
      startedAt,
    };
    await this.#closeOpenTake(take.name);
    this.#events = [];
    this.#ledger = new Ledger();
    this.#scans.clear();
    this.store.set({
      takes: [take, ...this.store.state.takes],
      openTake: take,
      stock: stateOf(take, this.#ledger),
    });
    this.host.focus("take-title");
    await this.#save(this.stored.putTake(take));
  }

  /** Shows a stock-take. */
  async show(take: StockTake): Promise<void> {
    await this.#load(take);
    this.host.focus("take-title");
    this.host.scrollToTop();
  }

  /** Shows the stock-take of an address, if this device has it. */
  async showById(id: string): Promise<void> {
    const take = this.store.state.takes.find((one) => one.id === id);
    if (take) await this.show(take);
  }

  leave(): void {
    this.store.set({ stock: undefined });
    this.host.focus("stock-title");
  }

  /**
   * Adds a scan to the open stock-take, or updates it. A row of the history that is older than the
   * stock-take is not a part of it.
   */
  recorded(entry: Entry): void {
    const { openTake } = this.store.state;
    if (!openTake || entry.request.by !== "code") return;
    const isKnown = this.#scans.has(entry.key);
    if (!isKnown && entry.at < openTake.startedAt) return;
    this.#add({ take: openTake.id, key: entry.key, is: "scan", entry });
    this.#showCount(entry, openTake);
    if (!isKnown) this.store.tell("notice", this.#countedText(entry, openTake));
  }

  /** Shows next to the answer of a scan that it counted. */
  #showCount(entry: Entry, take: StockTake): void {
    const line = this.store.state.stock?.take.id === take.id && this.#ledger.lineOf(entry);
    if (!line) return;
    const canUndo = line.count > 0 && !this.#ledger.isRepeat(entry);
    const text = this.#countedText(entry, take);
    this.store.set({ takeCount: { entry: entry.key, line: line.key, text, canUndo } });
  }

  /** Takes back the count of the scan whose answer is on the screen. */
  undoCounted(): void {
    const { takeCount, stock } = this.store.state;
    const line = stock?.lines.find(({ key }) => key === takeCount?.line);
    if (!takeCount?.canUndo || !line) return;
    this.changeCount(line, -1);
    const text = `Taken back. ${count(Math.max(0, line.count - 1), "pack")} left in the line`;
    this.store.set({ takeCount: { ...takeCount, text, canUndo: false } });
    this.host.announce({ text, isWarning: false });
  }

  /** Says that a scan counted, and how many of the line there are. */
  #countedText(entry: Entry, { id, name }: StockTake): string {
    const { stock } = this.store.state;
    const line = stock?.take.id === id ? this.#ledger.lineOf(entry) : undefined;
    if (line && this.#ledger.isRepeat(entry))
      return `Not counted again in ${name}: the same serial number`;
    return line && line.count > 1 ? `Counted ×${line.count} in ${name}` : `Counted in ${name}`;
  }

  /** Counts a pack that was found by name, such as one without a barcode. */
  countAnswer(answer: Answer): void {
    const { openTake } = this.store.state;
    const key = keyOf(this.host.now());
    const entry = entryOf(answer, key);
    if (!openTake || !entry) return;
    this.#add({ take: openTake.id, key, is: "scan", entry });
    this.store.tell("notice", this.#countedText(entry, openTake));
  }

  changeCount({ key: line, entry, count }: Line, change: number): void {
    if (count + change < 0) return;
    this.#correct(
      { is: "count", line, change },
      `${change > 0 ? "Added" : "Removed"} 1: ${entry.name ?? entry.code}`,
    );
  }

  note({ key: line }: Line, note: string): void {
    this.#correct({ is: "note", line, note: note.trim().slice(0, 500) }, "Note saved");
  }

  remove({ key: line, entry }: Line): void {
    this.#correct({ is: "deleted", line }, `Deleted: ${entry.name ?? entry.code}`);
    // Its button is gone. Enter must not press the button of another line.
    this.host.focus("undo");
  }

  /** Undoes the last correction that is not undone yet. */
  async undo(): Promise<void> {
    const { stock } = this.store.state;
    const last = stock?.undo.at(-1);
    if (!stock || !last) return;
    const { event, text } = last;
    this.#events = this.#events.filter(({ key }) => key !== event.key);
    this.#ledger = new Ledger(this.#events);
    this.#set({ ...linesOf(this.#ledger), undo: stock.undo.slice(0, -1) });
    this.host.announce({ text: `Undone: ${text}`, isWarning: false });
    this.host.focus(stock.undo.length > 1 ? "undo" : "take-title");
    await this.#save(this.stored.deleteEvent(event));
  }

  /** Closes the stock-take, so that scans are not added any more. */
  async close(): Promise<void> {
    const { stock } = this.store.state;
    if (stock) await this.#put({ ...stock.take, closedAt: this.host.now() });
  }

  /** Adds scans to a closed stock-take again. */
  async reopen(): Promise<void> {
    const { stock } = this.store.state;
    if (!stock) return;
    await this.#closeOpenTake(stock.take.name);
    const { closedAt, ...take } = stock.take;
    this.#scans = scansIn(this.#events);
    await this.#put(take);
  }

  /** Closes the open stock-take, because a scan belongs to one only. */
  async #closeOpenTake(next: string): Promise<void> {
    const { openTake } = this.store.state;
    if (!openTake) return;
    await this.#put({ ...openTake, closedAt: this.host.now() });
    this.store.tell("notice", `${openTake.name} is closed. Scans are now counted in ${next}`);
  }

  askToDelete(isDeleting: boolean): void {
    this.#set({ isDeleting });
  }

  async delete(): Promise<void> {
    const { stock, takes, openTake } = this.store.state;
    if (!stock) return;
    const { id, name } = stock.take;
    this.store.set({
      takes: takes.filter((take) => take.id !== id),
      stock: undefined,
      openTake: openTake?.id === id ? undefined : openTake,
    });
    this.host.announce({ text: `Deleted the stock-take ${name}`, isWarning: false });
    this.host.focus("stock-title");
    await this.#save(this.stored.deleteTake(id));
  }

  filter(change: Partial<LineFilter>): void {
    const { stock } = this.store.state;
    if (!stock) return;
    const filter = { ...stock.filter, ...change };
    this.#set({ filter, shown: ROWS_SHOWN });
    const { length } = selectLines(stock.lines, filter, stock.order, this.store.state);
    const text = length === 0 ? "No lines match" : `${count(length, "line")} shown`;
    this.host.announce({ text, isWarning: false, whileTyping: true });
  }

  /** Opens a line, or closes it. */
  toggle({ key }: Line): void {
    const { stock } = this.store.state;
    if (!stock) return;
    const opened = new Set(stock.opened);
    if (!opened.delete(key)) opened.add(key);
    this.#set({ opened });
  }

  sort(order: LineOrder): void {
    this.#set({ order });
  }

  more(): void {
    const { stock } = this.store.state;
    if (stock) this.#set({ shown: stock.shown + ROWS_SHOWN });
  }

  compare(isCompared: boolean): void {
    this.#set({ isCompared, shown: ROWS_SHOWN });
  }

  /** Reads a list that was dropped on the page, for the stock-take that is shown or open. */
  async dropped(file: File): Promise<void> {
    const { stock, openTake, view } = this.store.state;
    const take = view === "stock" ? stock?.take : openTake;
    if (!take)
      return this.store.tell("warning", "Start a stock-take first. Then drop the list again");
    if (stock?.take.id !== take.id) await this.#load(take);
    this.store.set({ view: "stock" });
    await this.readExpected(file);
  }

  /** Reads an expected list. If its columns are not recognised, the person chooses them. */
  async readExpected(file: File): Promise<void> {
    try {
      const table = await readTable(file);
      this.#set({ table: { name: file.name, ...table, ...recogniseColumns(table.rows) } });
      this.host.focus("columns-title");
    } catch (error) {
      this.store.tell("warning", (error as Error).message);
    }
  }

  chooseColumns(columns: Partial<Columns>): void {
    const table = this.store.state.stock?.table;
    if (table) this.#set({ table: { ...table, columns: { ...table.columns, ...columns } } });
  }

  /** Uses the list with the chosen columns. */
  async useExpected(): Promise<void> {
    const table = this.store.state.stock?.table;
    const { code, quantity } = table?.columns ?? {};
    if (!table || code === undefined || quantity === undefined) return;
    const { rows, rejected, total } = readList(
      table.rows,
      { ...table.columns, code, quantity },
      table.head,
    );
    this.#set({ table: undefined, isCompared: true });
    this.host.focus("take-title");
    const take = this.store.state.stock?.take;
    if (take) await this.#put({ ...take, expected: rows, rejected: { rows: rejected, of: total } });
  }

  /** Chooses the pack that a row of the list with a re-used code means. */
  async choosePack({ code, batch }: Compared, packId: string): Promise<void> {
    const take = this.store.state.stock?.take;
    if (!take?.expected) return;
    const isRow = (row: ExpectedRow) =>
      row.code === code && batchKey(row.batch) === batchKey(batch);
    const expected = take.expected.map((row) => (isRow(row) ? { ...row, chosen: packId } : row));
    await this.#put({ ...take, expected });
    this.host.focus("take-title");
  }

  cancelExpected(): void {
    this.#set({ table: undefined });
    this.host.focus("take-title");
  }

  async export(format: Format): Promise<void> {
    const { stock } = this.store.state;
    if (stock)
      await this.#write(fileNameOf(stock.take, format), format, () =>
        writeLines(format, stock.take, stock.lines, this.store.state),
      );
  }

  async exportDifference(format: Format, compared: Compared[]): Promise<void> {
    const { stock } = this.store.state;
    if (stock)
      await this.#write(fileNameOf(stock.take, format, "difference"), format, () =>
        writeDifference(format, stock.take, compared),
      );
  }

  print(): void {
    // All lines are printed, and not only the lines of the first page.
    this.#set({ shown: Infinity });
    this.host.print();
  }

  async #write(
    name: string,
    format: Format,
    content: () => Promise<BlobPart> | BlobPart,
  ): Promise<void> {
    try {
      this.host.save(name, typeOf(format), await content());
    } catch {
      this.store.tell("warning", `This browser cannot make ${name}. Reload the page and try again`);
    }
  }

  #add(event: StockEvent): void {
    if (event.is === "scan") this.#scans.add(event.key);
    void this.#save(this.stored.putEvent(event));
    if (this.store.state.stock?.take.id !== event.take) return;
    this.#events.push(event);
    this.#ledger.add(event);
    this.#set(linesOf(this.#ledger));
  }

  #correct(correction: Correction, text: string): void {
    const { stock } = this.store.state;
    if (!stock) return;
    const event: StockEvent = { ...correction, take: stock.take.id, key: keyOf(this.host.now()) };
    this.#add(event);
    this.#set({ undo: [...stock.undo, { event, text }] });
    this.host.announce({ text, isWarning: false });
  }

  async #load(take: StockTake): Promise<void> {
    if (!(await this.#readEvents(take))) return;
    if (this.store.state.openTake?.id === take.id) this.#scans = scansIn(this.#events);
    this.store.set({ stock: stateOf(take, this.#ledger) });
  }

  /** Stores and shows a changed stock-take. */
  async #put(take: StockTake): Promise<void> {
    const takes = this.store.state.takes.map((other) => (other.id === take.id ? take : other));
    this.store.set({ takes, openTake: takes.find(isOpen) });
    if (this.store.state.stock?.take.id === take.id) this.#set({ take });
    await this.#save(this.stored.putTake(take));
  }

  async #changedElsewhere(id: string): Promise<void> {
    const takes = await this.stored.allTakes().catch(() => this.store.state.takes);
    const { stock } = this.store.state;
    this.store.set({ takes, openTake: takes.find(isOpen) });
    if (stock?.take.id !== id) return;
    const take = takes.find((other) => other.id === id);
    if (!take) return this.store.set({ stock: undefined });
    if (await this.#readEvents(take)) this.#set({ take, ...linesOf(this.#ledger) });
  }

  /**
   * Reads the events of a stock-take. If they cannot be read, it is not shown: its counts, files and
   * comparison would lack packs without a sign of it. Its scans are stored all the same.
   */
  async #readEvents(take: StockTake): Promise<boolean> {
    const events = await this.stored.eventsOf(take.id).catch(() => undefined);
    this.#events = events ?? [];
    this.#ledger = new Ledger(this.#events);
    if (events) return true;
    this.store.set({ stock: undefined });
    this.store.tell(
      "warning",
      `The lines of ${take.name} cannot be read. Reload the page before you use its counts`,
    );
    return false;
  }

  #set(change: Partial<StockState>): void {
    const { stock } = this.store.state;
    if (stock) this.store.set({ stock: { ...stock, ...change } });
  }

  async #save(writing: Promise<void>): Promise<void> {
    await writing.catch(() => this.store.tell("warning", NOT_SAVED));
  }
}

/**
 * Reports whether scans are added to a stock-take. One is open at a time. Its record shows it,
 * because a setting could be lost if the browser is killed.
 */
const isOpen = ({ closedAt }: StockTake): boolean => closedAt === undefined;

const scansIn = (events: StockEvent[]) =>
  new Set(events.filter(({ is }) => is === "scan").map(({ key }) => key));

const linesOf = (ledger: Ledger): Pick<StockState, "lines" | "last"> => ({
  lines: ledger.lines(),
  last: ledger.lastLine(),
});

const stateOf = (take: StockTake, ledger: Ledger): StockState => ({
  take,
  ...linesOf(ledger),
  opened: new Set(),
  filter: NO_FILTER,
  order: "latest",
  shown: ROWS_SHOWN,
  isCompared: take.expected !== undefined,
  undo: [],
  isDeleting: false,
});
