// Exports a stock-take, and how it differs from its expected list, as files.
import { PACK_ID, toCsv, toXlsx, type Column } from "../export/tables.js";
import { today } from "../common/format.js";
import type { Now } from "../history/entries.js";
import type { Compared } from "./difference.js";
import { doubtsOfLine, type Line, type StockTake } from "./model.js";

export type Format = "xlsx" | "csv" | "json";

const TYPES: Record<Format, string> = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv",
  json: "application/json",
};

export const typeOf = (format: Format): string => TYPES[format];

/** Builds the name of a file: the name of the stock-take, and its day. */
export function fileNameOf({ name, startedAt }: StockTake, format: Format, part = ""): string {
  const words =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "stock-take";
  return `${[words, part, today(new Date(startedAt))].filter(Boolean).join("-")}.${format}`;
}

const LINE_COLUMNS: Column<Line>[] = [
  { name: "name", means: "the name of the pack in dm+d", textOf: ({ entry }) => entry.name ?? "" },
  {
    name: "gtin",
    means: "the code that was scanned",
    isCode: true,
    textOf: ({ entry }) => entry.code,
  },
  {
    name: "pack_id",
    means: "the AMPP code of the pack in dm+d",
    isCode: true,
    textOf: ({ entry }) => entry.packId ?? "",
  },
  {
    name: "batch",
    means: "the batch on the box",
    isCode: true,
    textOf: ({ entry }) => entry.batch ?? "",
  },
  {
    name: "expiry",
    means: "the expiry dates on the boxes, year first",
    textOf: ({ expiries }) => expiries.join("; "),
  },
  { name: "count", means: "the number of packs", textOf: ({ count }) => String(count) },
  {
    name: "corrected",
    means: "how many of them were added by hand, or removed if negative",
    textOf: ({ corrected }) => String(corrected),
  },
  {
    name: "scanned_again",
    means: "scans of serial numbers that were counted before, which do not count",
    textOf: ({ repeats }) => String(repeats),
  },
  { name: "note", means: "your note", textOf: ({ note }) => note },
];

const LAST_SCAN: Column<Line> = {
  name: "last_scan",
  means: "the time of the last scan, in UTC",
  textOf: ({ entry }) => new Date(entry.at).toISOString(),
};

const lineColumns = (now: Now): Column<Line>[] => [...LINE_COLUMNS, doubtsColumn(now), LAST_SCAN];

function doubtsColumn(now: Now): Column<Line> {
  return {
    name: "doubts",
    means: "all warnings about its scans, and those of recalls that were pasted later",
    textOf: (line) =>
      doubtsOfLine(line, now)
        .map(({ text }) => text)
        .join("; "),
  };
}

/** A line of the difference, or a row of the list that was not used. */
type Row = Omit<Compared, "is"> & { is: Compared["is"] | "row-not-used" };

const DIFFERENCE_COLUMNS: Column<Row>[] = [
  {
    name: "difference",
    means:
      "listed, missing, more, other-batch, other-size, not-listed, re-used, unknown-code, or row-not-used: a row of the list that nothing was compared with",
    textOf: ({ is }) => is,
  },
  {
    name: "name",
    means: "the name of the pack in dm+d, or of the list, or why a row was not used",
    textOf: ({ name }) => name,
  },
  {
    name: "code",
    means: "the code of the list, or that was scanned",
    isCode: true,
    textOf: ({ code }) => code,
  },
  PACK_ID,
  {
    name: "batch",
    means: "the batch of the list, or on the box",
    isCode: true,
    textOf: ({ batch = "" }) => batch,
  },
  { name: "expected", means: "the number in the list", textOf: ({ expected }) => String(expected) },
  {
    name: "counted",
    means: "the number that was counted",
    textOf: ({ counted }) => String(counted),
  },
];

export function writeLines(
  format: Format,
  take: StockTake,
  lines: Line[],
  now: Now,
): Promise<BlobPart> | BlobPart {
  return write(format, lineColumns(now), lines, { ...headOf(take) }, "lines", "Stock-take");
}

export function writeDifference(
  format: Format,
  take: StockTake,
  compared: Compared[],
): Promise<BlobPart> | BlobPart {
  const rows: Row[] = [...notUsed(take), ...compared];
  const { rejected } = take;
  const head = {
    ...headOf(take),
    rows_not_used: rejected?.rows.length ?? 0,
    rows_of_list: rejected?.of ?? null,
  };
  return write(format, DIFFERENCE_COLUMNS, rows, head, "rows", "Difference");
}

/** Finds the rows of the list that were not used, so that no file is silent about them. */
const notUsed = ({ rejected }: StockTake): Row[] =>
  (rejected?.rows ?? []).map(({ row, reason }) => ({
    key: `row ${row}`,
    name: `Row ${row} of the list: ${reason}`,
    code: "",
    expected: 0,
    counted: 0,
    is: "row-not-used" as const,
  }));

/** Writes rows: in JSON below a name, after facts about the stock-take. */
function write<Item>(
  format: Format,
  columns: Column<Item>[],
  rows: Item[],
  head: object,
  name: string,
  sheet: string,
): Promise<BlobPart> | BlobPart {
  if (format === "csv") return toCsv(columns, rows);
  if (format === "xlsx") return toXlsx(columns, rows, sheet);
  return JSON.stringify({ ...head, [name]: rows.map((row) => recordOf(columns, row)) }, null, 2);
}

const headOf = ({ name, place, startedAt, closedAt }: StockTake) => ({
  name,
  place,
  started_at: new Date(startedAt).toISOString(),
  closed_at: closedAt === undefined ? null : new Date(closedAt).toISOString(),
});

function recordOf<Row>(columns: Column<Row>[], row: Row): Record<string, string> {
  return Object.fromEntries(columns.map(({ name, textOf }) => [name, textOf(row)]));
}
