// A stock-take: what was counted at a place, as events on this device and as lines, one per pack
// and batch.
import { toGtin14 } from "blocks/gtin.js";
import { addMonths } from "../common/format.js";
import { type Entry, type StoredWarning, doubtsNow, type Now } from "../history/entries.js";

export interface StockTake {
  id: string;
  name: string;
  place: string;
  /** In milliseconds since 1970. */
  startedAt: number;
  closedAt?: number;
  /** The list of what should be there. */
  expected?: ExpectedRow[];
  /** The rows of the list that were not used, and the number of all its rows. */
  rejected?: { rows: RejectedRow[]; of: number };
}

/** A row of a list that cannot be used, with the reason. */
export interface RejectedRow {
  /** The number of the row in the file, from 1. */
  row: number;
  reason: string;
}

/** A row of an expected list, as its file has it. */
export interface ExpectedRow {
  /** A GTIN or an AMPP code, in digits. */
  code: string;
  quantity: number;
  batch?: string;
  /** The text of the row's name, if the file has one. */
  name?: string;
  /** The AMPP code of the pack that a person chose, if several have carried the code. */
  chosen?: string;
}

/** What happened in a stock-take. Events sort by their keys, as they happened. */
export type StockEvent = { take: string; key: string } & (
  | { is: "scan"; entry: Entry }
  | Correction
);

/** A correction of a line by a person. */
export type Correction =
  /** Packs that were added, or removed if negative. */
  | { is: "count"; line: string; change: number }
  | { is: "note"; line: string; note: string }
  /** The line is empty from here on. A later scan of the pack begins it again. */
  | { is: "deleted"; line: string };

/** A pack and batch in a stock-take. */
export interface Line {
  key: string;
  /** The last scan of the line, with the name and the codes of the pack. */
  entry: Entry;
  count: number;
  /** The number of scans of serial numbers that were counted before. They do not count again. */
  repeats: number;
  /** How many packs a person added, or removed if negative. */
  corrected: number;
  note: string;
  /**
   * The expiry dates of its scans, the earliest first. A batch has one, so a second one is a doubt.
   */
  expiries: string[];
  /** The warnings of all its scans, each kind once. */
  warnings: StoredWarning[];
}

/**
 * Builds the key of the line to which a scan belongs: its pack and batch. A code without a pack
 * has its own line.
 */
export const lineKeyOf = ({
  packId,
  code,
  batch = "",
}: Pick<Entry, "packId" | "code" | "batch">): string =>
  JSON.stringify([packId ?? `code ${toGtin14(code)}`, batch]);

/** The lines of a stock-take, updated by one event after the other. */
export class Ledger {
  readonly #lines = new Map<string, Line>();
  /** The line of each scan. A scan moves to another line when its pack is chosen later. */
  readonly #scans = new Map<string, { line: string; entry: Entry }>();
  /** The scan that counted each serial number. */
  readonly #serials = new Map<string, string>();

  constructor(events: StockEvent[] = []) {
    for (const event of events) this.add(event);
  }

  /** Finds the lines, in the order in which they began. */
  lines(): Line[] {
    return [...this.#lines.values()];
  }

  /** Finds the line of a scan. */
  lineOf(entry: Entry): Line | undefined {
    return this.#lines.get(lineKeyOf(entry));
  }

  /** Finds the key of the line of the last scan. */
  lastLine(): string | undefined {
    let last: string | undefined;
    for (const scan of this.#scans.keys()) if (!last || scan > last) last = scan;
    return last && this.#scans.get(last)?.line;
  }

  /** Reports whether another scan counted the serial number of this one. */
  isRepeat(entry: Entry): boolean {
    const serial = serialKeyOf(entry);
    return serial !== undefined && this.#serials.get(serial) !== entry.key;
  }

  add(event: StockEvent): void {
    if (event.is === "scan") this.#addScan(event.key, event.entry);
    else this.#correct(event);
  }

  #addScan(key: string, entry: Entry): void {
    this.#remove(key);
    const line = lineKeyOf(entry);
    this.#scans.set(key, { line, entry });
    const isRepeat = this.#isRepeat(key, entry);
    const empty: Line = {
      key: line,
      entry,
      count: 0,
      repeats: 0,
      corrected: 0,
      note: "",
      expiries: [],
      warnings: [],
    };
    this.#lines.set(line, withScan(this.#lines.get(line) ?? empty, entry, isRepeat));
  }

  /** Reports whether an earlier scan counted the serial number. If none did, this scan does. */
  #isRepeat(key: string, entry: Entry): boolean {
    const serial = serialKeyOf(entry);
    if (!serial) return false;
    if (this.#serials.has(serial)) return true;
    this.#serials.set(serial, key);
    return false;
  }

  /** Takes a scan back from its line, because it belongs to another one now. */
  #remove(key: string): void {
    const before = this.#scans.get(key);
    const current = before && this.#lines.get(before.line);
    if (!before || !current) return;
    const serial = serialKeyOf(before.entry);
    const isRepeat = serial !== undefined && this.#serials.get(serial) !== key;
    if (serial && !isRepeat) this.#serials.delete(serial);
    const left = isRepeat
      ? { ...current, repeats: current.repeats - 1 }
      : { ...current, count: Math.max(0, current.count - 1) };
    if (left.count + left.repeats + Math.abs(left.corrected) === 0) this.#lines.delete(before.line);
    else this.#lines.set(before.line, left);
  }

  #correct(correction: Correction): void {
    const { line } = correction;
    const current = this.#lines.get(line);
    if (!current) return;
    if (correction.is === "deleted") this.#delete(current);
    else if (correction.is === "note") this.#lines.set(line, { ...current, note: correction.note });
    else
      this.#lines.set(line, {
        ...current,
        count: Math.max(0, current.count + correction.change),
        corrected: current.corrected + correction.change,
      });
  }

  /** Removes a line with its scans, so that the serial numbers that they counted count again. */
  #delete({ key }: Line): void {
    this.#lines.delete(key);
    for (const [scan, { line, entry }] of this.#scans) {
      if (line !== key) continue;
      this.#scans.delete(scan);
      const serial = serialKeyOf(entry);
      if (serial && this.#serials.get(serial) === scan) this.#serials.delete(serial);
    }
  }
}

/** Builds the key of a box: its code and serial number, if it has one. */
const serialKeyOf = ({ code, serial }: Entry): string | undefined =>
  serial ? JSON.stringify([toGtin14(code), serial]) : undefined;

function withScan(line: Line, entry: Entry, isRepeat: boolean): Line {
  const { expiry } = entry;
  const expiries =
    expiry && !line.expiries.includes(expiry) ? [...line.expiries, expiry].sort() : line.expiries;
  const known = new Set(line.warnings.map(({ kind }) => kind));
  const warnings = [...line.warnings, ...entry.doubts.filter(({ kind }) => !known.has(kind))];
  return {
    ...line,
    entry,
    count: line.count + (isRepeat ? 0 : 1),
    repeats: line.repeats + (isRepeat ? 1 : 0),
    expiries,
    warnings,
  };
}

/**
 * Reports whether a person should look at a line again. Warnings about the data are the same for
 * all lines.
 */
export const isDoubtful = (line: Line, now: Now): boolean =>
  doubtsOfLine(line, now).some(({ about }) => about !== "data") ||
  line.expiries.length > 1 ||
  line.repeats > 0 ||
  line.entry.outcome !== "pack";

/** Builds the warnings of a line as of now: an expiry date passes, and a recall comes later. */
export const doubtsOfLine = ({ entry, warnings, expiries }: Line, now: Now): StoredWarning[] =>
  doubtsNow({ ...entry, doubts: warnings, ...(expiries[0] && { expiry: expiries[0] }) }, now);

/** How lines are sorted. */
export type LineOrder = "latest" | "expiry" | "name";

/** What lines are shown. */
export interface LineFilter {
  /** A part of the name, of the supplier, of a code or of a batch. */
  text: string;
  /** The number of months in which the packs expire. Expired packs are included. */
  expiresWithin?: number | undefined;
  onlyDoubtful: boolean;
}

export const NO_FILTER: LineFilter = { text: "", onlyDoubtful: false };

/** Finds the lines to show. */
export function selectLines(
  lines: Line[],
  { text, expiresWithin, onlyDoubtful }: LineFilter,
  order: LineOrder,
  now: Now,
): Line[] {
  const limit = expiresWithin === undefined ? undefined : addMonths(now.today, expiresWithin);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const selected = lines.filter((line) => {
    if (limit !== undefined && !((line.expiries[0] ?? "9999") <= limit)) return false;
    if (onlyDoubtful && !isDoubtful(line, now)) return false;
    const { name = "", code, batch = "" } = line.entry;
    const searched = `${name} ${code} ${batch} ${line.note}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
  return selected.sort(ORDERS[order]);
}

/** Compares names as people do. `localeCompare` would create this for each comparison. */
const COLLATOR = new Intl.Collator("en-GB", { numeric: true });

const ORDERS: Record<LineOrder, (a: Line, b: Line) => number> = {
  latest: (a, b) => (a.entry.key < b.entry.key ? 1 : -1),
  expiry: (a, b) =>
    compare(a.expiries[0] ?? "9999", b.expiries[0] ?? "9999") ||
    COLLATOR.compare(a.entry.name ?? "", b.entry.name ?? ""),
  name: (a, b) => COLLATOR.compare(a.entry.name ?? "", b.entry.name ?? "") || compare(a.key, b.key),
};

function compare(a: string, b: string): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}
