// The rows of an expected list. Each row of a file is used, or rejected with a reason.
import { toGtin14 } from "blocks/gtin.js";
import { type Columns, wholeNumber } from "./columns.js";
import { listedCode } from "./listed-code.js";
import type { ExpectedRow, RejectedRow } from "./model.js";

export interface ReadList {
  rows: ExpectedRow[];
  rejected: RejectedRow[];
  /** The number of rows with values, used or not. */
  total: number;
}

/**
 * Reads the rows of a list below its head. Rows with the same code and batch are added up. `head` is
 * the place of the head, or -1.
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

/** Returns the row, or why it cannot be used. */
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

export const codeKey = (code: string): string => (code.length > 14 ? code : toGtin14(code));
export const batchKey = (batch = ""): string => batch.trim().toUpperCase();
