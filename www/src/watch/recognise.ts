// Recognises what the text of a recall names: codes, batches, ranges, and lines that are not
// understood. A person checks it before it is used.
import { hasValidCheckDigit } from "blocks/wedge/check-digit.js";
import { toGtin14 } from "../lookup/outcome.js";
import { type BatchRange, cleanWord, isBatchWord, isRange, normalBatch } from "./batch.js";
import { dateIn, isDate } from "./dates.js";

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

/** What was recognised in a text, for a person to check. */
export interface Recognised {
  title: string;
  /** In 14 digits. */
  gtins: string[];
  batches: WatchedBatch[];
  /** Absent in lists of earlier versions of the page. */
  ranges?: (BatchRange & { row: number })[];
  /** The letters with which all affected batches begin. */
  starts?: { start: string; row: number }[];
  /** Whether the text says that all batches are affected. */
  isAllBatches?: boolean;
  unread?: UnreadLine[];
}

const MAX_TITLE = 120;

/** Recognises codes, batches and expiry dates in the text of a recall. */
export function recognise(text: string): Recognised {
  const lines = linesOf(text);
  const reader = new Reader(lines);
  reader.read();
  return {
    title: (lines.find((line) => line.trim()) ?? "").trim().slice(0, MAX_TITLE),
    gtins: gtinsIn(text),
    batches: [...reader.batches.values()],
    ranges: reader.ranges,
    starts: reader.starts,
    isAllBatches: ALL_BATCHES.test(text),
    unread: reader.unread,
  };
}

/** Returns the lines, in which signs of footnotes are no digits. */
const linesOf = (text: string): string[] =>
  text
    .replace(/[¹²³⁰-⁹]+/g, "*")
    .normalize("NFKC")
    .split(/\r\n?|\n/)
    .map((line) => line.trimEnd());

/** Telephone numbers, which may look like batches. */
const TELEPHONE = /(?<!\d)(?:\+44[\s-]?\d{2,4}|\(?0\d{2,4}\)?)[\s-]\d{3,4}[\s-]?\d{3,4}(?!\d)/g;

/**
 * Returns the numbers of 13 or 14 digits with a right check digit, also with spaces in them. Shorter
 * numbers can be licence numbers or dates.
 */
export function gtinsIn(text: string): string[] {
  const found: string[] = [];
  for (const run of text.normalize("NFKC").match(/\d[\d \t-]*\d/g) ?? []) {
    const groups = run.split(/[ \t-]+/);
    for (let at = 0; at < groups.length; ) {
      const used = lengthOfGtin(groups.slice(at));
      if (used > 0) found.push(toGtin14(groups.slice(at, at + used).join("")));
      at += Math.max(used, 1);
    }
  }
  return [...new Set(found)];
}

/** Returns the number of groups of digits that are one GTIN, or 0. */
function lengthOfGtin(groups: string[]): number {
  let digits = "";
  for (const [at, group] of groups.entries()) {
    digits += group;
    if (digits.length > 14) return 0;
    if (digits.length >= 13 && hasValidCheckDigit(digits) && !/^0{6}/.test(digits)) return at + 1;
  }
  return 0;
}

const ALL_BATCHES =
  /\b(?:all|any|every|each)\s+(?:(?:affected|remaining|unexpired|in-date|available|other|known)\s+)*(?:batch(?:es)?|lots?)\b(?!\s+(?:listed|below|above|in the table|mentioned|(?:beginning|begin|starting|start|prefixed)))|\b(?:batch(?:es)?|lots?)(?:\s*(?:numbers?|nos?\.?))?\s*[:\t|]\s*all\b/i;
const LABEL_WORD = String.raw`(?:(?:affected|impacted)\s+)?(?:batch(?:es)?|lots?|b\.?\s?n|b\/n)(?:\s*\/\s*(?:batch|lot))?`;
const LABEL_REST = String.raw`(?:\s*(?:numbers?|nos?|num|#|ids?|codes?|refs?|references?)\b(?:['’]?s)?\.?(?:\(s\)|s\))?)?(?:\(e?s\))?(?:\s*(?:affected|impacted|concerned|below))?`;
/** A label of batches, with what separates it from them. */
const LABEL = new RegExp(String.raw`\b${LABEL_WORD}${LABEL_REST}\s*[:#=-]?\s*`, "i");
/** A text that is nothing but a label of batches. */
const IS_LABEL = new RegExp(String.raw`^\W*${LABEL_WORD}${LABEL_REST}\W*$`, "i");
const STARTS =
  /\b(?:batch(?:es)?|lots?)\b[^.;]{0,60}?\b(?:begin|beginning|start|starting|prefixed|prefix)s?\b(?:\s+(?:with|by))?(?:\s+the)?(?:\s+(?:letters?|prefix|characters?))?\s*[:"“'‘]*\s*([A-Z\d]{1,12})\b/i;
/** The other heads of tables in recalls. */
const HEAD =
  /^\W*(?:expiry|expiration|exp|use by|pack|size|first|last|date|distribut|product|description|medicine|name|strength|form|manufactur|ma|pl|licen[cs]e|gtin|ean|barcode|snomed|pip|code|quantity|market|country|supplier|presentation)\b/i;
const EXPIRY = /\b(?:expiry|expiration|expires?|exp|use by|use before)\b/i;

/** Splits a line of a table. Pasted tables have tabs, bars or wide spaces between cells. */
const cellsOf = (line: string): string[] =>
  line
    .replace(/^\s*\|/, "")
    .replace(/\|\s*$/, "")
    .split(/\t|\s*\|\s*|\s{2,}/)
    .map((cell) => cell.trim());

/** Which cells of a table have batches and expiry dates. */
interface Table {
  batches: number[];
  expiry: number | undefined;
  width: number;
}

/** Words between a label and its batches, and between batches. */
const BETWEEN =
  /^(?:[,;&-]|and|or|numbers?|nos?\.?|from|between|the|is|are|was|were|includes?|including|namely|only|also|as|follows?:?)$/i;

class Reader {
  readonly batches = new Map<string, WatchedBatch>();
  readonly ranges: (BatchRange & { row: number })[] = [];
  readonly starts: { start: string; row: number }[] = [];
  readonly unread: UnreadLine[] = [];
  #table: Table | undefined;

  constructor(private readonly lines: string[]) {}

  read(): void {
    for (let at = 0; at < this.lines.length; at++) {
      const used = this.#column(at);
      if (used > 0) at += used - 1;
      else this.#line(at);
    }
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
    let next = at + heads.length;
    for (;;) {
      const cells = this.lines.slice(next, next + heads.length).map((line) => line.trim());
      const batches = wordsOf(cells[place] ?? "");
      if (cells.length < heads.length || cells.some((cell) => cell === "") || batches.length === 0)
        break;
      for (const batch of batches)
        this.#add(batch, next + place, expiry < 0 ? undefined : dateIn(cells[expiry]!));
      next += heads.length;
    }
    return next > at + heads.length ? next - at : 0;
  }

  /** Returns the heads from a line on, one per line. */
  #headsAt(at: number): string[] {
    const heads: string[] = [];
    for (const line of this.lines.slice(at)) {
      const cells = cellsOf(line.trim());
      const [cell = ""] = cells;
      const isHead = cells.length === 1 && cell.split(/\s+/).length < 5;
      if (!isHead || !(IS_LABEL.test(cell) || HEAD.test(cell))) break;
      heads.push(cell);
    }
    return heads;
  }

  #line(at: number): void {
    const line = this.lines[at]!.replace(TELEPHONE, "");
    if (!line.trim()) return;
    const before = this.batches.size + this.ranges.length + this.starts.length;
    const cells = cellsOf(line);
    const labelled = cells.flatMap((cell, place) => (IS_LABEL.test(cell) ? [place] : []));
    if (
      labelled.length > 0 &&
      cells.length > 1 &&
      !cells.some((cell) => isBatchWord(cleanWord(cell)))
    ) {
      const expiry = cells.findIndex((cell) => EXPIRY.test(cell));
      this.#table = {
        batches: labelled,
        expiry: expiry < 0 ? undefined : expiry,
        width: cells.length,
      };
      return;
    }
    if (labelled.length > 0 && cells.length > 1) return this.#labelledCells(cells, labelled, at);
    const start = STARTS.exec(line);
    if (start) this.starts.push({ start: start[1]!, row: at + 1 });
    else if (LABEL.test(line)) this.#labelled(line, at);
    else if (this.#table) this.#row(cells, at);
    const found = this.batches.size + this.ranges.length + this.starts.length > before;
    if (!found && this.#mayNameBatch(line))
      this.unread.push({ row: at + 1, text: this.lines[at]!.trim() });
  }

  /** Reads `Batch number | AB1234 | Expiry | 01/2027`: each label has its value beside it. */
  #labelledCells(cells: string[], labelled: number[], at: number): void {
    const expiry = cells.findIndex((cell) => EXPIRY.test(cell));
    const date = expiry < 0 ? undefined : dateIn(cells[expiry + 1] ?? "");
    for (const place of labelled)
      for (const batch of wordsOf(cells[place + 1] ?? "")) this.#add(batch, at, date);
  }

  /** Reads what follows labels in a line. A label without a batch is the head of a table. */
  #labelled(line: string, at: number): void {
    const labels = [...line.matchAll(new RegExp(LABEL.source, "gi"))];
    let isHead = true;
    for (const label of labels) {
      const rest = line.slice(label.index + label[0].length);
      const isColumn = /[:#=]\s*$/.test(label[0]);
      const used = this.#list(rest, at, isColumn, expiryOf(line));
      isHead &&= used === 0;
    }
    const isSentence = /[.!?]\s*$/.test(line) || line.trim().split(/\s+/).length > 10;
    if (isHead && !isSentence) {
      const cells = cellsOf(line);
      const place = cells.findIndex((cell) => LABEL.test(cell));
      const expiry = cells.findIndex((cell) => EXPIRY.test(cell));
      const isWide = cells.length > 1;
      this.#table = {
        batches: [Math.max(0, place)],
        expiry: expiry < 0 || (!isWide && !EXPIRY.test(line)) ? undefined : expiry,
        width: isWide ? cells.length : 0,
      };
    } else if (isSentence) this.#table = undefined;
  }

  /**
   * Reads a list of batches: until something that is none. Returns how many were read.
   */
  #list(rest: string, at: number, isColumn: boolean, expiry: string | undefined): number {
    const words = rest
      .replace(/([,;&])/g, " $1 ")
      .split(/\s+/)
      .filter(Boolean);
    let read = 0;
    for (let place = 0; place < words.length; place++) {
      const word = words[place]!;
      if (BETWEEN.test(word)) continue;
      const used = this.#range(words.slice(place), at) || this.#spaced(words, place, at, expiry);
      if (used > 0) {
        read++;
        place += used - 1;
        continue;
      }
      const clean = cleanWord(word);
      const isWord = isBatchWord(clean) || (isColumn && read === 0 && /^[A-Z]{3,12}$/.test(clean));
      if (!isWord) break;
      this.#add(clean, at, expiry);
      read++;
      if (/[.]$/.test(word)) break;
    }
    return read;
  }

  /** Reads `AB1200 to AB1230`. Returns the number of its words, or 0. */
  #range(words: string[], at: number): number {
    const [first = "", sign = "", last = ""] = words;
    const isSign = /^(?:-|–|—|to|until|through|and)$/i.test(sign);
    const joined = /^([A-Z\d]+)[-–—]([A-Z\d]+)$/i.exec(cleanWord(first.replace(/[–—]/g, "-")));
    const range = joined
      ? { from: joined[1]!, to: joined[2]! }
      : isSign && sign.toLowerCase() !== "and"
        ? { from: cleanWord(first), to: cleanWord(last) }
        : undefined;
    if (!range || !isBatchWord(range.from) || !isRange(range)) return 0;
    this.ranges.push({ ...range, row: at + 1 });
    return joined ? 1 : 3;
  }

  /** Reads `AB 1234`: letters and digits with a space between. Returns the number of words, or 0. */
  #spaced(words: string[], place: number, at: number, expiry: string | undefined): number {
    const [letters = "", digits = ""] = [words[place]!, words[place + 1] ?? ""].map(cleanWord);
    if (!/^[A-Z]{1,4}$/.test(letters) || !/^\d{3,8}[A-Z]?$/.test(digits)) return 0;
    if (/^(?:PL|EL|TEL|FAX|EXP|AND|OR|THE|MA|EU|NHS)$/.test(letters)) return 0;
    this.#add(`${letters} ${digits}`, at, expiry);
    return 2;
  }

  /** Reads a row of a table. */
  #row(cells: string[], at: number): void {
    const { batches, expiry, width } = this.#table!;
    const line = cells.join(" ");
    if (/[.!?]$/.test(line) && line.split(/\s+/).length > 8) {
      this.#table = undefined;
      return;
    }
    if (width > 1 && cells.length > 1) {
      const date = expiry === undefined ? undefined : dateIn(cells[expiry] ?? "");
      for (const place of batches) this.#cell(cells[place] ?? "", at, date);
      return;
    }
    // The cells have single spaces between, or the line continues a cell.
    const date = expiry === undefined ? undefined : dateIn(line);
    this.#words(line, at, date);
  }

  #cell(cell: string, at: number, date: string | undefined): void {
    const words = cell.split(/[\s,;]+/).filter(Boolean);
    if (this.#range(words, at) > 0) return;
    const letters = /^[A-Z]{3,12}$/.test(cleanWord(cell));
    const whole = cleanWord(cell);
    if (/^[A-Z]{1,4} \d{3,8}[A-Z]?$/i.test(whole) || letters) return this.#add(whole, at, date);
    for (const batch of wordsOf(cell)) this.#add(batch, at, date);
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
    const key = normalBatch(batch);
    if (!this.batches.has(key))
      this.batches.set(key, { batch, ...(expiry && { expiry }), row: at + 1 });
  }

  /** Returns whether a line that was not used may name a batch. */
  #mayNameBatch(line: string): boolean {
    if (this.#table && this.#table.width === 0) return wordsOf(line).length > 0;
    const isTableRow = this.#table !== undefined && cellsOf(line).length > 1;
    const isNamed = /\b(?:batch(?:es)?|lots?)\b/i.test(line) && !ALL_BATCHES.test(line);
    return isTableRow || (isNamed && wordsOf(line).length > 0) || wordsOf(line).some(hasBoth);
  }
}

/** Returns whether a word has letters and four digits or more, as most batch numbers. */
const hasBoth = (word: string): boolean =>
  /[A-Z]/i.test(word) && word.replace(/\D/g, "").length >= 3;

const wordsOf = (text: string): string[] =>
  text
    .split(/[\s,;]+|\band\b/i)
    .map(cleanWord)
    .filter(isBatchWord);

/** Returns the date behind a label of expiry dates. */
function expiryOf(line: string): string | undefined {
  const label = EXPIRY.exec(line);
  return label ? dateIn(line.slice(label.index)) : undefined;
}
