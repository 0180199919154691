// Batches to watch: whether a box is among those that pasted texts name. A box that is not among
// them means nothing.
import { toGtin14 } from "blocks/gtin.js";
import { longDate } from "../common/format.js";
import { isInRange, normalBatch } from "./batch.js";
import type { Recognised } from "./recognise.js";

export interface WatchList extends Recognised {
  id: string;
  /** In milliseconds since 1970. */
  pastedAt: number;
}

export type ListChange = { is: "put"; list: WatchList } | { is: "deleted"; id: string };

/** Applies a change to the lists. Returns them with the latest first. */
export function applyChange(lists: readonly WatchList[], change: ListChange): WatchList[] {
  const changed = change.is === "put" ? change.list.id : change.id;
  const others = lists.filter(({ id }) => id !== changed);
  if (change.is === "deleted") return others;
  return [...others, change.list].sort((one, other) => other.pastedAt - one.pastedAt);
}

/** A warning text about a scan, and whether it is certain enough for danger. */
export interface WatchMatch {
  isDanger: boolean;
  text: string;
}

/** A box in the hand, or a pack that was found by name. */
export interface WatchedBox {
  /** The scanned code, or the codes of a pack that was chosen from print or found by name. */
  codes: string[];
  batch?: string | undefined;
  /** Whether the pack was chosen from print: the box may not have all of the codes. */
  isFromPrint?: boolean;
  /** Whether the pack was found by name, so that nobody may hold a box of it. */
  isByName?: boolean;
}

/** Finds the matches of a box with the lists. None means only that the lists do not name it. */
export function matchesOf(lists: readonly WatchList[], box: WatchedBox): WatchMatch[] {
  return lists.flatMap((list) => matchOf(list, box) ?? []);
}

const danger = (text: string): WatchMatch => ({ isDanger: true, text });
const caution = (text: string): WatchMatch => ({ isDanger: false, text });

function matchOf(list: WatchList, box: WatchedBox): WatchMatch | undefined {
  const { gtins, pastedAt } = list;
  const { codes, batch, isFromPrint = false, isByName = false } = box;
  const where = `your recall list of ${longDate(new Date(pastedAt).toISOString())}`;
  const code = isFromPrint || isByName ? "A code of this pack" : "This code";
  const isListedCode = codes.some((gtin) => gtins.includes(toGtin14(gtin)));
  if (isListedCode && isOfAllBatches(list)) {
    const text = `${code} is on ${where}, with all batches`;
    return isByName ? caution(text) : danger(text);
  }
  if (isByName)
    return isListedCode ? caution(`${code} is on ${where}: check the batch`) : undefined;
  if (batch !== undefined) return matchOfBatch(list, batch, { codes, isListedCode, where });
  if (!isListedCode) return undefined;
  const lack = isFromPrint ? "No batch was read" : "The barcode has no batch";
  return caution(`${code} is on ${where}. ${lack}: check the batch on the box`);
}

function matchOfBatch(
  list: WatchList,
  batch: string,
  { codes, isListedCode, where }: { codes: string[]; isListedCode: boolean; where: string },
): WatchMatch | undefined {
  const how = batchIn(list, batch);
  const isOfProduct = isListedCode || list.gtins.length === 0;
  if (how === "listed" && isOfProduct) return danger(`Batch ${batch} is on ${where}`);
  if (how === "cut" && isOfProduct)
    return caution(
      `The batch in this code begins like one on ${where}, and more follows: check the batch on the box`,
    );
  if (how !== "listed") return undefined;
  const other = codes.length > 0 ? ", for another code" : "";
  return caution(`Batch ${batch} is on ${where}${other}. Compare the product`);
}

/** Reports whether a list is about every batch: it says so, or it has only codes. */
const isOfAllBatches = ({
  batches,
  ranges = [],
  starts = [],
  isAllBatches = false,
}: WatchList): boolean => isAllBatches || batches.length + ranges.length + starts.length === 0;

/** What may follow a batch if its separator is lost: an expiry date, a serial number or a code. */
const NEXT_ELEMENT = /^(?:1[157]\d{6}|21.|240.|7\d{2,3}.|01\d{14})/;

/**
 * Reports whether a list has a batch, or one with which the batch begins before what seems to be
 * the next element of the barcode.
 */
function batchIn(
  { batches, ranges = [], starts = [] }: WatchList,
  batch: string,
): "listed" | "cut" | undefined {
  const normal = normalBatch(batch);
  const listed = batches.map((watched) => normalBatch(watched.batch));
  const isListed =
    listed.includes(normal) ||
    ranges.some((range) => isInRange(batch, range)) ||
    starts.some(({ start }) => normal.startsWith(normalBatch(start)));
  if (isListed) return "listed";
  const isCut = listed.some(
    (watched) => normal.startsWith(watched) && NEXT_ELEMENT.test(normal.slice(watched.length)),
  );
  return isCut ? "cut" : undefined;
}
