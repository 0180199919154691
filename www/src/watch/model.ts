// Batches to watch: what a pasted text names, and whether a scan is among it. A scan that is not
// among it means nothing.
import { hasValidCheckDigit } from "blocks/wedge/check-digit.js";
import { longDate } from "../format.js";
import { toGtin14 } from "../lookup/outcome.js";

/** A batch of a pasted text. */
export interface WatchedBatch {
  batch: string;
  /** The expiry date in the text's row, `YYYY-MM-DD` or `YYYY-MM`. */
  expiry?: string;
}

/** What was recognised in a text, for a person to check. */
export interface Recognised {
  title: string;
  /** In 14 digits. */
  gtins: string[];
  batches: WatchedBatch[];
}

export interface WatchList extends Recognised {
  id: string;
  /** In milliseconds since 1970. */
  pastedAt: number;
}

const MAX_TITLE = 120;

/** Recognises codes, batches and expiry dates in the text of a recall. */
export function recognise(text: string): Recognised {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const title = (lines.find(Boolean) ?? "").slice(0, MAX_TITLE);
  return { title, gtins: gtinsIn(text), batches: batchesIn(lines) };
}

/**
 * Returns the numbers of 13 or 14 digits with a right check digit. Shorter numbers can be licence
 * numbers or dates.
 */
function gtinsIn(text: string): string[] {
  const numbers = text.match(/(?<!\d)\d[\d ]{11,18}\d(?!\d)/g) ?? [];
  const digits = numbers
    .map((number) => number.replaceAll(" ", ""))
    .filter((number) => /^\d{13,14}$/.test(number) && hasValidCheckDigit(number));
  return [...new Set(digits.map(toGtin14))];
}

const LABEL =
  /\b(?:batch(?:es)?|lots?)\b(?:\s*(?:numbers?|nos?\.?|#|ids?))?(?:\s*(?:affected|codes?))?\s*[:#-]?\s*/i;
/** A batch number has a digit, and no space. */
const BATCH = /^(?=[^\d]*\d)[A-Z\d][A-Z\d/.-]{1,19}$/i;

/**
 * Returns the batches after a label such as `Batch number:`, and those of the table below a head
 * with such a label.
 */
function batchesIn(lines: string[]): WatchedBatch[] {
  const found = new Map<string, WatchedBatch>();
  const add = (batch: string, expiry: string | undefined) => {
    const key = normalBatch(batch);
    if (!found.has(key)) found.set(key, { batch, ...(expiry && { expiry }) });
  };
  let column: number | undefined;
  for (const line of lines) {
    const cells = cellsOf(line);
    const labelled = cells.findIndex((cell) => LABEL.test(cell));
    if (labelled >= 0) {
      const after = cells[labelled]!.replace(new RegExp(`^.*?${LABEL.source}`, "i"), "");
      const batches = batchesOf(after);
      // A label without a batch is the head of a table.
      column = batches.length === 0 ? labelled : undefined;
      for (const batch of batches) add(batch, dateIn(line));
    } else if (column !== undefined && line) {
      for (const batch of batchesOf(cells[column] ?? "")) add(batch, dateIn(line));
    }
  }
  return [...found.values()];
}

/** Splits a line of a table. Pasted tables have tabs, bars or wide spaces between cells. */
const cellsOf = (line: string): string[] =>
  line.split(/\t|\s*\|\s*|\s{2,}/).map((cell) => cell.trim());

const batchesOf = (text: string): string[] =>
  text
    .split(/[,;\s]+|\band\b/i)
    .map((word) => word.replace(/^[("']+|[)."']+$/g, ""))
    .filter((word) => BATCH.test(word) && !dateIn(word));

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Returns the first date of a text: `YYYY-MM-DD`, or `YYYY-MM` without a day. British dates have
 * the day first.
 */
export function dateIn(text: string): string | undefined {
  const numeric = /(?<!\d)(?:(\d{1,2})[/.-])?(\d{1,2})[/.-](\d{4})(?!\d)/.exec(text);
  const iso = /(?<!\d)(\d{4})-(\d{2})(?:-(\d{2}))?(?!\d)/.exec(text);
  const named =
    /(?:(\d{1,2})(?:st|nd|rd|th)?\s+)?\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?[\s-]+(\d{4})(?!\d)/i.exec(
      text,
    );
  if (iso) return dateOf(iso[1]!, Number(iso[2]), iso[3]);
  if (named) return dateOf(named[3]!, MONTHS.indexOf(named[2]!.toLowerCase()) + 1, named[1]);
  return numeric ? dateOf(numeric[3]!, Number(numeric[2]), numeric[1]) : undefined;
}

function dateOf(year: string, month: number, day: string | undefined): string | undefined {
  if (month < 1 || month > 12 || Number(day ?? 1) > 31) return undefined;
  const start = `${year}-${String(month).padStart(2, "0")}`;
  return day === undefined ? start : `${start}-${day.padStart(2, "0")}`;
}

/** Returns a batch number without differences that print and scanners make: case and spaces. */
export const normalBatch = (batch: string): string => batch.replace(/\s/g, "").toUpperCase();

/** A warning text about a scan, and whether it is certain enough for danger. */
export interface WatchMatch {
  isDanger: boolean;
  text: string;
}

/** A box in the hand. */
export interface WatchedBox {
  /** The scanned code, or the codes of a pack that was chosen from print. */
  codes: string[];
  batch?: string | undefined;
  /** Whether the pack was chosen from print: the box may not have all of the codes. */
  isFromPrint?: boolean;
}

/** Returns the matches of a box with the lists. None means only that the lists do not name it. */
export function matchesOf(lists: readonly WatchList[], box: WatchedBox): WatchMatch[] {
  return lists.flatMap((list) => matchOf(list, box) ?? []);
}

function matchOf(
  { gtins, batches, pastedAt }: WatchList,
  { codes, batch, isFromPrint = false }: WatchedBox,
): WatchMatch | undefined {
  const list = `the list that you pasted on ${longDate(new Date(pastedAt).toISOString())}`;
  const code = isFromPrint ? "A code of this pack" : "This code";
  const isListedCode = codes.some((gtin) => gtins.includes(toGtin14(gtin)));
  const isListedBatch =
    batch !== undefined &&
    batches.some((watched) => normalBatch(watched.batch) === normalBatch(batch));
  if (isListedBatch && (isListedCode || gtins.length === 0))
    return { isDanger: true, text: `Batch ${batch} is in ${list}` };
  if (isListedCode && batches.length === 0)
    return { isDanger: true, text: `${code} is in ${list}, without batches` };
  if (isListedCode && batch === undefined)
    return {
      isDanger: false,
      text: `${code} is in ${list}. ${isFromPrint ? "No batch was read" : "The barcode has no batch"}: compare the batch on the box`,
    };
  if (isListedBatch)
    return {
      isDanger: false,
      text: `Batch ${batch} is in ${list}${codes.length > 0 ? ", for another code" : ""}. Compare the product`,
    };
  return undefined;
}
