// Exports a stock-take, and how it differs from its expected list, as files.
import { type Column, toCsv, toXlsx } from "../export/tables.js";
import { today } from "../format.js";
import type { Compared } from "./expected.js";
import type { Line, StockTake } from "./model.js";

export type Format = "xlsx" | "csv" | "json";

const TYPES: Record<Format, string> = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv",
  json: "application/json",
};

export const typeOf = (format: Format): string => TYPES[format];

/** Returns the name of a file: the name of the stock-take, and its day. */
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
  {
    name: "doubts",
    means: "all warnings about its scans",
    textOf: ({ warnings }) => warnings.map(({ text }) => text).join("; "),
  },
  {
    name: "last_scan",
    means: "the time of the last scan, in UTC",
    textOf: ({ entry }) => new Date(entry.at).toISOString(),
  },
];

const DIFFERENCE_COLUMNS: Column<Compared>[] = [
  {
    name: "difference",
    means: "listed, missing, more, other-batch, other-size, not-listed or unknown-code",
    textOf: ({ is }) => is,
  },
  {
    name: "name",
    means: "the name of the pack in dm+d, or of the list",
    textOf: ({ name }) => name,
  },
  {
    name: "code",
    means: "the code of the list, or that was scanned",
    isCode: true,
    textOf: ({ code }) => code,
  },
  {
    name: "pack_id",
    means: "the AMPP code of the pack in dm+d",
    isCode: true,
    textOf: ({ packId = "" }) => packId,
  },
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
): Promise<BlobPart> | BlobPart {
  if (format === "json")
    return JSON.stringify(
      { ...headOf(take), lines: lines.map((line) => recordOf(LINE_COLUMNS, line)) },
      null,
      2,
    );
  return format === "csv" ? toCsv(LINE_COLUMNS, lines) : toXlsx(LINE_COLUMNS, lines, "Stock-take");
}

export function writeDifference(
  format: Format,
  take: StockTake,
  compared: Compared[],
): Promise<BlobPart> | BlobPart {
  if (format === "json")
    return JSON.stringify(
      { ...headOf(take), rows: compared.map((row) => recordOf(DIFFERENCE_COLUMNS, row)) },
      null,
      2,
    );
  return format === "csv"
    ? toCsv(DIFFERENCE_COLUMNS, compared)
    : toXlsx(DIFFERENCE_COLUMNS, compared, "Difference");
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
