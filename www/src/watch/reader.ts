// Reads the lines of a recall one by one: sentences, lists and tables of batches.
import { type BatchRange, cleanWord, isBatchWord, isRange, normalBatch } from "./batch.js";
import { affectedPart, elementsIn, isHeading, isOfOthers, withPlainRanges } from "./clauses.js";
import { dateIn, isDate } from "./dates.js";
import {
  ALL_BATCHES,
  ALL_CELL,
  batchesIn,
  BETWEEN,
  cellsOf,
  endOf,
  expiriesIn,
  EXPIRY,
  expiryOf,
  FIRST_OF_RANGE,
  hasBoth,
  HEAD,
  IS_LABEL,
  isLetters,
  isOnlyBatches,
  LABEL,
  LAST_OF_RANGE,
  listWords,
  MONTH_AND_YEAR,
  MORE_STARTS,
  shapeOf,
  STARTS,
  TELEPHONE,
  WIDE_LABEL,
  wordsOf,
  wordsWithSigns,
} from "./patterns.js";

/** A batch of a pasted text. */
export interface WatchedBatch {
  batch: string;
  /** The expiry date in the text's row, `YYYY-MM-DD` or `YYYY-MM`. */
  expiry?: string;
  /** The number of the line, from 1. Absent if a person added the batch. */
  row?: number;
}

/** A line of the text of which nothing was used, although it may name a batch. */
export interface UnreadLine {
  row: number;
  text: string;
}

/** Which cells of a table have batches and expiry dates. */
interface Table {
  batches: number[];
  expiries: number[];
  width: number;
  /** The columns of the first and of the last batch of a range. */
  range?: [number, number] | undefined;
}

/** Returns the date of a cell, or of two that wide spaces divide: `Aug | 2027`. */
const dateBehind = ([cell = "", next = ""]: string[]): string | undefined =>
  dateIn(cell) ?? (cell && dateIn(`${cell} ${next}`));

/** Batches that are counted and not named: `AB12 and two others`. */
const AND_OTHERS = /\b(?:and|plus)\s+(?:[\w-]+\s+)?(?:more|others)\W*$/i;
/** A line of signs that stand for what cannot be read. Lines of dashes separate. */
const IS_UNREADABLE = /^[^\p{L}\d]*[?#][^\p{L}\d]*$/u;
/** A cell with more than the dashes of an empty one. */
const HAS_CONTENT = /[^\s.–—-]/;
/** The words of an entry that is no sentence. */
const MAX_ENTRY_WORDS = 3;

const withSingleSpaces = (label: string): string => label.replace(/\s+/g, " ");

export class Reader {
  readonly batches = new Map<string, WatchedBatch>();
  readonly ranges: (BatchRange & { row: number })[] = [];
  readonly starts: { start: string; row: number }[] = [];
  readonly unread: UnreadLine[] = [];
  /** Whether a cell says that all batches are affected. */
  areAll = false;
  /** Whether the lines are a list of batches that are not affected. */
  #isOfOthers = false;
  /** The batches of the last lines, whose expiry date may be on a line of its own. */
  #block: WatchedBatch[] = [];
  #table: Table | undefined;
  /** The lines in which a batch was read, from 1. */
  readonly #rows = new Set<number>();

  constructor(private readonly lines: string[]) {}

  read(): void {
    for (let at = 0; at < this.lines.length; at++) {
      const used = this.#column(at);
      if (used > 0) at += used - 1;
      else this.#line(at);
    }
    this.#showParts();
  }

  /**
   * Shows the lines of batches that may be parts of one: a copied PDF divides `SX0917` into `SX` and
   * `0917`.
   */
  #showParts(): void {
    const shapes = [...this.batches.values()].map(({ batch }) => shapeOf(batch));
    for (const { batch, row } of this.batches.values()) {
      const shape = shapeOf(batch);
      const isPart = (other: string) =>
        other.length > shape.length && (other.endsWith(shape) || other.startsWith(shape));
      const whole = shapes.find(
        (other) => isPart(other) && shapes.indexOf(other) !== shapes.lastIndexOf(other),
      );
      if (row && whole && !this.unread.some((line) => line.row === row))
        this.unread.push({ row, text: this.lines[row - 1]!.trim() });
    }
    this.unread.sort((one, other) => one.row - other.row);
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
    if (areAll) this.areAll = true;
    const date = expiry < 0 ? undefined : dateIn(cells[expiry]!);
    for (const batch of batches) this.#add(batch, row[place]!, date);
    if (areAll || batches.length > 0) return true;
    const isRow = date !== undefined || IS_UNREADABLE.test(cells[place]!);
    if (!isRow || cells.some((cell) => cell.split(/\s+/).length > MAX_ENTRY_WORDS)) return false;
    this.unread.push({ row: row[place]! + 1, text: cells[place]! });
    return true;
  }

  /** Returns the places of the lines with text, from a line on. */
  #filledFrom(at: number): number[] {
    const filled: number[] = [];
    for (let place = at; place < this.lines.length; place++)
      if (this.lines[place]!.trim()) filled.push(place);
    return filled;
  }

  /** Returns the heads from a line on, one per line. */
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
      this.#block = [];
      this.#isOfOthers = false;
      return;
    }
    if (isHeading(line)) this.#isOfOthers = isOfOthers(line);
    const part = this.#isOfOthers ? "" : withPlainRanges(affectedPart(line));
    const elements = elementsIn(part);
    if (elements) this.#add(elements.batch, at, elements.expiry);
    else if (!this.#expiryAlone(part)) this.#readLine(part, at);
    const isUnread = this.#mayNameBatch(line, at + 1) || this.#lacksBatch(part, at + 1);
    if (elements === undefined && isUnread)
      this.unread.push({ row: at + 1, text: this.lines[at]!.trim() });
  }

  /** Returns a line, with the end of brackets that the next line closes: `lot A123 (expiry`. */
  #whole(at: number): string {
    const line = this.lines[at]!;
    const [, end] = /^[>\s]*([^()]{1,40}\))/.exec(this.lines[at + 1] ?? "") ?? [];
    return end && /\([^()]*$/.test(line) ? `${line} ${end}` : line;
  }

  /** Reads an expiry date on a line of its own, which is that of the batches before it. */
  #expiryAlone(line: string): boolean {
    const date = expiryOf(line);
    const others = wordsOf(line.replace(MONTH_AND_YEAR, ""));
    if (!date || !/^\W*(?:exp|use)/i.test(line) || others.length > 0) return false;
    const dates = cellsOf(line).slice(1).map(dateIn);
    const isRow = dates.length > 1 && dates.length === this.#block.length;
    for (const [place, batch] of this.#block.entries()) {
      const own = isRow ? dates[place] : date;
      if (own) batch.expiry ??= own;
    }
    return this.#block.length > 0;
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
    for (const start of starts) this.#starts(start, line, at);
    if (starts.length > 0) return;
    if (LABEL.test(line)) this.#labelled(line, at);
    else if (this.#table) this.#row(cells, at);
  }

  /** Reads `batches beginning with LM or starting 7Q`, up to the end of the sentence. */
  #starts({ 0: whole, 1: first, index }: RegExpExecArray, line: string, at: number): void {
    const [rest = ""] = line.slice(index + whole.length).split(/[.;]|\be\.?g\b|\bbatch/i);
    const others = [...rest.matchAll(MORE_STARTS)].map(([, start]) => start!);
    for (const start of [first!, ...others]) this.starts.push({ start, row: at + 1 });
  }

  /** Reads `Batch number | AB1234 | Expiry | 01/2027`: each label has its value beside it. */
  #labelledCells(cells: string[], labelled: number[], at: number): void {
    const expiry = cells.findIndex((cell) => EXPIRY.test(cell));
    const date = expiry < 0 ? undefined : dateBehind(cells.slice(expiry + 1));
    for (const place of labelled) {
      this.#cell(cells[place + 1] ?? "", at, date);
      // A table may have its batches side by side.
      const rest = cells.slice(place + 2);
      if (rest.every((cell) => wordsOf(cell).length === 1))
        for (const cell of rest) this.#cell(cell, at, undefined);
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
      // `lot A123 (expiry` states a date of its own, which is not on this line.
      const other = EXPIRY.test(own)
        ? undefined
        : (expiryOf(line.slice(label.index)) ?? expiryOf(line));
      const date = expiryOf(own) ?? other;
      const used = this.#list(rest, at, isColumn, date);
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

  /**
   * Reads a list of batches: until something that is none. Returns how many were read.
   */
  #list(rest: string, at: number, isColumn: boolean, expiry: string | undefined): number {
    const words = listWords(rest);
    // In a text that is all in capitals, any word would be a batch of letters.
    let mayBeLetters = isColumn || /[a-z]/.test(this.lines[at]!);
    let read = 0;
    for (let place = 0; place < words.length; place++) {
      const word = words[place]!;
      if (isBetween(word, read > 0)) continue;
      const own = dateAfter(words, place) ?? expiry;
      const used = this.#range(words.slice(place), at) || this.#spaced(words, place, at, own);
      if (used === 0 && !this.#word(cleanWord(word), mayBeLetters, at, own)) break;
      read++;
      mayBeLetters = false;
      place += Math.max(used, 1) - 1;
      if (used === 0 && word.endsWith(".")) break;
    }
    return read;
  }

  /** Reads the batches of a word in a list. Returns whether it is one. */
  #word(word: string, mayBeLetters: boolean, at: number, expiry: string | undefined): boolean {
    if (!isBatchWord(word) && !(mayBeLetters && isLetters(word))) return false;
    for (const batch of batchesIn(word)) this.#add(batch, at, expiry);
    return true;
  }

  /** Reads `AB1200 to AB1230`. Returns the number of its words, or 0. */
  #range(words: string[], at: number): number {
    const [first = "", sign = "", last = ""] = words;
    const joined = /^([A-Z\d]+)[-–—]([A-Z\d]+)$/i.exec(cleanWord(first.replace(/[–—]/g, "-")));
    if (joined) return this.#addRange({ from: joined[1]!, to: joined[2]! }, at) ? 1 : 0;
    if (!/^(?:-|–|—|to|until|through|bis)$/i.test(sign)) return 0;
    const from = cleanWord(first);
    return this.#addRange({ from, to: endOf(from, cleanWord(last)) }, at) ? 3 : 0;
  }

  #addRange(range: BatchRange, at: number): boolean {
    if (!isBatchWord(range.from) || !isRange(range)) return false;
    this.ranges.push({ ...range, row: at + 1 });
    return true;
  }

  /**
   * Reads `AB 1234` or `23 H 045`: a batch with spaces in it. Returns the number of words, or 0.
   */
  #spaced(words: string[], place: number, at: number, expiry: string | undefined): number {
    const three = words
      .slice(place, place + 3)
      .map(cleanWord)
      .join(" ");
    if (/^(?:\d{2} [A-Z]{1,2}|[A-Z]{1,3} \d{2}) \d{2,5}$/.test(three)) {
      this.#add(three, at, expiry);
      return 3;
    }
    const [letters = "", digits = ""] = [words[place]!, words[place + 1] ?? ""].map(cleanWord);
    if (!/^[A-Z]{1,4}$/.test(letters) || !/^\d{3,8}[A-Z]?$/.test(digits)) return 0;
    if (/^(?:PL|EL|TEL|FAX|EXP|AND|OR|THE|MA|EU|NHS)$/.test(letters)) return 0;
    this.#add(`${letters} ${digits}`, at, expiry);
    return 2;
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
      this.#range([cells[range[0]] ?? "", "to", cells[range[1]] ?? ""], at);
      return;
    }
    if (width > 1 && cells.length > 1) {
      this.#cells(cells, { batches, expiries }, at);
      return;
    }
    // The cells have single spaces between, or the line continues a cell.
    if (width > 1 && !isOnlyBatches(line)) return;
    const date = expiries.length === 0 ? expiryOf(line) : dateIn(line);
    this.#words(line, at, date);
  }

  /** Reads the cells of a row. The expiry date of a batch is in the next such column, or the last. */
  #cells(cells: string[], { batches, expiries }: Pick<Table, "batches" | "expiries">, at: number) {
    for (const place of batches) {
      const expiry = expiries.find((other) => other > place) ?? expiries.at(-1);
      const date = expiry === undefined ? undefined : dateIn(cells[expiry] ?? "");
      this.#cell(cells[place] ?? "", at, date);
    }
  }

  #cell(cell: string, at: number, date: string | undefined): void {
    if (ALL_CELL.test(cell)) {
      this.areAll = true;
      return;
    }
    if (this.#rangesIn(cell, at, date)) return;
    const whole = cleanWord(cell);
    const letters = isLetters(whole);
    const isSpaced = /^[A-Z]{0,4} ?\d{2,8}(?: \d{2,6}){0,2}(?: ?[A-Z]{1,2})?$/i.test(whole);
    if ((isSpaced && whole.includes(" ") && !isDate(whole)) || letters)
      return this.#add(whole, at, date);
    const batches = wordsOf(cell);
    // In the column of batches, what looks like a date is a batch.
    if (batches.length === 0 && isDate(whole) && !/\s/.test(whole)) batches.push(whole);
    for (const batch of batches) this.#add(batch, at, date);
  }

  /** Reads the ranges of a cell, and the batches between them. Returns whether there is a range. */
  #rangesIn(cell: string, at: number, date: string | undefined): boolean {
    const words = cell.split(/[\s,;]+/).filter(Boolean);
    const batches: string[] = [];
    const before = this.ranges.length;
    for (let place = 0; place < words.length; place++) {
      const used = this.#range(words.slice(place), at);
      if (used > 0) place += used - 1;
      else batches.push(...wordsOf(words[place]!));
    }
    if (this.ranges.length === before) return false;
    for (const batch of batches) this.#add(batch, at, date);
    return true;
  }

  /** Reads the first batch of a row without borders between its cells, and all if it has nothing else. */
  #words(line: string, at: number, date: string | undefined): void {
    const words = line.split(/[\s,;]+/).filter(Boolean);
    for (let place = 0; place < words.length; place++) {
      if (this.#range(words.slice(place), at) > 0) return;
      if (this.#spaced(words, place, at, date) > 0) return;
    }
    const batches = wordsOf(line).filter((word) => !isDate(word));
    const areAll = batches.length === words.length;
    for (const batch of areAll ? batches : batches.slice(0, 1)) this.#add(batch, at, date);
  }

  #add(batch: string, at: number, expiry: string | undefined): void {
    this.#rows.add(at + 1);
    const key = normalBatch(batch);
    const known = this.batches.get(key);
    if (known) return this.#complete(known, at, expiry);
    const watched = { batch, ...(expiry && { expiry }), row: at + 1 };
    this.batches.set(key, watched);
    this.#block.push(watched);
  }

  /** Adds the expiry date of a batch that an earlier line named. Shows a line with another date. */
  #complete(known: WatchedBatch, at: number, expiry: string | undefined): void {
    if (expiry && known.expiry && expiry !== known.expiry)
      this.unread.push({ row: at + 1, text: this.lines[at]!.trim() });
    else if (expiry) known.expiry = expiry;
  }

  /** Returns whether a line may name a batch that was not read, even if others in it were. */
  #mayNameBatch(line: string, row: number): boolean {
    const words = [...wordsOf(line), ...wordsWithSigns(line)];
    if (words.some((word) => hasBoth(word) && !this.#isRead(word))) return true;
    if (LABEL.test(line) && AND_OTHERS.test(line)) return true;
    const isAboutBatches = this.#table !== undefined || /\b(?:batch(?:es)?|lots?)\b/i.test(line);
    if (!isAboutBatches || ALL_BATCHES.test(line)) return false;
    const shapes = new Set([...this.batches.values()].map(({ batch }) => shapeOf(batch)));
    const isOneMore = (word: string) => shapes.has(shapeOf(word)) && !this.#isRead(word);
    return words.some(isOneMore) || this.#isLabelAlone(line, words, row);
  }

  /** Returns whether a label has something behind it of which nothing was read. */
  #isLabelAlone(line: string, words: string[], row: number): boolean {
    const label = LABEL.exec(line);
    const rest = label ? line.slice(label.index + label[0].length) : "";
    const isStated =
      label !== null && rest !== "" && (/[:#=]\s*$/.test(label[0]) || isEntry(line, label, rest));
    const isPart = /\b(?:start|begin|end)(?:s|ing)?\b/i.test(line);
    return !this.#hasRow(row) && (isStated || isPart || words.length > 0);
  }

  /**
   * Returns whether a line has something in the place of a batch of which nothing was read: signs such
   * as `???`, or the `####` of a narrow column of a spreadsheet.
   */
  #lacksBatch(line: string, row: number): boolean {
    const cells = cellsOf(line);
    if (!this.#table || this.#hasRow(row) || cells.some((cell) => ALL_CELL.test(cell)))
      return false;
    const { batches, width, range } = this.#table;
    if (width < 2 || cells.length === 1) return IS_UNREADABLE.test(line);
    const isHead = (cell: string) => IS_LABEL.test(cell) || FIRST_OF_RANGE.test(cell);
    if (cells.some(isHead)) return cells.some(dateIn);
    const places = range ?? batches;
    return cells.length === width && places.some((place) => HAS_CONTENT.test(cells[place] ?? ""));
  }

  /** Returns whether something of a line was read. */
  #hasRow(row: number): boolean {
    return this.#rows.has(row) || [...this.ranges, ...this.starts].some((one) => one.row === row);
  }

  /** Returns whether a word is a batch that was read, or a part of what was. */
  #isRead(word: string): boolean {
    const normal = normalBatch(word);
    if (this.batches.has(normal)) return true;
    const ends = this.ranges.flatMap(({ from, to }) => [from, to]).map(normalBatch);
    const isEnd = ends.some((end) => normal === end || normal.split("-").includes(end));
    const isPart = [...this.batches.keys()].some((batch) => batch.includes(normal));
    return (
      isEnd || isPart || this.starts.some(({ start }) => normal.startsWith(normalBatch(start)))
    );
  }
}

/**
 * Returns whether a line is a label and what should be a batch, such as `Lot ???`: a few words that
 * are no heads of a table. A sentence has more.
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

/** Returns the date in parentheses after a word: `AB12 (06/2027)`. */
function dateAfter(words: string[], place: number): string | undefined {
  const next = words[place + 1];
  return next?.startsWith("(") ? dateIn(next) : undefined;
}

/** Returns whether a word is between two batches: "and", or a note in parentheses after the first. */
const isBetween = (word: string, isAfterFirst: boolean) =>
  BETWEEN.test(word) || (isAfterFirst && word.startsWith("("));
