// Tables as files: CSV and spreadsheets in which no program changes a code.

/** A column, with a name for people. */
export interface Column<Row> {
  name: string;
  means: string;
  /** Whether the values are codes that look like numbers. */
  isCode?: true;
  textOf(row: Row): string;
}

/** The column with the pack of a row. */
export const PACK_ID: Column<{ packId?: string | undefined }> = {
  name: "pack_id",
  means: "the AMPP code of the pack in dm+d",
  isCode: true,
  textOf: ({ packId = "" }) => packId,
};

/**
 * Writes CSV by RFC 4180. It starts with the byte order mark by which spreadsheets recognise UTF-8.
 */
export function toCsv<Row>(columns: Column<Row>[], rows: readonly Row[]): string {
  const head = columns.map(({ name }) => name);
  let csv = `\ufeff${head.join(",")}\r\n`;
  for (const row of rows) csv += `${columns.map((column) => csvCell(column, row)).join(",")}\r\n`;
  return csv;
}

function csvCell<Row>(column: Column<Row>, row: Row): string {
  const text = column.textOf(row);
  return quoted(column.isCode ? codeCell(text) : textCell(text));
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** In characters. A text in a formula must be shorter. */
const TOO_LONG = 255;

/**
 * Builds the cell of a code. Spreadsheets convert digits to numbers, drop leading zeros, round
 * beyond fifteen digits, and read `3-4` as a date. A formula with only a text prevents that.
 */
function codeCell(code: string): string {
  if (code === "" || code.length > TOO_LONG) return textCell(code);
  return `="${code.replaceAll('"', '""')}"`;
}

/**
 * Builds the cell of a text. A barcode is untrusted input, so a text such as `=1+1` must not
 * become a formula.
 */
function textCell(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** The text format of spreadsheets, which keeps digits unchanged. */
const TEXT = { type: String, format: "@" } as const;

/**
 * Writes a spreadsheet in which every cell has the type text, so that programs need not guess
 * types, as they do with CSV.
 */
export async function toXlsx<Row>(
  columns: Column<Row>[],
  rows: readonly Row[],
  sheet = "Packs",
): Promise<Blob> {
  const { default: writeExcelFile } = await import("write-excel-file/browser");
  const head = columns.map(({ name }) => ({ ...TEXT, value: name, fontWeight: "bold" as const }));
  const cells = rows.map((row) => columns.map((column) => cell(column.textOf(row))));
  const widths = columns.map(() => ({ width: 24 }));
  return writeExcelFile([head, ...cells], { columns: widths, stickyRowsCount: 1, sheet }).toBlob();
}

function cell(text: string) {
  return text ? { ...TEXT, value: escaped(text) } : null;
}

/**
 * Escapes control characters, which XML cannot contain, as `_xHHHH_`. A text that looks like such
 * an escape is escaped too.
 */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_")
    .replace(/[\x00-\x1f\ufffe\uffff]/g, escapeSequence);
}

function escapeSequence(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;
}
