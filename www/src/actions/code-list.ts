// A person's list of codes: read and checked on this device, and written back as a file.
import { checkedCsv, checkTable, type ListCheck } from "../code-list/check.js";
import { today } from "../common/format.js";
import { readTable, TableError } from "../stock-take/files.js";
import type { Host, Store } from "../state/state.js";

export class CodeList {
  constructor(
    private readonly store: Store,
    private readonly host: Pick<Host, "save" | "announce" | "focus" | "now">,
  ) {}

  /** Checks the list in a file. */
  async checkFile(file: File): Promise<void> {
    try {
      const { rows, notes } = await readTable(file);
      this.#check({ name: file.name, rows, notes });
    } catch (error) {
      if (!(error instanceof TableError)) throw error;
      this.#fail(error.message);
    }
  }

  /** Checks a pasted text with a code in each line. */
  checkText(text: string): void {
    const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
    this.#check({ name: "The pasted list", rows: lines.map(cellsOf), notes: [] });
  }

  /** Writes the list with what became of each code. */
  export(): void {
    const { check } = this.store.state.codeList;
    if (!check) return;
    const name = `checked-${today(new Date(this.host.now()))}.csv`;
    this.host.save(name, "text/csv", checkedCsv(check));
  }

  close(): void {
    this.store.set({ codeList: {} });
    this.host.focus("code-list-title");
  }

  #check(list: Pick<ListCheck, "name" | "rows" | "notes">): void {
    const { packs } = this.store.state;
    if (!packs)
      return this.#fail("The data are not on this device yet. Wait until they are loaded");
    const check = checkTable(packs, list);
    if (!check) return this.#fail(`${list.name} has no column with GTINs or dm+d codes`);
    this.store.set({ codeList: { check } });
    this.host.focus("code-list-result");
  }

  #fail(problem: string): void {
    this.store.set({ codeList: { problem } });
    this.host.announce({ text: problem, isWarning: true });
  }
}

/** Splits a pasted line into its cells: a spreadsheet separates them by tabs. */
const cellsOf = (line: string): string[] => line.split("\t").map((cell) => cell.trim());
