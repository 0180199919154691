// The warnings of a stored scan as of now: those that it had, and what happened after it. A day
// passes, a recall is pasted, and other data is used.
import { outcomeOf, type PackSource } from "../lookup/outcome.js";
import { expiryStatus } from "../lookup/pack.js";
import { describe, isSame, pastAnswer } from "../lookup/past-answer.js";
import { matchesOf, type WatchList } from "../watch/model.js";
import type { Entry, StoredWarning } from "./entries.js";
import type { Release } from "blocks/device/types.js";

/** What the warnings of a stored scan depend on beside the scan. */
export interface Now {
  /** `YYYY-MM-DD` */
  today: string;
  watchLists: readonly WatchList[];
  packs?: PackSource | undefined;
  release?: Release | undefined;
}

/** Returns the warnings of a row as of now, the new ones first. */
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

/** Returns how the answer of the data in use differs from that of the scan. */
function changed(entry: Entry, { packs, release }: Now): StoredWarning[] {
  const isSameRelease =
    entry.release?.name === release?.release && entry.release?.date === release?.release_date;
  if (!packs || !release || !entry.release || isSameRelease) return [];
  const outcome = outcomeOf(packs, entry.request);
  if (isSame(entry, outcome)) return [];
  const text = `The data has changed since this scan. Now: ${describe(pastAnswer({ outcome, release, at: entry.at }))}`;
  return [{ kind: "changed", about: "code", text }];
}
