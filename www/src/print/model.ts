// Reading print, as the page shows it: a picture, the steps from the offer to the reading, and what
// the reading means. It never opens a pack.
import type { Scan } from "pack-lookup/core";
import type { PrintDoubt, PrintedBox, PrintQuestion } from "pack-lookup/print";

import { longDate } from "../common/format.js";
import type { Answer } from "../lookup/answer.js";
import type { Printed } from "../lookup/outcome.js";
import { boxOf, lastDayOf } from "../lookup/printed.js";
import type { SearchResult } from "../lookup/search.js";
import { normalBatch } from "../watch/batch.js";

/** The reader of print on this device. */
export interface PrintReaderState {
  /** The size of its download. */
  bytes: number;
  /** Whether its files are on this device. */
  isKept: boolean;
}

/** A box that was read, with what it may ask the search. */
export type ReadBox = PrintedBox & { question: PrintQuestion };

/** A picture whose print is read. */
export interface PrintTask {
  /** A box without a barcode, or the expiry date and the batch of the box on the screen. */
  about: "box" | "fields";
  /** The row of the answer to which the fields belong. */
  entry?: string;
  /** The address of the picture, for the screen. */
  picture?: string;
  step: PrintStep;
  /** The batch that a person must confirm. */
  batch?: string | undefined;
  /** Whether the whole list of results is shown. */
  isListShown?: boolean;
}

export type PrintStep =
  /** The picture has no barcode. */
  | { is: "offered" }
  /** The person aims the camera at the expiry date and the batch. */
  | { is: "aiming" }
  /** The person is asked before the download. */
  | { is: "asking" }
  | { is: "downloading"; share: number }
  | { is: "reading" }
  /** `canRetry`: the same picture may be read at another attempt. */
  | { is: "failed"; reason: string; canRetry: boolean }
  /** `ofSupplier` are the packs of the supplier whose name the box seems to have. */
  | { is: "read"; box: ReadBox; ofSupplier?: SearchResult }
  /** The expiry date and the batch were read. */
  | { is: "fields" };

/** Finds the reading of a box without a barcode, if there is one. */
export function boxRead(print: PrintTask | undefined): ReadBox | undefined {
  return print?.about === "box" && print.step.is === "read" ? print.step.box : undefined;
}

/**
 * Finds the packs to compare with a box that was read: the packs of its supplier first, while the
 * results belong to its text.
 */
export function toCompare(
  print: PrintTask | undefined,
  query: string,
  found: SearchResult,
): Compared {
  const step = print?.step.is === "read" ? print.step : undefined;
  const first = step?.box.question.text === query ? step.ofSupplier : undefined;
  const packs = [...(first?.packs ?? [])];
  const statuses = [...(first?.statuses ?? [])];
  for (const [index, pack] of found.packs.entries()) {
    if (first?.packs.some(({ pack_id }) => pack_id === pack.pack_id)) continue;
    packs.push(pack);
    statuses.push(found.statuses[index]!);
  }
  return { packs, statuses };
}

/** Packs, and the status of each. */
export type Compared = Pick<SearchResult, "packs" | "statuses">;

/**
 * Reports whether the list of results is shown below the print, and not only the first ones next to
 * it.
 */
export function isListShown(print: PrintTask | undefined): boolean {
  const box = boxRead(print);
  return box !== undefined && (print?.isListShown === true || doubtsOf(box).length > 0);
}

/** With these doubts the expiry date may belong to another box in the picture. */
const OF_TWO_BOXES: PrintDoubt[] = ["several_boxes", "several_strengths", "contradicting_line"];

/**
 * Finds the provenance of a pack that is opened from a list: the print that was read, if the list
 * is of its text.
 */
export function printOf(print: PrintTask | undefined): Printed | undefined {
  const box = boxRead(print);
  const isOfTwo = box?.question.doubts.some((doubt) => OF_TWO_BOXES.includes(doubt));
  return box && (isOfTwo ? {} : expiryOf(box));
}

export const expiryOf = ({ expiry }: PrintedBox): Printed =>
  expiry === undefined ? {} : { expiry: lastDayOf(expiry) };

/**
 * Says what the page still reads when an answer is shown. Print that was read stays with its
 * pack, and its fields with their box.
 */
export function printBeside(
  print: PrintTask | undefined,
  { request, entry }: Pick<Answer, "request" | "entry">,
): PrintTask | undefined {
  if (print?.about === "fields") return print.entry === entry ? print : undefined;
  return boxRead(print) && request.by === "pack" && request.print ? print : undefined;
}

/**
 * Reports whether the expiry date or the batch of a scanned box is missing, so that its print can
 * add it.
 */
export function lacksFields({ outcome, entry }: Answer): boolean {
  const isScanned = "scan" in outcome && outcome.scan !== undefined && entry !== undefined;
  const { expiry, batch } = boxOf(outcome) ?? {};
  return isScanned && (expiry === undefined || batch === undefined);
}

const DOUBTS: Record<PrintDoubt, string> = {
  no_data: "The data is not on this device yet, so the words were not compared with medicines",
  no_pack: "No pack of this release has the name and the strength that were read",
  unknown_name: "The largest words are no name in this release. They may be misread",
  contradicting_line: "A large line does not fit the packs with this name and strength",
  unsure_line: "A large line, or one with a strength, was read in different ways",
  cut_line:
    "The edge of the picture cuts a large line, or one with a strength. Show the whole side of the box",
  several_strengths: "More than one strength was read. Perhaps two boxes are in the picture",
  several_forms: "No form was read, such as tablets or vials, and there are several",
  several_sizes: "More than one pack size was read. Perhaps two boxes are in the picture",
  several_boxes:
    "Two licence numbers, or two medicines, were read. Two boxes seem to be in the picture",
  cut_question: "The text is too long for the search, and its end is missing",
};

/**
 * Says why a reading may be wrong, in words. Only a reading without doubts is searched for
 * unasked.
 */
export function doubtsOf({ question }: ReadBox): string[] {
  const { name, strength, isOneProduct = false, doubts } = question;
  const isCompared = !doubts.includes("no_data");
  const lacksStrength = strength === undefined && !isOneProduct;
  return [
    ...(name === undefined && isCompared ? ["No two readings agree on the name"] : []),
    ...(lacksStrength && isCompared ? ["No two readings agree on the strength"] : []),
    ...doubts.map((doubt) => DOUBTS[doubt]),
  ];
}

/** The letters at the start of a word that a correction keeps. */
const KEPT_LETTERS = 3;

/**
 * Reports whether a text corrects what was read: half of its words start as a word there does. An
 * empty field may be the start of a correction.
 */
export function corrects(text: string, { lines }: ReadBox): boolean {
  const words = wordsOf(text);
  const read = lines.flatMap(({ readings }) => readings.flatMap((one) => wordsOf(one.text)));
  const kept = words.filter((word) =>
    read.some((other) => other.startsWith(word.slice(0, KEPT_LETTERS))),
  );
  return kept.length * 2 >= words.length;
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Finds the doubts of a search whose text belongs to one of two boxes. */
export const doubtsOfPart = ({ question }: ReadBox, query: string): string[] =>
  question.alternatives.some(({ text }) => text === query && text !== question.text)
    ? ["Two boxes are in the picture, and this search is for one of them"]
    : [];

/**
 * Writes the doubt of a date that has passed on `today`: a digit of a later year may be misread.
 */
export const doubtsOfDate = ({ expiry }: PrintedBox, today: string): string[] =>
  expiry !== undefined && lastDayOf(expiry) < today
    ? ["The expiry date that was read has passed. Compare it with the box"]
    : [];

/** Reports whether anything was read that helps a person. */
export const isEmpty = ({ question, expiry, batch, licence }: ReadBox): boolean =>
  !question.text && !expiry && !batch && !licence;

/**
 * Says how the print differs from the barcode of the same box, or `undefined`. Then the picture
 * may show another box.
 */
export function differenceOf(
  { expiry, batch }: PrintedBox,
  scan: Pick<Scan, "expiry" | "batch">,
): string | undefined {
  if (expiry && scan.expiry && !scan.expiry.startsWith(expiry))
    return `The print has the expiry date ${longDate(lastDayOf(expiry))}, and the barcode has ${longDate(scan.expiry)}. Is it the same box?`;
  if (batch && scan.batch && normalBatch(batch) !== normalBatch(scan.batch))
    return `The print has the batch ${batch}, and the barcode has ${scan.batch}. Is it the same box?`;
  return undefined;
}

/** A batch as a person confirms it: without spaces at its ends, as GS1 allows it. */
export function confirmedBatch(text: string): string | undefined {
  const batch = text.trim();
  return /^[\x21-\x7e]{1,20}$/.test(batch) ? batch : undefined;
}
