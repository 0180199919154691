// An expected list: its columns, and how it compares with what was counted. It says what is listed
// and what is not, never what is right.
import type { PackSource } from "../lookup/outcome.js";
import { toGtin14 } from "../lookup/outcome.js";
import type { ExpectedRow, Line } from "./model.js";

/** The columns of a list, as places in a row. */
export interface Columns {
  code: number;
  quantity: number;
  batch?: number | undefined;
  name?: number | undefined;
}

/** Words in the heads of columns, the most certain first. */
const HEADS: Record<keyof Columns, RegExp[]> = {
  code: [
    /gtin/i,
    /\bean\b/i,
    /bar ?code/i,
    /ampp/i,
    /pack[ _]?(code|id)/i,
    /^code$/i,
    /\bpip\b.*gtin/i,
  ],
  quantity: [
    /expected/i,
    /quantity|\bqty\b/i,
    /count|stock|level|\bsoh\b|on hand/i,
    /packs|units/i,
  ],
  batch: [/batch|\blot\b/i],
  name: [/name|description|product|item/i],
};

/**
 * Returns the columns that the first row names, or that the values of the second row show.
 * `undefined` if a person must choose.
 */
export function recogniseColumns(rows: string[][]): Columns | undefined {
  const [head = [], ...values] = rows;
  const named = (column: keyof Columns) => placeOf(head, HEADS[column]);
  const code = named("code") ?? columnOfCodes(values.length > 0 ? values : rows);
  const quantity = named("quantity");
  if (code === undefined || quantity === undefined || code === quantity) return undefined;
  return { code, quantity, batch: named("batch"), name: named("name") };
}

function placeOf(head: string[], patterns: RegExp[]): number | undefined {
  for (const pattern of patterns) {
    const place = head.findIndex((text) => pattern.test(text));
    if (place >= 0) return place;
  }
  return undefined;
}

/** Returns the only column in which every value looks like a code. */
function columnOfCodes(rows: string[][]): number | undefined {
  const places = (rows[0] ?? [])
    .map((_, place) => place)
    .filter((place) => rows.every((row) => isCode(row[place] ?? "")));
  return places.length === 1 ? places[0] : undefined;
}

const isCode = (text: string) => /^\d{8,18}$/.test(digitsOf(text));

/** Returns a code without spaces, hyphens and the `.0` that some programs add to numbers. */
const digitsOf = (text: string) => text.replace(/\.0+$/, "").replace(/[\s-]/g, "");

/** A row that cannot be used, with the reason. */
export interface RejectedRow {
  /** The number of the row in the file, from 1. */
  row: number;
  reason: string;
}

export interface ReadList {
  rows: ExpectedRow[];
  rejected: RejectedRow[];
}

/** Reads the rows of a list. A head is skipped. Rows with the same code and batch are added up. */
export function readList(table: string[][], columns: Columns): ReadList {
  const rows = new Map<string, ExpectedRow>();
  const rejected: RejectedRow[] = [];
  for (const [at, cells] of table.entries()) {
    const row = readRow(cells, columns);
    if (typeof row === "string") {
      const isHead = at === 0 && !/\d{8}/.test(digitsOf(cells[columns.code] ?? ""));
      if (!isHead) rejected.push({ row: at + 1, reason: row });
      continue;
    }
    const key = JSON.stringify([codeKey(row.code), batchKey(row.batch)]);
    const same = rows.get(key);
    if (same) same.quantity += row.quantity;
    else rows.set(key, row);
  }
  return { rows: [...rows.values()], rejected };
}

/** Returns the row, or why it cannot be used. */
function readRow(cells: string[], { code, quantity, batch, name }: Columns): ExpectedRow | string {
  const raw = cells[code] ?? "";
  const digits = digitsOf(raw);
  if (/e\+?\d/i.test(raw))
    return `“${raw}” is a rounded number. Format the column as text and enter the codes again`;
  if (!/^\d{8,18}$/.test(digits))
    return raw ? `“${raw}” is not a GTIN or an AMPP code` : "the code is missing";
  if (digits.length > 15 && /0{4}$/.test(digits))
    return `“${raw}” was rounded by a spreadsheet. Format the column as text and enter the codes again`;
  const amount = Number((cells[quantity] ?? "").replace(/,/g, ""));
  if (!Number.isInteger(amount) || amount < 0 || (cells[quantity] ?? "") === "")
    return `“${cells[quantity] ?? ""}” is not a number of packs`;
  const texts = {
    batch: batch === undefined ? "" : (cells[batch] ?? ""),
    name: name === undefined ? "" : (cells[name] ?? ""),
  };
  return {
    code: digits,
    quantity: amount,
    ...(texts.batch && { batch: texts.batch }),
    ...(texts.name && { name: texts.name }),
  };
}

const codeKey = (code: string) => (code.length > 14 ? code : toGtin14(code));
const batchKey = (batch = "") => batch.trim().toUpperCase();

/** How a line of the comparison differs. `listed`: as many as the list has. */
export type Difference =
  | "listed"
  | "missing"
  | "more"
  | "other-batch"
  | "other-size"
  | "not-listed"
  | "unknown-code";

/** A pack, and batch if the list has batches, with the numbers of the list and of the count. */
export interface Compared {
  key: string;
  /** The name in dm+d, or of the list's row. */
  name: string;
  code: string;
  packId?: string | undefined;
  batch?: string | undefined;
  expected: number;
  counted: number;
  is: Difference;
}

/** The functions of a dataset that a comparison needs. */
export type Packs = Pick<PackSource, "uses" | "concepts" | "search">;

/** Compares a list with the lines of a stock-take. Each row and each line is in the result once. */
export function compare(packs: Packs, expected: ExpectedRow[], lines: Line[]): Compared[] {
  const listed = expected.map((row) => listedRow(packs, row));
  const sizes = new Set(listed.map(({ vmp }) => vmp).filter((vmp) => vmp !== undefined));
  const ids = new Set(listed.flatMap(({ ids }) => ids));
  const rest = new Map(lines.map((line) => [line.key, line]));
  const index = indexOf(lines);
  const compared: Compared[] = [];
  for (const row of listed) {
    const own = candidates(index, row).filter((line) => rest.has(line.key) && belongs(line, row));
    own.forEach(({ key }) => rest.delete(key));
    const counted = own.reduce((sum, { count }) => sum + count, 0);
    const { name, code, packId, batch, quantity } = row;
    compared.push({
      key: JSON.stringify([code, batchKey(batch)]),
      name,
      code,
      packId,
      batch,
      expected: quantity,
      counted,
      is: row.ids.length === 0 && counted === 0 ? "unknown-code" : differenceOf(quantity, counted),
    });
  }
  for (const line of rest.values()) {
    if (line.count > 0) compared.push(unlisted(packs, line, ids, sizes));
  }
  return compared;
}

interface ListedRow extends ExpectedRow {
  name: string;
  /** The AMPP codes of the packs that have carried the code. */
  ids: string[];
  packId: string | undefined;
  vmp: string | undefined;
}

function listedRow(packs: Packs, row: ExpectedRow): ListedRow {
  const found = packsOfCode(packs, row.code);
  const [first] = found;
  return {
    ...row,
    name: first?.name ?? row.name ?? row.code,
    ids: found.map(({ pack_id }) => String(pack_id)),
    packId: first && String(first.pack_id),
    vmp: first && vmpOf(packs, String(first.pack_id)),
  };
}

function packsOfCode(packs: Packs, code: string) {
  if (code.length > 14) return packs.search(code).packs;
  return [...new Map(packs.uses(code).map(({ pack }) => [pack.pack_id, pack])).values()];
}

function vmpOf(packs: Packs, packId: string): string | undefined {
  try {
    const id = packs.concepts(BigInt(packId))?.vmp?.id;
    return id === undefined ? undefined : String(id);
  } catch {
    return undefined;
  }
}

/**
 * Returns the lines by the codes and the packs of their scans. A list of thousands of rows would
 * otherwise be compared with every line.
 */
function indexOf(lines: Line[]): Map<string, Line[]> {
  const index = new Map<string, Line[]>();
  for (const line of lines) {
    const { code, packId } = line.entry;
    for (const key of new Set([toGtin14(code), ...(packId === undefined ? [] : [packId])])) {
      const same = index.get(key);
      if (same) same.push(line);
      else index.set(key, [line]);
    }
  }
  return index;
}

/** Returns the lines that may be of a row, each once. */
const candidates = (index: Map<string, Line[]>, { code, ids }: ListedRow): Line[] => [
  ...new Set([codeKey(code), ...ids].flatMap((key) => index.get(key) ?? [])),
];

/**
 * Returns whether a line is of a row: the same code or pack, and the same batch if the row has one.
 */
function belongs({ entry }: Line, { code, ids, batch }: ListedRow): boolean {
  const isSameCode = code.length <= 14 && toGtin14(entry.code) === toGtin14(code);
  const isSamePack = entry.packId !== undefined && ids.includes(entry.packId);
  return (
    (isSameCode || isSamePack) && (batch === undefined || batchKey(batch) === batchKey(entry.batch))
  );
}

function differenceOf(expected: number, counted: number): Difference {
  if (counted === expected) return "listed";
  return counted < expected ? "missing" : "more";
}

function unlisted(
  packs: Packs,
  { key, entry, count }: Line,
  ids: Set<string>,
  sizes: Set<string | undefined>,
): Compared {
  const { packId, name = "", code, batch } = entry;
  const isListedPack = packId !== undefined && ids.has(packId);
  const isOtherSize = packId !== undefined && sizes.has(vmpOf(packs, packId));
  const is = isListedPack ? "other-batch" : isOtherSize ? "other-size" : "not-listed";
  return { key, name: name || code, code, packId, batch, expected: 0, counted: count, is };
}
