// The columns of a list that is read: which one has codes, quantities, batches or names, and the code in a row,
// whatever a spreadsheet did to it. Heads are graded by whole words, and the values below a head
// must be of its kind.
import { toGtin14, hasValidCheckDigit } from "blocks/gtin.js";

/** The columns of a list, as places in a row. */
export interface Columns {
  code: number;
  quantity: number;
  batch?: number | undefined;
  name?: number | undefined;
}

/** What is recognised in a table: its head, and the columns that are certain. */
export interface Recognised {
  /** The place of the head among the rows, or -1. Rows above it are titles. */
  head: number;
  columns: Partial<Columns>;
}

/** Words of heads with their grades. A head with several words has the highest grade. */
const HEADS: Record<keyof Columns, [RegExp, number][]> = {
  code: [
    [/\b(gtin|gtin ?1[34]|pack gtin)\b/, 10],
    [/\b(ean|ean ?13|upc)\b/, 9],
    [/\bbar ?codes?( number)?\b/, 9],
    [/\bampp\b/, 8],
    [/\bpack (id|code)\b/, 7],
    [/\b(product|item|stock|drug) (code|id|number|no)\b/, 3],
    [/^(code|id)$/, 3],
  ],
  quantity: [
    [/\b(quantity|quantities|qty|qoh|soh)\b/, 10],
    [/\b(on hand|in stock|stock level|stock balance|book stock|stock count)\b/, 9],
    [/\b(current|closing|physical|book|system|actual|available) (stock|count|balance|level)\b/, 8],
    [/^expected( stock| packs| count)?$/, 9],
    [/^(stock|level|balance|count|par|par level)$/, 6],
    [/^(counted|packs|no of packs|number of packs|boxes)$/, 5],
    [/^units?$/, 3],
  ],
  batch: [
    [/\b(batch|lot) ?(number|no|code|id|num|ref)?s?$/, 9],
    [/^(batches|lots)$/, 8],
  ],
  name: [
    [/^(name|description|product|item|drug|medicine)$/, 9],
    [/\b(product|item|drug|medicine|pack|stock) (name|description)\b/, 9],
    [/\b(description|product|item|drug|medicine)\b/, 5],
    [/\bname\b/, 3],
  ],
};

/** Finds any of some words. */
const anyOf = (...words: string[]): RegExp => new RegExp(String.raw`\b(${words.join("|")})\b`);

/** Words that make a head something else: the date, the price or the type of what it names. */
const OTHER: Record<keyof Columns, RegExp> = {
  code: anyOf(
    "date|price|cost|type|name|description|post ?code|pip|vmpp|amp|vmp|vtm",
    "supplier|legal|category|bnf|qty|quantity",
  ),
  quantity: anyOf(
    "date|code|id|price|cost|value|vat|name|size|type|location|bin|min|minimum|max|maximum",
    "reorder|order|ordered|discount|country|account|variance|difference|unit of|per|pack size",
    "used|last|previous|days?|weeks?|months?",
  ),
  batch: anyOf("date|expiry|expires|size|qty|quantity|count|price|status"),
  name: anyOf(
    "code|id|number|no|type|supplier|manufacturer|company|group|location|category|date|price",
    "file|user|contact|qty|quantity|size",
  ),
};

/** The number of rows above and with the head that are looked at. */
const MAX_HEAD = 30;
/** The number of values of a column that are looked at. */
const MAX_VALUES = 200;
/** The part of the values of a column that must be of its kind. */
const MOST = 0.5;

/** Recognises the head and the columns of a table. A column that is not certain is left out. */
export function recogniseColumns(rows: string[][]): Recognised {
  const head = headOf(rows);
  const values = rows
    .slice(head + 1)
    .filter((row) => row.some(Boolean))
    .slice(0, MAX_VALUES);
  const heads = head < 0 ? [] : rows[head]!;
  const width = Math.max(0, ...rows.slice(0, MAX_VALUES).map((row) => row.length));
  const code = only(width, (place) => grade("code", heads[place], shareOf(values, place, isCode)));
  const quantity = only(width, (place) =>
    place === code || heads.length === 0
      ? 0
      : grade("quantity", heads[place], shareOf(values, place, isQuantity)),
  );
  return {
    head,
    columns: {
      ...(code !== undefined && { code }),
      ...(quantity !== undefined && { quantity }),
      batch: only(width, (place) => gradeOf("batch", heads[place] ?? "")),
      name: only(width, (place) => (place === code ? 0 : gradeOf("name", heads[place] ?? ""))),
    },
  };
}

/**
 * Finds the place of the row that names the most columns, or the first such row. A row with a
 * code is not a head.
 */
function headOf(rows: string[][]): number {
  let [best, most] = [-1, 0];
  for (const [place, row] of rows.slice(0, MAX_HEAD).entries()) {
    if (row.some(isCode)) break;
    const named = KINDS.filter((kind) => row.some((cell) => gradeOf(kind, cell) > 0)).length;
    if (named > most) [best, most] = [place, named];
  }
  return best;
}

const KINDS = Object.keys(HEADS) as (keyof Columns)[];

/**
 * The grade of a column by its head and the share of its values that are of its kind. Codes
 * need no head.
 */
function grade(kind: "code" | "quantity", head = "", share: number | undefined): number {
  const ofHead = gradeOf(kind, head);
  if (share === undefined) return ofHead;
  if (share < MOST) return 0;
  return kind === "code" ? ofHead + 1 : ofHead;
}

/** Says how certainly a head names a kind of column, or 0. */
export function gradeOf(kind: keyof Columns, head: string): number {
  const words = wordsOf(head);
  if (OTHER[kind].test(words)) return 0;
  const grades = HEADS[kind].map(([pattern, value]) => (pattern.test(words) ? value : 0));
  return Math.max(0, ...grades);
}

/** Finds the words of a head in lower case: `StockOnHand` and `stock_on_hand` are three. */
const wordsOf = (head: string): string =>
  head
    .normalize("NFKC")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Finds the place with the highest grade. `undefined` if no place has one, or two have it. */
function only(width: number, gradeAt: (place: number) => number): number | undefined {
  const grades = Array.from({ length: width }, (_, place) => gradeAt(place));
  const most = Math.max(0, ...grades);
  if (most === 0 || grades.indexOf(most) !== grades.lastIndexOf(most)) return undefined;
  return grades.indexOf(most);
}

/** Computes the share of the filled values of a column that are of a kind. */
function shareOf(rows: string[][], place: number, is: (text: string) => boolean) {
  const filled = rows.map((row) => row[place] ?? "").filter(Boolean);
  return filled.length === 0 ? undefined : filled.filter(is).length / filled.length;
}

const isCode = (text: string): boolean => "code" in listedCode(text);
const isQuantity = (text: string): boolean => wholeNumber(text) !== undefined;

// Whole numbers of a list.

/** Only digits, or digits in groups of exactly three. */
const WHOLE = /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)$/;
/** The zeros that spreadsheets add to whole numbers. Three of them may be thousands. */
const ZEROS = /\.0{1,2}$/;

/**
 * Reads the whole number that a text is. `undefined` for anything that may be another number:
 * `1,5`, `2,00`, `1.000`, `2e1`.
 */
export function wholeNumber(text: string): number | undefined {
  const plain = text.normalize("NFKC").trim().replace(ZEROS, "");
  if (!WHOLE.test(plain)) return undefined;
  const number = Number(plain.replace(/[, ]/g, ""));
  return Number.isSafeInteger(number) ? number : undefined;
}

/** A code in digits, or why a text is none. */
type ListedCode = { code: string } | { reason: string };

/** The lengths of the codes of dm+d concepts. */
const CONCEPT = { from: 15, to: 18 };

/**
 * Finds the code of a text. A GTIN without its leading zeros has them again: 12 digits or fewer
 * count only with a right check digit.
 */
export function listedCode(text: string): ListedCode {
  const plain = text.normalize("NFKC").trim();
  const shown = `“${plain}”`;
  if (plain === "") return { reason: "the code is missing" };
  if (/\d\s*e\s*\+?\d/i.test(plain)) return { reason: `${shown} is a rounded number. ${AS_TEXT}` };
  const digits = plain.replace(/\.0+$/, "").replace(/[\s'\u2019-]/g, "");
  if (!/^\d+$/.test(digits)) return { reason: `${shown} is not a GTIN or an AMPP code` };
  if (digits.length >= CONCEPT.from) return concept(digits, shown);
  if (digits.length < 8) return { reason: `${shown} ${TOO_SHORT}` };
  if (!hasValidCheckDigit(digits.length > 8 ? toGtin14(digits) : digits))
    return { reason: `${shown} has a wrong check digit: a digit is missing or wrong` };
  return { code: digits.length < 13 ? toGtin14(digits) : digits };
}

const AS_TEXT = "Format the column as text and enter the codes again";
const TOO_SHORT =
  "is too short for a GTIN. A PIP code is not one: the GTIN is below the barcode of the pack, and in the files of wholesalers";

function concept(digits: string, shown: string): ListedCode {
  if (digits.length > CONCEPT.to) return { reason: `${shown} is too long for a code` };
  if (!isConceptId(digits))
    return {
      reason: `${shown} has a wrong check digit: a spreadsheet may have rounded it. ${AS_TEXT}`,
    };
  return { code: digits };
}

/** The multiplication of the dihedral group of order 10, by which dm+d codes are checked. */
const TIMES = [
  "0123456789",
  "1234067895",
  "2340178956",
  "3401289567",
  "4012395678",
  "5987604321",
  "6598710432",
  "7659821043",
  "8765932104",
  "9876543210",
];
const PERMUTATION = "1576283094";

/**
 * Reports whether the last digit is the check digit of Verhoeff, as SNOMED International defines it
 * for its codes.
 */
export function isConceptId(digits: string): boolean {
  let check = 0;
  for (const [place, digit] of [...digits].reverse().entries()) {
    let permuted = Number(digit);
    for (let times = 0; times < place % 8; times++) permuted = Number(PERMUTATION[permuted]);
    check = Number(TIMES[check]![permuted]);
  }
  return check === 0;
}
