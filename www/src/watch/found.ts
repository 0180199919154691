// What was found in the text of a recall: batches, ranges, starts of batches, and lines that are
// not understood. Reads the words and cells that may be batches.
import { type BatchRange, cleanWord, isBatchWord, isRange, normalBatch } from "./batch.js";
import { dateIn, isDate } from "./dates.js";
import {
  ALL_CELL,
  batchesIn,
  BETWEEN,
  endOf,
  isLetters,
  listWords,
  MORE_STARTS,
  shapeOf,
  wordsOf,
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

/** What was found in these `lines`. A place `at` counts from 0, and a row from 1. */
export class Found {
  readonly batches = new Map<string, WatchedBatch>();
  readonly ranges: (BatchRange & { row: number })[] = [];
  readonly starts: { start: string; row: number }[] = [];
  readonly unread: UnreadLine[] = [];
  /** Whether a cell says that all batches are affected. */
  areAll = false;
  /** The batches of the last lines, whose expiry date may be on a separate line. */
  block: WatchedBatch[] = [];
  /** The lines in which a batch was read, from 1. */
  readonly #rows = new Set<number>();

  constructor(private readonly lines: string[]) {}

  add(batch: string, at: number, expiry: string | undefined): void {
    this.#rows.add(at + 1);
    const key = normalBatch(batch);
    const known = this.batches.get(key);
    if (known) return this.#complete(known, at, expiry);
    const watched = { batch, ...(expiry && { expiry }), row: at + 1 };
    this.batches.set(key, watched);
    this.block.push(watched);
  }

  /** Adds the expiry date of a batch that an earlier line named. Shows a line with another date. */
  #complete(known: WatchedBatch, at: number, expiry: string | undefined): void {
    if (expiry && known.expiry && expiry !== known.expiry) this.showUnread(at);
    else if (expiry) known.expiry = expiry;
  }

  /** Reads `batches beginning with LM or starting 7Q`, up to the end of the sentence. */
  addStarts({ 0: whole, 1: first, index }: RegExpExecArray, line: string, at: number): void {
    const [rest = ""] = line.slice(index + whole.length).split(/[.;]|\be\.?g\b|\bbatch/i);
    const others = [...rest.matchAll(MORE_STARTS)].map(([, start]) => start!);
    for (const start of [first!, ...others]) this.starts.push({ start, row: at + 1 });
  }

  /**
   * Reads a list of batches: until something that is none. Returns how many were read.
   */
  addList(rest: string, at: number, isColumn: boolean, expiry: string | undefined): number {
    const words = listWords(rest);
    // In a text that is all in capitals, any word would be a batch of letters.
    let mayBeLetters = isColumn || /[a-z]/.test(this.lines[at]!);
    let read = 0;
    for (let place = 0; place < words.length; place++) {
      const word = words[place]!;
      if (isBetween(word, read > 0)) continue;
      const own = dateAfter(words, place) ?? expiry;
      const used = this.addRange(words.slice(place), at) || this.#addSpaced(words, place, at, own);
      if (used === 0 && !this.#addWord(cleanWord(word), mayBeLetters, at, own)) break;
      read++;
      mayBeLetters = false;
      place += Math.max(used, 1) - 1;
      if (used === 0 && word.endsWith(".")) break;
    }
    return read;
  }

  /** Reads the batches of a word in a list. Returns whether it is one. */
  #addWord(word: string, mayBeLetters: boolean, at: number, expiry: string | undefined): boolean {
    if (!isBatchWord(word) && !(mayBeLetters && isLetters(word))) return false;
    for (const batch of batchesIn(word)) this.add(batch, at, expiry);
    return true;
  }

  /** Reads `AB1200 to AB1230`. Returns the number of its words, or 0. */
  addRange(words: string[], at: number): number {
    const [first = "", sign = "", last = ""] = words;
    const joined = /^([A-Z\d]+)[-–—]([A-Z\d]+)$/i.exec(cleanWord(first.replace(/[–—]/g, "-")));
    if (joined) return this.#push({ from: joined[1]!, to: joined[2]! }, at) ? 1 : 0;
    if (!/^(?:-|–|—|to|until|through|bis)$/i.test(sign)) return 0;
    const from = cleanWord(first);
    return this.#push({ from, to: endOf(from, cleanWord(last)) }, at) ? 3 : 0;
  }

  #push(range: BatchRange, at: number): boolean {
    if (!isBatchWord(range.from) || !isRange(range)) return false;
    this.ranges.push({ ...range, row: at + 1 });
    return true;
  }

  /**
   * Reads `AB 1234` or `23 H 045`: a batch with spaces in it. Returns the number of words, or 0.
   */
  #addSpaced(words: string[], place: number, at: number, expiry: string | undefined): number {
    const three = words
      .slice(place, place + 3)
      .map(cleanWord)
      .join(" ");
    if (/^(?:\d{2} [A-Z]{1,2}|[A-Z]{1,3} \d{2}) \d{2,5}$/.test(three)) {
      this.add(three, at, expiry);
      return 3;
    }
    const [letters = "", digits = ""] = [words[place]!, words[place + 1] ?? ""].map(cleanWord);
    if (!/^[A-Z]{1,4}$/.test(letters) || !/^\d{3,8}[A-Z]?$/.test(digits)) return 0;
    if (/^(?:PL|EL|TEL|FAX|EXP|AND|OR|THE|MA|EU|NHS)$/.test(letters)) return 0;
    this.add(`${letters} ${digits}`, at, expiry);
    return 2;
  }

  addCell(cell: string, at: number, date: string | undefined): void {
    if (ALL_CELL.test(cell)) {
      this.areAll = true;
      return;
    }
    if (this.#addRangesIn(cell, at, date)) return;
    const whole = cleanWord(cell);
    const letters = isLetters(whole);
    const isSpaced = /^[A-Z]{0,4} ?\d{2,8}(?: \d{2,6}){0,2}(?: ?[A-Z]{1,2})?$/i.test(whole);
    if ((isSpaced && whole.includes(" ") && !isDate(whole)) || letters)
      return this.add(whole, at, date);
    const batches = wordsOf(cell);
    // In the column of batches, what looks like a date is a batch.
    if (batches.length === 0 && isDate(whole) && !/\s/.test(whole)) batches.push(whole);
    for (const batch of batches) this.add(batch, at, date);
  }

  /** Reads the ranges of a cell, and the batches between them. Returns whether there is a range. */
  #addRangesIn(cell: string, at: number, date: string | undefined): boolean {
    const words = cell.split(/[\s,;]+/).filter(Boolean);
    const batches: string[] = [];
    const before = this.ranges.length;
    for (let place = 0; place < words.length; place++) {
      const used = this.addRange(words.slice(place), at);
      if (used > 0) place += used - 1;
      else batches.push(...wordsOf(words[place]!));
    }
    if (this.ranges.length === before) return false;
    for (const batch of batches) this.add(batch, at, date);
    return true;
  }

  /**
   * Reads the first batch of a row without borders between its cells, and all if it has nothing
   * else.
   */
  addWords(line: string, at: number, date: string | undefined): void {
    const words = line.split(/[\s,;]+/).filter(Boolean);
    for (let place = 0; place < words.length; place++) {
      if (this.addRange(words.slice(place), at) > 0) return;
      if (this.#addSpaced(words, place, at, date) > 0) return;
    }
    const batches = wordsOf(line).filter((word) => !isDate(word));
    const areAll = batches.length === words.length;
    for (const batch of areAll ? batches : batches.slice(0, 1)) this.add(batch, at, date);
  }

  /** Reports whether something of a line was read. */
  hasRow(row: number): boolean {
    return this.#rows.has(row) || [...this.ranges, ...this.starts].some((one) => one.row === row);
  }

  /** Reports whether a word is a batch that was read, or a part of what was. */
  isRead(word: string): boolean {
    const normal = normalBatch(word);
    if (this.batches.has(normal)) return true;
    const ends = this.ranges.flatMap(({ from, to }) => [from, to]).map(normalBatch);
    const isEnd = ends.some((end) => normal === end || normal.split("-").includes(end));
    const isPart = [...this.batches.keys()].some((batch) => batch.includes(normal));
    return (
      isEnd || isPart || this.starts.some(({ start }) => normal.startsWith(normalBatch(start)))
    );
  }

  /**
   * Shows the lines of batches that may be parts of one: a copied PDF divides `SX0917` into `SX`
   * and `0917`.
   */
  showParts(): void {
    const shapes = [...this.batches.values()].map(({ batch }) => shapeOf(batch));
    for (const { batch, row } of this.batches.values()) {
      const shape = shapeOf(batch);
      const isPart = (other: string) =>
        other.length > shape.length && (other.endsWith(shape) || other.startsWith(shape));
      const whole = shapes.find(
        (other) => isPart(other) && shapes.indexOf(other) !== shapes.lastIndexOf(other),
      );
      if (row && whole && !this.unread.some((line) => line.row === row)) this.showUnread(row - 1);
    }
    this.unread.sort((one, other) => one.row - other.row);
  }

  /** Shows a line of which nothing was used. */
  showUnread(at: number): void {
    this.unread.push({ row: at + 1, text: this.lines[at]!.trim() });
  }
}

/** Finds the date in parentheses after a word: `AB12 (06/2027)`. */
function dateAfter(words: string[], place: number): string | undefined {
  const next = words[place + 1];
  return next?.startsWith("(") ? dateIn(next) : undefined;
}

/**
 * Reports whether a word is between two batches: "and", or a note in parentheses after the first.
 */
const isBetween = (word: string, isAfterFirst: boolean) =>
  BETWEEN.test(word) || (isAfterFirst && word.startsWith("("));
