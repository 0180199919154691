// The releases of the server: the list of those that it has served, and the public keys that sign
// them.
import { NETWORK_TIMEOUT_MS } from "blocks/device/fetch.js";

/** The text of the keys. `vite.config.ts` replaces the name; tests have no build. */
declare const __PUBLIC_KEYS__: string | undefined;

export const PUBLIC_KEYS = typeof __PUBLIC_KEYS__ === "string" ? __PUBLIC_KEYS__ : undefined;

/** The releases that the server has served, the latest first. They show how fresh the data is. */
export interface ReleaseList {
  nextExpected: string;
  releases: ListedRelease[];
}

export interface ListedRelease {
  name: string;
  date: string;
  /** The day on which the server first served it. */
  since: string;
  /**
   * The number of packs by kind of change since the previous release. `undefined` if they were not
   * compared.
   */
  changes: Changes | undefined;
}

export interface Changes {
  added: number;
  removed: number;
  reused: number;
}

/** The number of weeks that are shown. */
const MAX_RELEASES = 8;

/**
 * Finds the served releases. Returns `undefined` if the server cannot be reached or lacks the
 * list. A page without a release has an empty list.
 */
export async function fetchReleaseList(): Promise<ReleaseList | undefined> {
  try {
    const response = await fetch("releases.json", {
      cache: "no-cache",
      signal: AbortSignal.timeout(NETWORK_TIMEOUT_MS),
    });
    return response.ok ? parseReleaseList(await response.json()) : undefined;
  } catch {
    return undefined;
  }
}

const DAY = /^\d{4}-\d{2}-\d{2}/;

/** Validates the list. Returns `undefined` if its format is not known to this page. */
export function parseReleaseList(json: any): ReleaseList | undefined {
  if (!DAY.test(json?.next_expected) || !Array.isArray(json.releases)) return undefined;
  const releases = json.releases.filter(isComplete).slice(0, MAX_RELEASES).map(parseRelease);
  return { nextExpected: json.next_expected, releases };
}

const isComplete = (entry: any): boolean =>
  typeof entry?.release === "string" && DAY.test(entry.date) && DAY.test(entry.served_first);

function parseRelease({ release, date, served_first, counts }: any): ListedRelease {
  const changes = counts && {
    added: Number(counts.added),
    removed: Number(counts.removed),
    reused: Number(counts.gtins_reused),
  };
  return { name: release, date, since: served_first.slice(0, 10), changes };
}
