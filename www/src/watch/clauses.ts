// The parts of a line of a recall: what it says of other batches than those that are affected, and
// the element strings of a barcode.
import { ALL_BATCHES } from "./patterns.js";

/** What a text says of batches that are not recalled. */
const OTHERS = [
  String.raw`(?:not|never|un)[\s-]?(?:been\s+)?(?:affected|included|recalled|subject|impacted)`,
  String.raw`(?:not|never|un)[\s-]?(?:been\s+)?(?:concerned|released|involved)`,
  "no longer subject",
  "withdrawn from",
  "(?:listed )?in error",
  "exclud(?:ed?|ing|es)",
  "except(?:ing|ed)?",
  "other than",
  "compl(?:y|ies)",
  "can (?:still )?be (?:used|dispensed|supplied)",
  "may (?:continue to )?be (?:used|supplied|sold)",
  "replacements?",
];
const NOT_AFFECTED = new RegExp(String.raw`\b(?:${OTHERS.join("|")})\b`, "i");

/** What begins an exception from the batches before it. */
const EXCEPTION =
  /,?\s*\b(?:with the exception of|except(?:ing)?(?: for)?|excluding|other than|apart from|but not)\b/i;

/** Finds the clauses of a line that are about affected batches. */
export function affectedPart(line: string): string {
  if (!NOT_AFFECTED.test(line)) return line;
  return line
    .split(/(?<=[.;!?])\s+/)
    .map((clause) => beforeException(clause))
    .filter((clause) => !NOT_AFFECTED.test(clause))
    .join(" ");
}

/** Says what a clause says of batches before it makes an exception. */
function beforeException(clause: string): string {
  const exception = EXCEPTION.exec(clause);
  return exception && exception.index > 0 ? clause.slice(0, exception.index) : clause;
}

/** What happens to affected batches. */
const AFFECTED =
  /\b(?:recall|affect|quarantin|return|destroy|withdraw|remov|impact|(?:stop|do not) (?:us|suppl|dispens|sell))/i;

const NO_RECALL = /\bnot a recall\b|\bno (?:concern|recall)\b/i;

/** Reports whether a text says that all batches are affected. */
export function affectsAll(text: string): boolean {
  for (const { 0: found, index } of text.matchAll(new RegExp(ALL_BATCHES.source, "gi"))) {
    const before = text.slice(0, index);
    const after = beforeException(text.slice(index));
    const line = `${/[^.;!?\n]*$/.exec(before)![0]}${/^[^.;!?\n]*/.exec(after)![0]}`;
    const sentence = `${/[^.!?]*$/.exec(before)![0]}${/^[^.!?]*/.exec(after)![0]}`;
    const isAll = /^all\b(?!\s+other)/i.test(found) || /:|\t|\|/.test(found);
    const isAffected = AFFECTED.test(sentence) && !NO_RECALL.test(sentence);
    if (!NOT_AFFECTED.test(line) && (isAll || isAffected)) return true;
  }
  return false;
}

/** Reports whether a line is the heading of batches that are not affected. */
export const isOfOthers = (line: string): boolean => NOT_AFFECTED.test(line) && isHeading(line);

/** Reports whether a line announces those below it: `Batches NOT affected`, or with a colon. */
export const isHeading = (line: string): boolean =>
  /[:\-–]\s*$/.test(line) || (NOT_AFFECTED.test(line) && !/\d|[.!?]\s*$/.test(line));

/** Makes a line in which each range is written as `A to B`. */
export const withPlainRanges = (line: string): string =>
  line
    .replace(/\.{2,3}|…/g, " to ")
    .replace(/\b(?:up to(?: and including)?|through to|thru)\b/gi, "to")
    .replace(/\bbetween\s+(\S+)\s+and\s+(\S+)/gi, "$1 to $2");

/**
 * Batch and last day of use in element strings, with the brackets that people print, or without.
 */
const ELEMENTS = [
  /\(01\)\s*\d{14}.*?\(17\)\s*(?<expiry>\d{6}).*?\(10\)\s*(?<batch>[^\s(]+)/,
  /\(01\)\s*\d{14}.*?\(10\)\s*(?<batch>[^\s(]+).*?\(17\)\s*(?<expiry>\d{6})/,
  /\b01\d{14}17(?<expiry>\d{6})10(?<batch>[A-Z\d./-]{1,20})\b/,
  /\(10\)\s*(?<batch>[^\s(]+)(?:.*?\(17\)\s*(?<expiry>\d{6}))?/,
];

/** Finds the batch of element strings, with its expiry date. */
export function elementsIn(
  line: string,
): { batch: string; expiry?: string | undefined } | undefined {
  for (const pattern of ELEMENTS) {
    const { batch, expiry } = pattern.exec(line)?.groups ?? {};
    if (batch) return { batch, expiry: expiry && dayOf(expiry) };
  }
  return undefined;
}

/** Reads the date of six digits. The day 00 is the last one of the month. */
function dayOf(digits: string): string {
  const [year, month, day] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
  return `20${year}-${month}${day === "00" ? "" : `-${day}`}`;
}
