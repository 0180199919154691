// Reads the lines of a recall one by one: sentences, lists and tables of batches.
import { cleanWord, isBatchWord } from "./batch.js";
import { affectedPart, elementsIn, isHeading, isOfOthers, withPlainRanges } from "./clauses.js";
import { dateIn, isDate } from "./dates.js";
import { Found } from "./found.js";
import {
  ALL_BATCHES,
  ALL_CELL,
  cellsOf,
  expiriesIn,
  EXPIRY,
  expiryOf,
  FIRST_OF_RANGE,
  hasBoth,
  HEAD,
  IS_LABEL,
  isOnlyBatches,
  LABEL,
  LAST_OF_RANGE,
  MONTH_AND_YEAR,
  shapeOf,
  STARTS,
  TELEPHONE,
  WIDE_LABEL,
  wordsOf,
  wordsWithSigns,
} from "./patterns.js";

/** Which cells of a table have batches and expiry dates. */
interface Table {
  batches: number[];
  expiries: number[];
  width: number;
  /** The columns of the first and of the last batch of a range. */
  range?: [number, number] | undefined;
}

/** Finds the date of a cell, or of two that wide spaces divide: `Aug | 2027`. */
const dateBehind = ([cell = "", next = ""]: string[]): string | undefined =>
  dateIn(cell) ?? (cell && dateIn(`${cell} ${next}`));

/** Batches that are counted and not named: `AB12 and two others`. */
const AND_OTHERS = /\b(?:and|plus)\s+(?:[\w-]+\s+)?(?:more|others)\W*$/i;
/** A line of signs that stand for what cannot be read. Lines of dashes separate. */
const IS_UNREADABLE = /^[^\p{L}\d]*[?#][^\p{L}\d]*$/u;
/** A cell with more than the dashes of an empty one. */
const HAS_CONTENT = /[^\s.–—-]/;
/** The words of an entry that is not a sentence. */
const MAX_ENTRY_WORDS = 3;

const withSingleSpaces = (label: string): string => label.replace(/\s+/g, " ");

/** Reads `lines` into what is `found` in them. */
export class Reader {
  readonly found: Found;
  /** Whether the lines are a list of batches that are not affected. */
  #isOfOthers = false;
  #table: Table | undefined;

  constructor(private readonly lines: string[]) {
    this.found = new Found(lines);
  }

  read(): Found {
    for (let at = 0; at < this.lines.length; at++) {
      const used = this.#column(at);
      if (used > 0) at += used - 1;
      else this.#line(at);
    }
    this.found.showParts();
    return this.found;
  }

  /**
   * Reads a table that has one cell per line: its heads, then the cells of each row. Returns the
   * number of its lines, or 0.
   */
  #column(at: number): number {
    const heads = this.#headsAt(at);
    // The first one may be the title of the table.
    if (heads.filter((head) => IS_LABEL.test(head)).length > 1) return 0;
    const place = heads.findIndex((head) => IS_LABEL.test(head));
    if (place < 0 || heads.length < 2) return 0;
    const expiry = heads.findIndex((head) => EXPIRY.test(head));
    const filled = this.#filledFrom(at);
    let next = heads.length;
    for (; next + heads.length <= filled.length; next += heads.length) {
      const row = filled.slice(next, next + heads.length);
      if (!this.#columnRow(row, place, expiry)) break;
    }
    return next > heads.length ? filled[next - 1]! + 1 - at : 0;
  }

  /**
   * Reads a row of such a table, by the places of its lines. Returns whether it is one: a batch
   * that cannot be read does not end the table.
   */
  #columnRow(row: number[], place: number, expiry: number): boolean {
    const cells = row.map((one) => this.lines[one]!.trim());
    const batches = wordsOf(cells[place]!);
    const areAll = ALL_CELL.test(cells[place]!);
    if (areAll) this.found.areAll = true;
    const date = expiry < 0 ? undefined : dateIn(cells[expiry]!);
    for (const batch of batches) this.found.add(batch, row[place]!, date);
    if (areAll || batches.length > 0) return true;
    const isRow = date !== undefined || IS_UNREADABLE.test(cells[place]!);
    if (!isRow || cells.some((cell) => cell.split(/\s+/).length > MAX_ENTRY_WORDS)) return false;
    this.found.showUnread(row[place]!);
    return true;
  }

  /** Finds the places of the lines with text, from a line on. */
  #filledFrom(at: number): number[] {
    const filled: number[] = [];
    for (let place = at; place < this.lines.length; place++)
      if (this.lines[place]!.trim()) filled.push(place);
    return filled;
  }

  /** Finds the heads from a line on, one per line. */
  #headsAt(at: number): string[] {
    const heads: string[] = [];
    for (const place of this.lines[at]?.trim() ? this.#filledFrom(at) : []) {
      const cells = cellsOf(this.lines[place]!.trim());
      const [cell = ""] = cells;
      const isHead = cells.length === 1 && cell.split(/\s+/).length < 5;
      if (!isHead || !(IS_LABEL.test(cell) || HEAD.test(cell))) break;
      heads.push(cell);
    }
    return heads;
  }

  #line(at: number): void {
    const line = this.#whole(at).replace(TELEPHONE, "").replace(WIDE_LABEL, withSingleSpaces);
    if (!line.trim()) {
      this.found.block = [];
      this.#isOfOthers = false;
      return;
    }
    if (isHeading(line)) this.#isOfOthers = isOfOthers(line);
    const part = this.#isOfOthers ? "" : withPlainRanges(affectedPart(line));
    const elements = elementsIn(part);
    if (elements) this.found.add(elements.batch, at, elements.expiry);
    else if (!this.#expiryAlone(part)) this.#readLine(part, at);
    const isUnread = this.#mayNameBatch(line, at + 1) || this.#lacksBatch(part, at + 1);
    if (elements === undefined && isUnread) this.found.showUnread(at);
  }

  /** Makes a line, with the end of brackets that the next line closes: `lot A123 (expiry`. */
  #whole(at: number): string {
    const line = this.lines[at]!;
    const [, end] = /^[>\s]*([^()]{1,40}\))/.exec(this.lines[at + 1] ?? "") ?? [];
    return end && /\([^()]*$/.test(line) ? `${line} ${end}` : line;
  }

  /** Reads an expiry date on a separate line, which belongs to the batches before it. */
  #expiryAlone(line: string): boolean {
    const date = expiryOf(line);
    const others = wordsOf(line.replace(MONTH_AND_YEAR, ""));
    if (!date || !/^\W*(?:exp|use)/i.test(line) || others.length > 0) return false;
    const dates = cellsOf(line).slice(1).map(dateIn);
    const isRow = dates.length > 1 && dates.length === this.found.block.length;
    for (const [place, batch] of this.found.block.entries()) {
      const own = isRow ? dates[place] : date;
      if (own) batch.expiry ??= own;
    }
    return this.found.block.length > 0;
  }

  #readLine(line: string, at: number): void {
    const cells = cellsOf(line);
    const range = [FIRST_OF_RANGE, LAST_OF_RANGE].map((head) =>
      cells.findIndex((cell) => head.test(cell)),
    ) as [number, number];
    if (range[0] >= 0 && range[1] > range[0]) {
      this.#table = { batches: [], expiries: expiriesIn(cells), width: cells.length, range };
      return;
    }
    if (this.#table && cells.length > 1 && cells.some((cell) => ALL_CELL.test(cell))) {
      this.#row(cells, at);
      return;
    }
    const labelled = cells.flatMap((cell, place) => (IS_LABEL.test(cell) ? [place] : []));
    if (
      labelled.length > 0 &&
      cells.length > 1 &&
      !cells.some((cell) => isBatchWord(cleanWord(cell)))
    ) {
      this.#table = { batches: labelled, expiries: expiriesIn(cells), width: cells.length };
      return;
    }
    if (labelled.length > 0 && cells.length > 1) return this.#labelledCells(cells, labelled, at);
    const starts = [...line.matchAll(new RegExp(STARTS.source, "gi"))];
    for (const start of starts) this.found.addStarts(start, line, at);
    if (starts.length > 0) return;
    if (LABEL.test(line)) this.#labelled(line, at);
    else if (this.#table) this.#row(cells, at);
  }

  /** Reads `Batch number | AB1234 | Expiry | 01/2027`: each label has its value next to it. */
  #labelledCells(cells: string[], labelled: number[], at: number): void {
    const expiry = cells.findIndex((cell) => EXPIRY.test(cell));
    const date = expiry < 0 ? undefined : dateBehind(cells.slice(expiry + 1));
    for (const place of labelled) {
      this.found.addCell(cells[place + 1] ?? "", at, date);
      // A table may have its batches side by side.
      const rest = cells.slice(place + 2);
      if (rest.every((cell) => wordsOf(cell).length === 1))
        for (const cell of rest) this.found.addCell(cell, at, undefined);
    }
  }

  /** Reads what follows labels in a line. A label without a batch is the head of a table. */
  #labelled(line: string, at: number): void {
    const labels = [...line.matchAll(new RegExp(LABEL.source, "gi"))];
    let isHead = true;
    for (const [place, label] of labels.entries()) {
      const rest = line.slice(label.index + label[0].length);
      const own = line.slice(label.index, labels[place + 1]?.index);
      const isColumn = /[:#=]\s*$/.test(label[0]);
      // `lot A123 (expiry` states its own date, which is not on this line.
      const other = EXPIRY.test(own)
        ? undefined
        : (expiryOf(line.slice(label.index)) ?? expiryOf(line));
      const date = expiryOf(own) ?? other;
      const used = this.found.addList(rest, at, isColumn, date);
      isHead &&= used === 0;
    }
    const isSentence = /[.!?]\s*$/.test(line) || line.trim().split(/\s+/).length > 10;
    if (isHead && !isSentence) {
      const cells = cellsOf(line);
      const place = cells.findIndex((cell) => LABEL.test(cell));
      const width = cells.length > 1 ? cells.length : 0;
      this.#table = { batches: [Math.max(0, place)], expiries: expiriesIn(cells), width };
    } else if (isSentence) this.#table = undefined;
  }

  /** Reads a row of a table. */
  #row(cells: string[], at: number): void {
    const { batches, expiries, width, range } = this.#table!;
    if (/^\s*[*†‡§]/.test(cells.join(" "))) return;
    const line = cells.join(" ");
    if (/[.!?]$/.test(line) && line.split(/\s+/).length > 8) {
      this.#table = undefined;
      return;
    }
    if (range && cells.length > 1) {
      this.found.addRange([cells[range[0]] ?? "", "to", cells[range[1]] ?? ""], at);
      return;
    }
    if (width > 1 && cells.length > 1) {
      this.#cells(cells, { batches, expiries }, at);
      return;
    }
    // The cells have single spaces between, or the line continues a cell.
    if (width > 1 && !isOnlyBatches(line)) return;
    const date = expiries.length === 0 ? expiryOf(line) : dateIn(line);
    this.found.addWords(line, at, date);
  }

  /**
   * Reads the cells of a row. The expiry date of a batch is in the next such column, or the last.
   */
  #cells(cells: string[], { batches, expiries }: Pick<Table, "batches" | "expiries">, at: number) {
    for (const place of batches) {
      const expiry = expiries.find((other) => other > place) ?? expiries.at(-1);
      const date = expiry === undefined ? undefined : dateIn(cells[expiry] ?? "");
      const cell = cells[place] ?? "";
      // Wide spaces hide an empty cell of batches: the date of the row is then in its place.
      if (date || expiry === undefined || !isDate(cell)) this.found.addCell(cell, at, date);
    }
  }

  /** Reports whether a line may name a batch that was not read, even if others in it were. */
  #mayNameBatch(line: string, row: number): boolean {
    const words = [...wordsOf(line), ...wordsWithSigns(line)];
    if (words.some((word) => hasBoth(word) && !this.found.isRead(word))) return true;
    if (LABEL.test(line) && AND_OTHERS.test(line)) return true;
    const isAboutBatches = this.#table !== undefined || /\b(?:batch(?:es)?|lots?)\b/i.test(line);
    if (!isAboutBatches || ALL_BATCHES.test(line)) return false;
    const shapes = new Set([...this.found.batches.values()].map(({ batch }) => shapeOf(batch)));
    const isOneMore = (word: string) => shapes.has(shapeOf(word)) && !this.found.isRead(word);
    return words.some(isOneMore) || this.#isLabelAlone(line, words, row);
  }

  /** Reports whether a label has something behind it of which nothing was read. */
  #isLabelAlone(line: string, words: string[], row: number): boolean {
    const label = LABEL.exec(line);
    const rest = label ? line.slice(label.index + label[0].length) : "";
    const isStated =
      label !== null && rest !== "" && (/[:#=]\s*$/.test(label[0]) || isEntry(line, label, rest));
    const isPart = /\b(?:start|begin|end)(?:s|ing)?\b/i.test(line);
    return !this.found.hasRow(row) && (isStated || isPart || words.length > 0);
  }

  /**
   * Reports whether nothing was read of a row of a table: its batch is missing, or is signs such as
   * `???`, or the `####` of a narrow column of a spreadsheet.
   */
  #lacksBatch(line: string, row: number): boolean {
    const cells = cellsOf(line);
    if (!this.#table || this.found.hasRow(row) || cells.some((cell) => ALL_CELL.test(cell)))
      return false;
    const { width } = this.#table;
    if (width < 2 || cells.length === 1) return IS_UNREADABLE.test(line);
    const isHead = (cell: string) => IS_LABEL.test(cell) || FIRST_OF_RANGE.test(cell);
    if (cells.some(isHead)) return cells.some(dateIn);
    // Wide spaces hide an empty cell: the row is then shorter. After an empty line, it is another text.
    const isRow = cells.length === width || (cells.length < width && this.found.block.length > 0);
    return isRow && cells.some((cell) => HAS_CONTENT.test(cell));
  }
}

/**
 * Reports whether a line is a label and what should be a batch, such as `Lot ???`: a few words that
 * are not heads of a table. A sentence has more.
 */
function isEntry(line: string, { index }: RegExpExecArray, rest: string): boolean {
  const isFirst = !/[a-z\d]/i.test(line.slice(0, index));
  return (
    isFirst &&
    !HEAD.test(rest) &&
    !/^recall/i.test(rest) &&
    rest.trim().split(/\s+/).length <= MAX_ENTRY_WORDS
  );
}
