// The rows of the history, one per answer: the newest first, without duplicates, also if several
// tabs write. The warnings of a row are those that its scan had, and what happened after it: a day
// passes, a recall is pasted, and other data is used.
import type { Release } from "blocks/device/types.js";

import { count } from "../common/format.js";
import type { Answer } from "../lookup/answer.js";
import {
  type Outcome,
  type Printed,
  type Request,
  outcomeOf,
  type PackSource,
} from "../lookup/outcome.js";
import { pastAnswer, type PastAnswer, describe, isSame } from "../lookup/past-answer.js";
import { boxOf } from "../lookup/printed.js";
import type { Warning } from "../lookup/warnings.js";
import { expiryStatus } from "../lookup/pack.js";
import { matchesOf, type WatchList } from "../watch/model.js";

export interface Entry extends PastAnswer {
  /** Sorts by time. */
  key: string;
  request: Request;
  /** The GTIN. Empty for a pack that was found by name. */
  code: string;
  batch?: string;
  serial?: string;
  expiry?: string;
  /** The fields that were read from print, and not from the barcode. Earlier rows have none. */
  printed?: Printed;
  /** The warnings. Rows on devices have this name. */
  doubts: StoredWarning[];
}

/** The fields of a warning that a row stores. */
export type StoredWarning = Pick<Warning, "kind" | "about" | "text">;

/**
 * Builds the row of an answer. Returns `undefined` for an unreadable code, for several codes, and
 * for a pack that the release lacks.
 */
export function entryOf(answer: Answer, key: string): Entry | undefined {
  const { outcome, warnings, request } = answer;
  if (outcome.is === "unreadable" || outcome.is === "several" || outcome.is === "gone")
    return undefined;
  return {
    ...pastAnswer(answer),
    key,
    request,
    code: outcome.scan?.gtin ?? "",
    ...onBox(outcome),
    doubts: warnings.map(({ kind, about, text }) => ({ kind, about, text })),
  };
}

function onBox(
  outcome: Extract<Outcome, { printed?: unknown }>,
): Pick<Entry, "batch" | "serial" | "expiry" | "printed"> {
  const { batch, serial, expiry } = boxOf(outcome) ?? {};
  const { printed } = outcome;
  return {
    ...(batch && { batch }),
    ...(serial && { serial }),
    ...(expiry && { expiry }),
    ...(printed && { printed }),
  };
}

let created = 0;

/**
 * Builds a key that is unique among the tabs of a device and sorts by time. Rows of the same
 * millisecond sort by their creation.
 */
export function keyOf(at: number): string {
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return [padded(at, 15), padded(created++, 9), random.toString(36)].join("-");
}

const padded = (number: number, width: number) => String(number).padStart(width, "0");

/** A change of the rows by a tab. */
export type Change =
  | { is: "put"; entries: Entry[] }
  | { is: "cleared"; oldest: string; newest: string };

/** Merges two lists. If both have a row, the later list has its newer state. */
export function mergeEntries(earlier: Entry[], later: Entry[]): Entry[] {
  const split = olderThan(later.at(-1), earlier);
  const together = [...later, ...without(earlier.slice(0, split), later)];
  return together.sort((a, b) => (a.key < b.key ? 1 : -1)).concat(earlier.slice(split));
}

/**
 * Finds the index of the first older row. A new scan is usually the newest, so nothing needs
 * sorting.
 */
function olderThan(entry: Entry | undefined, entries: Entry[]): number {
  const place = entry ? entries.findIndex(({ key }) => key < entry.key) : 0;
  return place < 0 ? entries.length : place;
}

/** Finds the rows that are not in the other list. */
export function without(entries: Entry[], others: Entry[]): Entry[] {
  const keys = new Set(others.map(({ key }) => key));
  return entries.filter(({ key }) => !keys.has(key));
}

export function applyChange(entries: Entry[], change: Change): Entry[] {
  if (change.is === "put") return mergeEntries(entries, change.entries);
  return entries.filter(({ key }) => key < change.oldest || key > change.newest);
}

/**
 * A group of entries with the same code, batch, expiry date and warnings, and their number: a line
 * of a stock count.
 */
export interface EntryGroup {
  /** The newest entry of the group. */
  entry: Entry;
  count: number;
}

const cache = new WeakMap<Entry[], EntryGroup[]>();

/** Finds the groups of a list. Lists are immutable, so the result is cached per list. */
export function groupEntries(entries: Entry[]): EntryGroup[] {
  const groups = cache.get(entries) ?? groupsOf(entries);
  cache.set(entries, groups);
  return groups;
}

function groupsOf(entries: Entry[]): EntryGroup[] {
  const groups = new Map<string, EntryGroup>();
  for (const entry of entries) {
    const key = groupKey(entry);
    const group = groups.get(key);
    if (group) group.count += 1;
    else groups.set(key, { entry, count: 1 });
  }
  return [...groups.values()];
}

/**
 * Builds the key of a group. Packs with a warning are counted apart; warnings about the data are
 * ignored, because they apply to all.
 */
function groupKey({ code, packId, batch, expiry, outcome, note, doubts }: Entry): string {
  const kinds = doubts.filter(({ about }) => about !== "data").map(({ kind }) => kind);
  return JSON.stringify([code, packId, batch, expiry, outcome, note?.packId, kinds]);
}

/** Says what a clearing did, for people. */
export const clearedText = (cleared: Entry[]): string =>
  `You cleared ${count(cleared.length, "entry", "entries")}`;

/** What the warnings of a stored scan depend on in addition to the scan. */
export interface Now {
  /** `YYYY-MM-DD` */
  today: string;
  watchLists: readonly WatchList[];
  packs?: PackSource | undefined;
  release?: Release | undefined;
}

/** Builds the warnings of a row as of now, the new ones first. */
export function doubtsNow(entry: Entry, now: Now): StoredWarning[] {
  const known = new Set(entry.doubts.map(({ text }) => text));
  const later = [...watched(entry, now), ...expired(entry, now), ...changed(entry, now)];
  return [...later.filter(({ text }) => !known.has(text)), ...entry.doubts];
}

const watched = ({ code, batch }: Entry, { watchLists }: Now): StoredWarning[] =>
  matchesOf(watchLists, { codes: code ? [code] : [], batch }).map(({ text }) => ({
    kind: "watched",
    about: "box",
    text,
  }));

function expired({ expiry, doubts }: Entry, { today }: Now): StoredWarning[] {
  if (expiry === undefined || doubts.some(({ kind }) => kind === "expired")) return [];
  const { tone, text } = expiryStatus(expiry, today);
  return tone === "danger" ? [{ kind: "expired", about: "box", text }] : [];
}

/** Says how the answer of the data in use differs from the answer of the scan. */
function changed(entry: Entry, { packs, release }: Now): StoredWarning[] {
  const isSameRelease =
    entry.release?.name === release?.release && entry.release?.date === release?.release_date;
  if (!packs || !release || !entry.release || isSameRelease) return [];
  const outcome = outcomeOf(packs, entry.request);
  if (isSame(entry, outcome)) return [];
  const text = `The data has changed since this scan. Now: ${describe(pastAnswer({ outcome, release, at: entry.at }))}`;
  return [{ kind: "changed", about: "code", text }];
}
