// Batch numbers: how they are written, ranges of them, and what looks like one and is none.
import { isDate } from "./dates.js";

const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
/** Signs of footnotes behind a batch number: `*`, `^1`, `[a]`, `(1)`. */
const FOOTNOTE = /(?:[*†‡§¶#^¹²³⁰-⁹]|\^\w{1,2}(?:,\w{1,2})*|\[\w{1,2}\]|\(\w\))+$/;

/** Makes a batch number without differences that print, scanners and texts make. */
export const normalBatch = (batch: string): string =>
  batch.normalize("NFKC").replace(DASHES, "-").replace(/\s/g, "").toUpperCase();

/** Reads a word of a text without the signs around it and the signs of footnotes. */
export const cleanWord = (word: string): string =>
  word
    .replace(DASHES, "-")
    .replace(/[.,;:]+$/, "")
    .replace(FOOTNOTE, "")
    .replace(/^[("'“‘[]+|[)."'”’\],;:]+$/g, "")
    .replace(FOOTNOTE, "")
    .replace(/[)."'”’\],;:]+$/g, "");

const SHAPE = /^[A-Z\d][A-Z\d/._-]{0,19}$/i;
const UNITS = [
  "mg|mcg|micrograms?|ug|µg|μg|kg|ml|litres?|iu|units?|%|mmol|mm|cm|tablets?|tabs?|capsules?|caps?",
  String.raw`vials?|ampoules?|amps?|sachets?|packs?|doses?|x\d{1,3}|°c|hours?|hrs?|days?|weeks?`,
  "months?|years?|am|pm|st|nd|rd|th",
];
const UNIT = new RegExp(String.raw`^\d[\d.,]*(?:${UNITS.join("|")})(?:\/[\da-z.]+)?$`, "i");
/** With four digits or more, one letter is a part of a batch. */
const SHORT_UNIT = /^\d{1,3}(?:[.,]\d+)?[gslc]$/i;
/** The beginning of a date that a line break divides. */
const PART_OF_DATE = /^\d{1,2}[/.-](?:\d{1,2}[/.-]?)?$/;
const LICENCE = /^(?:PL|PLGB|PA|PLPI|THR|EU)?\(?[A-Z]{0,5}\)?\d{4,5}\/\d{3,4}|^EU\/\d/i;

/**
 * Reports whether a word may be a batch number by its shape: it has a digit, and is nothing else.
 */
export function isBatchWord(word: string): boolean {
  return (
    SHAPE.test(word) &&
    /\d/.test(word) &&
    !isDate(word) &&
    !PART_OF_DATE.test(word) &&
    !UNIT.test(word) &&
    !SHORT_UNIT.test(word) &&
    !LICENCE.test(word) &&
    !/^\d{1,3}$/.test(word) &&
    !/^20\d{2}$/.test(word) &&
    !/^(?:CMDR|EL|FMD|MDR|DMRC|NATPSA|NHS|MHRA|COVID)[-/(]?\S*$/i.test(word) &&
    !/^\d{13,14}$/.test(word) &&
    !/^0\d{9,10}$/.test(word)
  );
}

/** A range of batch numbers, from the first to the last one. */
export interface BatchRange {
  from: string;
  to: string;
}

const PARTS = /^(.*?)(\d+)(\D*)$/;

/**
 * Reports whether two batch numbers can be the ends of a range: they differ in one number of the
 * same length.
 */
export function isRange({ from, to }: BatchRange): boolean {
  const [, start, first, end] = PARTS.exec(normalBatch(from)) ?? [];
  const [, otherStart, last, otherEnd] = PARTS.exec(normalBatch(to)) ?? [];
  return (
    first !== undefined &&
    last !== undefined &&
    start === otherStart &&
    end === otherEnd &&
    first.length === last.length &&
    first < last
  );
}

/** Reports whether a batch number is in a range. */
export function isInRange(batch: string, { from, to }: BatchRange): boolean {
  const [, start, first, end] = PARTS.exec(normalBatch(from)) ?? [];
  const [, , last] = PARTS.exec(normalBatch(to)) ?? [];
  const [, otherStart, number, otherEnd] = PARTS.exec(normalBatch(batch)) ?? [];
  return (
    number !== undefined &&
    start === otherStart &&
    end === otherEnd &&
    number.length === first?.length &&
    number >= first &&
    number <= last!
  );
}
