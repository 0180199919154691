// Reads a CSV file or a spreadsheet as rows of text. Nothing is converted: a code keeps its leading
// zeros and all its digits.

export class TableError extends Error {}

/** The most rows of an expected list. */
export const MAX_ROWS = 50_000;

/**
 * Returns the rows of a file, without empty ones. The readers are loaded when a person chooses a
 * file.
 */
export async function readTable(file: File): Promise<string[][]> {
  const rows = isSpreadsheet(file) ? await readSpreadsheet(file) : await readCsv(file);
  const filled = rows.map((row) => row.map(cleanCell)).filter((row) => row.some(Boolean));
  if (filled.length === 0) throw new TableError(`${file.name} has no rows`);
  if (filled.length > MAX_ROWS)
    throw new TableError(
      `${file.name} has more than ${MAX_ROWS.toLocaleString("en-GB")} rows. Split it`,
    );
  return filled;
}

const isSpreadsheet = ({ name, type }: File) =>
  /\.xlsx$/i.test(name) || type.includes("spreadsheetml");

async function readSpreadsheet(file: File): Promise<string[][]> {
  const { readSheet } = await import("read-excel-file/universal");
  try {
    // Numbers stay as the file writes them. As numbers, codes of 16 digits or more would be
    // rounded.
    const rows = (await readSheet(file, { parseNumber: (text: string) => text })) as unknown[][];
    return rows.map((row) => row.map(textOf));
  } catch {
    throw new TableError(`${file.name} cannot be read as a spreadsheet. Save it as .xlsx or .csv`);
  }
}

function textOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return cell === null || cell === undefined ? "" : String(cell);
}

async function readCsv(file: File): Promise<string[][]> {
  const { default: Papa } = await import("papaparse");
  const { data } = Papa.parse<string[]>(await file.text(), {
    delimiter: "",
    skipEmptyLines: "greedy",
  });
  return data;
}

/**
 * Returns the text of a cell without spaces around it, and without the formula `="0123"` that keeps
 * leading zeros in spreadsheets.
 */
function cleanCell(cell: string): string {
  const formula = /^="((?:[^"]|"")*)"$/.exec(cell.trim());
  return (formula ? formula[1]!.replaceAll('""', '"') : cell).trim();
}
