// The words of recalls: labels, dates and what stands between batches, and a line cut into them.
import { cleanWord, isBatchWord } from "./batch.js";
import { dateIn } from "./dates.js";

/** Telephone numbers, which may look like batches. */
export const TELEPHONE =
  /(?<!\d)(?:\+44[\s-]?\d{2,4}|\(?0\d{2,4}\)?)[\s-]\d{3,4}[\s-]?\d{3,4}(?!\d)/g;

export const ALL_BATCHES =
  /(?<!\bnot\s+)\b(?:all|any|every|each)\s+(?:(?:affected|remaining|unexpired|in-date|available|other|known)\s+)*(?:batch(?:es)?|lots?)\b(?!(?:\s+(?:numbers?|nos?\.?|codes?|ids?))?\s+(?:listed|below|above|in the table|mentioned|(?:beginning|begin|starting|start|prefixed)))|\b(?:batch(?:es)?|lots?)(?:\s*(?:numbers?|nos?\.?))?\s*[:\t|]\s*all\b/i;
const LABEL_WORD = [
  String.raw`(?:(?:affected|impacted)\s+)?`,
  String.raw`(?:batch(?:es)?|lots?|lotes?|lott[oi]|b\.?\s?n|b\/n|ch\.?\s?-?\s?b\.?|chargen?)`,
  String.raw`(?:\s*\/\s*(?:batch|lot))?`,
].join("");
const NUMBER = "(?:numbers?|nos?|num|nummern?|nr|#|ids?|codes?|refs?|references?|bezeichnung)";
const LABEL_REST = [
  String.raw`(?:\s*-?${NUMBER}\b(?:['’]?s)?\.?(?:\(s\)|s\))?)?(?![a-zà-ÿ])`,
  String.raw`(?:\(e?s\))?(?:\s*(?:affected|impacted|concerned|below))?`,
].join("");
/** A label of batches, with what separates it from them. */
export const LABEL = new RegExp(String.raw`\b${LABEL_WORD}${LABEL_REST}\s*[:#=-]?\s*`, "i");
/** A text that is nothing but a label of batches. */
export const IS_LABEL = new RegExp(String.raw`^\W*${LABEL_WORD}${LABEL_REST}\W*$`, "i");
export const STARTS =
  /\b(?:batch(?:es)?|lots?)\b[^.;]{0,60}?\b(?:begin|beginning|start|starting|prefixed|prefix)s?\b(?:\s+(?:with|by))?(?:\s+the)?(?:\s+(?:letters?|prefix|characters?))?\s*[:"“'‘]*\s*([A-Z\d]{1,12})\b/i;
/** Further beginnings behind the first one: `or starting 7Q`. */
export const MORE_STARTS =
  /(?:\b(?:or|and)\s|,)\s*(?:(?:begin|start|prefix)\w*\s+)?(?:(?:with|by)\s+)?["“'‘]?([A-Z\d]{1,12})\b(?!\s*(?:batch|lot))/g;
/** A cell that stands for all batches. */
export const ALL_CELL = /^all(?:\s+(?:batches|lots))?\W*$/i;
/** The other heads of tables in recalls. */
const HEADS = [
  "expiry|expiration|exp|use by|pack|size|first|last|date|distribut|product|description|medicine",
  "name|strength|form|manufactur|ma|pl|licen[cs]e|gtin|ean|barcode|snomed|pip|code|quantity",
  "market|country|supplier|presentation",
];
export const HEAD = new RegExp(String.raw`^\W*(?:${HEADS.join("|")})\b`, "i");
export const EXPIRY =
  /\b(?:expiry|expiration|expires?|expiring|exp|use by|use before|best before|verw(?:endbar|\.)? bis)\b/i;
/** The heads of two columns that are the first and the last batch of a range. */
export const FIRST_OF_RANGE =
  /^\W*(?:(?:first|from|start(?:ing)?)\b.*\b(?:batch|lot)|(?:batch|lot)\b.*\b(?:from|start))/i;
export const LAST_OF_RANGE =
  /^\W*(?:(?:last|to|end(?:ing)?|until)\b.*\b(?:batch|lot)|(?:batch|lot)\b.*\b(?:to|until|end))/i;
/** A label with wide spaces in it, as scanned letters have. */
export const WIDE_LABEL = new RegExp(String.raw`\b${LABEL_WORD}${LABEL_REST}\s*[:#=]`, "gi");

/** Splits a line of a table. Pasted tables have tabs, bars or wide spaces between cells. */
export const cellsOf = (line: string): string[] =>
  line
    .replace(/^\s*\|/, "")
    .replace(/\|\s*$/, "")
    .split(/\t|\s*\|\s*|\s{2,}/)
    .map((cell) => cell.trim());

/** Words between a label and its batches, and between batches. */
const FILLERS = [
  String.raw`[,;&/-]|and|or|numbers?|nos?\.?|from|between|the|is|are|was|were|includes?|including`,
  String.raw`namely|only|also|as|follows?:?|incl\.?|inclusive`,
];
export const BETWEEN = new RegExp(`^(?:${FILLERS.join("|")})$`, "i");

/** Finds the end of a range, of which the text may have the last digits only: `VN1500 - 12`. */
export const endOf = (from: string, last: string): string =>
  /^\d+$/.test(last) && last.length < from.length ? from.slice(0, -last.length) + last : last;

/** Finds the cells of a head that are labels of expiry dates. */
export const expiriesIn = (cells: string[]): number[] =>
  cells.flatMap((cell, place) => (EXPIRY.test(cell) ? [place] : []));

/** Reports whether a word has letters and four digits or more, as most batch numbers. */
export const hasBoth = (word: string): boolean =>
  /[A-Z]/i.test(word) && word.replace(/\D/g, "").length >= 3;

export const wordsOf = (text: string): string[] =>
  text
    .split(/[\s,;]+|\band\b/i)
    .map(cleanWord)
    .filter(isBatchWord)
    .flatMap(batchesIn);

/** Finds the parts that may be batches of words with signs that no batch has, as `A123^x|y`. */
export const wordsWithSigns = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .filter(
      (word) => !isBatchWord(cleanWord(word)) && !/@|www\.|:\/\//i.test(word) && !dateIn(word),
    )
    .flatMap((word) => word.split(/[^A-Z\d]+/i))
    .filter((part) => part.length > 4 && isBatchWord(part) && hasBoth(part));

/** Splits a list into words and signs. What is in brackets is one word. */
export const listWords = (text: string): string[] =>
  text
    .replace(/\(([^()]*)\)/g, (_, inside: string) => ` (${inside.replace(/[\s,;&]+/g, "_")}) `)
    .replace(/([,;&])/g, " $1 ")
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => (word.startsWith("(") ? word.replaceAll("_", " ") : word));

/**
 * The batches of `0X1234/0X1235`: parts of one form. A single batch may have a stroke, too.
 */
export function batchesIn(word: string): string[] {
  const parts = word.split("/");
  const areBatches =
    parts.length > 1 && parts.every((part) => part.length > 3 && isBatchWord(part));
  return areBatches && new Set(parts.map(shapeOf)).size === 1 ? parts : [word];
}

/** Computes the form of a batch: `A9999` of `B1234`. */
export const shapeOf = (batch: string): string => batch.replace(/[A-Z]/gi, "A").replace(/\d/g, "9");

/** Words of capitals that are not a batch. */
const CAPITALS = [
  "ALL|AND|ANY|BATCH|CODES?|DATE|DHSC|EXP|EXPIRY|FOR|GTIN|LOTS?|MHRA|NHS|NONE|NOS?|NOT|NUMBERS?",
  "ONLY|PENDING|RECALL|SEE|TBA|TBC|THE|UNKNOWN|VARIOUS",
];
const NO_BATCH = new RegExp(`^(?:${CAPITALS.join("|")})$`);

export const isLetters = (word: string): boolean =>
  /^[A-Z]{3,12}$/.test(word) && !NO_BATCH.test(word);

/** The first and the last one of two or more dates. */
const DATE_RANGE = /\d{4}\s*(?:-|–|—|to)\s*(?:\d{1,2}[/. ]|[A-Z][a-z]{2})/;
/** An expiry date of four digits: `EXP 0527`. */
export const MONTH_AND_YEAR = /\bexp\w*\W*(0[1-9]|1[0-2])(\d{2})\b/i;

/** Reports whether a line has nothing but batches, as the continuation of a cell has. */
export const isOnlyBatches = (line: string): boolean =>
  wordsOf(line).length === line.split(/[\s,;]+/).filter(Boolean).length;

/** Finds the date behind a label of expiry dates. */
export function expiryOf(line: string): string | undefined {
  const label = EXPIRY.exec(line);
  if (!label) return undefined;
  const rest = line.slice(label.index);
  if (DATE_RANGE.test(rest)) return undefined;
  const [, month, year] = MONTH_AND_YEAR.exec(rest) ?? [];
  return dateIn(rest) ?? (month && `20${year}-${month}`);
}
