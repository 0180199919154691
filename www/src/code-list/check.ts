// A list of codes, checked against the data on this device. Every row and column of the list is
// kept: a code that means nothing is a row with a reason.
import type { CheckedCode, Finding, PackLookup } from "pack-lookup/core";

import { type Column, toCsv } from "../export/tables.js";

/** The most codes of one call. */
const CODES_PER_CALL = 10_000;
/** The number of rows by which the column with the codes is found. */
const SAMPLE = 200;

/** A checked list. */
export interface ListCheck {
  /** The name of its file, or what it is. */
  name: string;
  /** The release against which it was checked. */
  release: string;
  rows: string[][];
  /** The place of the first row with a code. The row above it has the names of the columns. */
  first: number;
  /** The place of the column with the codes. */
  column: number;
  /** What became of the code of each row from the first one on. */
  codes: CheckedCode[];
  /** How many codes have each status, the most frequent first. */
  counts: [Status, number][];
  /** What a person must know about how the file was read. */
  notes: string[];
}

export type Status = Finding | "current";

type Packs = Pick<PackLookup, "checkList" | "about">;

/** Checks a list. Returns `undefined` if no column has codes. */
export function checkTable(
  packs: Packs,
  { name, rows, notes }: Pick<ListCheck, "name" | "rows" | "notes">,
): ListCheck | undefined {
  const column = columnOfCodes(packs, rows);
  if (column === undefined) return undefined;
  const all = codesOf(packs, rows, column);
  const first = all.findIndex(({ status }) => status !== "not_a_code");
  const codes = all.slice(first);
  const { release } = packs.about.dataset;
  return { name, release, rows, first, column, codes, counts: countsOf(codes), notes };
}

/** Finds the column in which the most of the first rows have codes, or the first such column. */
function columnOfCodes(packs: Packs, rows: string[][]): number | undefined {
  const sample = rows.slice(0, SAMPLE);
  const width = Math.max(0, ...sample.map((row) => row.length));
  let [best, most] = [-1, 0];
  for (let column = 0; column < width; column += 1) {
    let grade = 0;
    for (const code of codesOf(packs, sample, column)) grade += gradeOf(code);
    if (grade > most) [best, most] = [column, grade];
  }
  return best < 0 ? undefined : best;
}

/** Statuses of numbers that are not a code of this release, and yet no quantities. */
const LIKE_CODES: readonly Status[] = ["unknown_gtin", "unknown_code", "rounded_number", "removed"];

function gradeOf({ kind, status }: CheckedCode): number {
  if (kind !== null) return 2;
  return LIKE_CODES.includes(status) ? 1 : 0;
}

function codesOf(packs: Packs, rows: string[][], column: number): CheckedCode[] {
  const codes: CheckedCode[] = [];
  for (let at = 0; at < rows.length; at += CODES_PER_CALL) {
    const texts = rows
      .slice(at, at + CODES_PER_CALL)
      .map((row) => (row[column] ?? "").slice(0, 100));
    codes.push(...packs.checkList(texts).codes);
  }
  return codes;
}

function countsOf(codes: CheckedCode[]): [Status, number][] {
  const counts = new Map<Status, number>();
  for (const { status } of codes) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

/** A row of the file that is written: the cells of the list, and what became of its code. */
interface Written {
  cells: string[];
  code?: CheckedCode | undefined;
}

/**
 * The list with what became of each code, as CSV. Rows above its head are left as they are.
 */
export function checkedCsv({ rows, first, column, codes }: ListCheck): string {
  const width = Math.max(...rows.map((row) => row.length));
  const head = rows[first - 1] ?? [];
  const written: Written[] = [
    ...rows.slice(0, Math.max(first - 1, 0)).map((cells) => ({ cells })),
    ...rows.slice(first).map((cells, at) => ({ cells, code: codes[at] })),
  ];
  return toCsv([...columnsOf(head, width, column), ...ADDED], written);
}

/** Finds the columns of the list. A column without a name has its number. */
function columnsOf(head: string[], width: number, column: number): Column<Written>[] {
  return Array.from({ length: width }, (_, place) => ({
    name: head[place] || (place === column ? "code" : `column ${place + 1}`),
    means: "",
    ...(place === column && { isCode: true as const }),
    textOf: ({ cells }: Written) => cells[place] ?? "",
  }));
}

const added = (name: string, textOf: (code: CheckedCode) => unknown, isCode = false) => ({
  name: `dmd_${name}`,
  means: "",
  ...(isCode && { isCode: true as const }),
  textOf: ({ code }: Written) => (code ? String(textOf(code) ?? "") : ""),
});

/** The columns that are added, as `pack-lookup check-list` names them. */
const ADDED: Column<Written>[] = [
  added("status", ({ status }) => status),
  added("findings", (code) => wordsOf(code)),
  added("kind", ({ kind }) => kind),
  added("name", ({ name }) => name),
  added("date", ({ findings }) => findings.find(({ date }) => date)?.date),
  added("other_code", ({ findings }) => findings.find((one) => one.other_code)?.other_code, true),
  added("other_name", ({ findings }) => findings.find((one) => one.other_name)?.other_name),
  added("pack_id", ({ pack_id }) => pack_id, true),
];

/** Says what a person must know of a code, in words. */
export const wordsOf = ({ findings }: CheckedCode): string =>
  findings.map(({ text }) => text).join(". ");
