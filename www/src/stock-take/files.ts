// Reads a CSV file, a spreadsheet or an export of this page as rows of text. Nothing is converted:
// a code keeps its leading zeros and all its digits. Empty rows are kept, so that a row has the
// number that it has in the file.

import { recogniseColumns } from "./columns.js";

export class TableError extends Error {}

/** A table of a file. */
export interface Table {
  rows: string[][];
  /** What a person must know about how the file was read. */
  notes: string[];
}

/** The most rows of an expected list. */
export const MAX_ROWS = 50_000;

/** Reads the table of a file. The readers are loaded when a person chooses a file. */
export async function readTable(file: File): Promise<Table> {
  const table = await tableOf(file);
  const rows = table.rows.map((row) => row.map(cleanCell));
  while (rows.length > 0 && rows.at(-1)!.every((cell) => cell === "")) rows.pop();
  if (rows.length === 0) throw new TableError(`${file.name} has no rows`);
  if (rows.length > MAX_ROWS)
    throw new TableError(
      `${file.name} has more than ${MAX_ROWS.toLocaleString("en-GB")} rows. Split it`,
    );
  return { rows, notes: table.notes };
}

function tableOf(file: File): Promise<Table> {
  if (/\.xlsx$/i.test(file.name) || file.type.includes("spreadsheetml"))
    return readSpreadsheet(file);
  if (/\.xls$/i.test(file.name))
    throw new TableError(`${file.name} is in an old format. Save it as .xlsx or .csv`);
  return /\.json$/i.test(file.name) ? readJson(file) : readCsv(file);
}

/** Says how likely a sheet is the list: by its columns, then by its rows. */
function gradeOf(rows: string[][]): number {
  const { code, quantity } = recogniseColumns(rows).columns;
  const columns = Number(code !== undefined) + Number(quantity !== undefined);
  return columns * MAX_ROWS + Math.min(rows.length, MAX_ROWS - 1);
}

/** Reads the sheet that is most likely the list. */
async function readSpreadsheet(file: File): Promise<Table> {
  const { default: readSheets } = await import("read-excel-file/universal");
  try {
    // Numbers stay as the file writes them. As numbers, codes of 16 digits or more would be
    // rounded.
    const sheets = await readSheets(file, { parseNumber: (text: string) => text });
    const tables = sheets
      .map(({ sheet, data }) => ({ sheet, rows: data.map((row) => row.map(textOf)) }))
      .filter(({ rows }) => rows.length > 0);
    const [best] = [...tables].sort((one, other) => gradeOf(other.rows) - gradeOf(one.rows));
    if (!best) return { rows: [], notes: [] };
    return {
      rows: best.rows,
      notes: tables.length === 1 ? [] : [sheetNote(best.sheet, tables.length - 1)],
    };
  } catch {
    throw new TableError(`${file.name} cannot be read as a spreadsheet. Save it as .xlsx or .csv`);
  }
}

const sheetNote = (name: string, others: number): string =>
  `Only the sheet “${name}” was read, and not the ${others === 1 ? "other one" : `${others} others`}.`;

function textOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return cell === null || cell === undefined ? "" : String(cell);
}

/** Reads the JSON of a stock-take or of its difference, which this page exports. */
async function readJson(file: File): Promise<Table> {
  const reason = `${file.name} is no export of a stock-take`;
  try {
    const { lines, rows = lines } = JSON.parse(await file.text()) as Record<string, unknown>;
    if (!Array.isArray(rows) || rows.length === 0) throw new TableError(reason);
    const records = rows as Record<string, unknown>[];
    const head = Object.keys(records[0]!);
    return {
      rows: [head, ...records.map((row) => head.map((name) => textOf(row[name])))],
      notes: [],
    };
  } catch {
    throw new TableError(reason);
  }
}

async function readCsv(file: File): Promise<Table> {
  const { default: Papa } = await import("papaparse");
  const text = decoded(new Uint8Array(await file.arrayBuffer()));
  const [, separator = "", body = text] = /^sep=(.)\r?\n([\s\S]*)$/i.exec(text) ?? [];
  const skipped: string[][] = separator === "" ? [] : [[]];
  const delimiter = separator || delimiterOf(body, Papa.parse);
  const whole = Papa.parse<string[]>(body, { delimiter, skipEmptyLines: false });
  if (!isBroken(whole.data, whole.errors.some(isQuoteError)))
    return { rows: [...skipped, ...whole.data], notes: [] };
  // A quotation mark that nothing closes would swallow the rest of the file.
  const rows = body.split(/\r?\n/).map((line) => rowOf(line, delimiter, Papa.parse));
  return { rows: [...skipped, ...rows], notes: [OPEN_QUOTE] };
}

const OPEN_QUOTE =
  "A quotation mark is not closed, so each line of the file was read as a row. Check the rows with quotation marks.";

type Parse = typeof import("papaparse").parse;

/** Says what separates the cells of the first lines. */
const delimiterOf = (text: string, parse: Parse): string =>
  parse<string[]>(text, { delimiter: "", preview: 20, skipEmptyLines: "greedy" }).meta.delimiter;

/** Reads one line. If a quotation mark in it is not closed, the marks are a part of the text. */
function rowOf(line: string, delimiter: string, parse: Parse): string[] {
  const quoted = parse<string[]>(line, { delimiter });
  const isClosed = !quoted.errors.some(isQuoteError);
  return (isClosed ? quoted : parse<string[]>(line, { delimiter, quoteChar: "\0" })).data[0] ?? [];
}

const isQuoteError = ({ type }: { type: string }): boolean => type === "Quotes";

/** The most lines of a cell. With more, a quotation mark of another row may have closed it. */
const MAX_LINES = 20;

const isBroken = (rows: string[][], hasError: boolean): boolean =>
  hasError || rows.some((row) => row.some((cell) => hasRowsInside(cell, row.length)));

/** Reports whether a cell has lines that look like rows of the file. */
function hasRowsInside(cell: string, width: number): boolean {
  const lines = cell.split("\n");
  if (lines.length > MAX_LINES) return true;
  const isRow = (line: string) =>
    [",", ";", "\t"].some((sign) => line.split(sign).length >= Math.max(width - 1, 2));
  return lines.length > 1 && lines.slice(1).some((line) => isRow(line) && /\d{7}/.test(line));
}

/** Writes the text of a file in UTF-8, in UTF-16, or in the code page of Windows. */
export function decoded(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf(bytes: Uint8Array): string {
  const [first = 0, second = 0] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // Without a byte order mark, every second byte of English text is zero.
  const zeros = bytes.subarray(0, 400).reduce((sum, byte) => sum + Number(byte === 0), 0);
  if (zeros > bytes.subarray(0, 400).length / 4) return first === 0 ? "utf-16be" : "utf-16le";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

/**
 * Writes the text of a cell without spaces around it, and without the formula `="0123"` that keeps
 * leading zeros in spreadsheets.
 */
function cleanCell(cell: string): string {
  const formula = /^="((?:[^"]|"")*)"$/.exec(cell.trim());
  return (formula ? formula[1]!.replaceAll('""', '"') : cell).trim();
}
