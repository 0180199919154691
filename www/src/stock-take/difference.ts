// The rows of an expected list, and how it differs from what was counted. The comparison says what
// is listed and what is not, never what is right.
import { toGtin14 } from "blocks/gtin.js";

import type { PackSource } from "../lookup/outcome.js";
import type { ExpectedRow, Line, RejectedRow } from "./model.js";
import { type Columns, wholeNumber, listedCode } from "./columns.js";

interface ReadList {
  rows: ExpectedRow[];
  rejected: RejectedRow[];
  /** The number of rows with values, used or not. */
  total: number;
}

/**
 * Reads the rows of a list below its head. Rows with the same code and batch are added up. `head`
 * is the place of the head, or -1.
 */
export function readList(table: string[][], columns: Columns, head: number): ReadList {
  const rows = new Map<string, ExpectedRow>();
  const rejected: RejectedRow[] = [];
  let total = 0;
  for (const [at, cells] of table.entries()) {
    if (at <= head || cells.every((cell) => cell === "")) continue;
    total += 1;
    const row = readRow(cells, columns);
    if (typeof row === "string") {
      rejected.push({ row: at + 1, reason: row });
      continue;
    }
    const key = JSON.stringify([codeKey(row.code), batchKey(row.batch)]);
    const same = rows.get(key);
    if (same) same.quantity += row.quantity;
    else rows.set(key, row);
  }
  return { rows: [...rows.values()], rejected, total };
}

/** Finds the row, or why it cannot be used. */
function readRow(cells: string[], { code, quantity, batch, name }: Columns): ExpectedRow | string {
  const listed = listedCode(cells[code] ?? "");
  if ("reason" in listed) return listed.reason;
  const amount = wholeNumber(cells[quantity] ?? "");
  if (amount === undefined) return `“${cells[quantity] ?? ""}” is not a whole number of packs`;
  const texts = {
    batch: batch === undefined ? "" : (cells[batch] ?? ""),
    name: name === undefined ? "" : (cells[name] ?? ""),
  };
  return {
    code: listed.code,
    quantity: amount,
    ...(texts.batch && { batch: texts.batch }),
    ...(texts.name && { name: texts.name }),
  };
}

const codeKey = (code: string): string => (code.length > 14 ? code : toGtin14(code));
export const batchKey = (batch = ""): string => batch.trim().toUpperCase();

/** How a line of the comparison differs. `listed`: as many as the list has. */
export type Difference =
  | "re-used"
  | "unknown-code"
  | "missing"
  | "more"
  | "other-batch"
  | "other-size"
  | "not-listed"
  | "listed";

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
  /** The packs that have carried a re-used code of the list, until a person chooses one. */
  choices?: Choice[];
}

export interface Choice {
  packId: string;
  name: string;
}

/** The functions of a dataset that a comparison needs. */
export type Packs = Pick<PackSource, "uses" | "concepts" | "search">;

/** Compares a list with the lines of a stock-take. Each row and each line is in the result once. */
export function compare(packs: Packs, expected: ExpectedRow[], lines: Line[]): Compared[] {
  const listed = expected.map((row) => listedRow(packs, row));
  const sizes = new Set(listed.map(({ vmp }) => vmp).filter((vmp) => vmp !== undefined));
  const ids = new Set(listed.flatMap(({ packId }) => packId ?? []));
  const rest = new Map(lines.map((line) => [line.key, line]));
  const index = indexOf(lines);
  const compared: Compared[] = [];
  for (const row of listed) {
    const own = candidates(index, row).filter((line) => rest.has(line.key) && belongs(line, row));
    own.forEach(({ key }) => rest.delete(key));
    compared.push(
      comparedRow(
        row,
        own.reduce((sum, { count }) => sum + count, 0),
      ),
    );
  }
  for (const line of rest.values()) {
    if (line.count > 0) compared.push(unlisted(packs, line, ids, sizes));
  }
  return compared;
}

interface ListedRow extends ExpectedRow {
  name: string;
  /** The packs that have carried the code. */
  choices: Choice[];
  /** The pack, if the code has one, or if a person has chosen it. */
  packId: string | undefined;
  vmp: string | undefined;
}

function listedRow(packs: Packs, row: ExpectedRow): ListedRow {
  const choices = packsOfCode(packs, row.code);
  const chosen = choices.find(({ packId }) => packId === row.chosen);
  const only = choices.length === 1 ? choices[0] : undefined;
  const pack = chosen ?? only;
  return {
    ...row,
    name: pack?.name ?? row.name ?? row.code,
    choices,
    packId: pack?.packId,
    vmp: pack && vmpOf(packs, pack.packId),
  };
}

/** Finds the packs of a code. A code that the data refuses has none. */
function packsOfCode(packs: Packs, code: string): Choice[] {
  try {
    const found =
      code.length > 14 ? packs.search(code).packs : packs.uses(code).map(({ pack }) => pack);
    const names = new Map(found.map(({ pack_id, name }) => [pack_id, name]));
    return [...names].map(([packId, name]) => ({ packId, name }));
  } catch {
    return [];
  }
}

function vmpOf(packs: Packs, packId: string): string | undefined {
  try {
    return packs.concepts(packId)?.vmp?.id;
  } catch {
    return undefined;
  }
}

/**
 * Finds the lines by the codes and the packs of their scans. A list of thousands of rows would
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

/** Finds the lines that may be of a row, each once. */
const candidates = (index: Map<string, Line[]>, { code, packId = "" }: ListedRow): Line[] => [
  ...new Set([codeKey(code), packId].flatMap((key) => index.get(key) ?? [])),
];

/**
 * Reports whether a line is of a row: the same pack, or the same code if no pack has it; and the
 * same batch if the row has one. A line of a re-used code is of no row until a person has chosen
 * its pack.
 */
function belongs({ entry }: Line, { code, packId, choices, batch }: ListedRow): boolean {
  const isSamePack = packId !== undefined && entry.packId === packId;
  const isSameUnknown =
    choices.length === 0 && entry.packId === undefined && toGtin14(entry.code) === codeKey(code);
  return (
    (isSamePack || isSameUnknown) &&
    (batch === undefined || batchKey(batch) === batchKey(entry.batch))
  );
}

function comparedRow(row: ListedRow, counted: number): Compared {
  const { name, code, packId, batch, quantity, choices } = row;
  const key = JSON.stringify([code, batchKey(batch)]);
  const compared = { key, name, code, packId, batch, expected: quantity, counted };
  if (choices.length > 1 && packId === undefined) return { ...compared, is: "re-used", choices };
  if (choices.length === 0 && counted === 0) return { ...compared, is: "unknown-code" };
  return { ...compared, is: differenceOf(quantity, counted) };
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
  const compared = { key, name: name || code, code, packId, batch, expected: 0, counted: count };
  if (entry.outcome === "reused" && packId === undefined) return { ...compared, is: "re-used" };
  if (packId !== undefined && ids.has(packId)) return { ...compared, is: "other-batch" };
  const isOtherSize = packId !== undefined && sizes.has(vmpOf(packs, packId));
  return { ...compared, is: isOtherSize ? "other-size" : "not-listed" };
}
