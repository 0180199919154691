// The releases that the server has served, and the changes in each. They show how fresh the data is.

/** The releases, the latest first. */
export interface Served {
  nextExpected: string;
  releases: ServedRelease[];
}

export interface ServedRelease {
  name: string;
  date: string;
  /** The day on which the server first served it. */
  since: string;
  /** The number of packs by kind of change since the previous release. `undefined` if they were not compared. */
  changes: Changes | undefined;
}

export interface Changes {
  added: number;
  removed: number;
  reused: number;
}

/** The number of weeks that are shown. */
const SHOWN = 8;
const PATIENCE_MS = 15_000;

/** Returns the served releases. Returns `undefined` if the server cannot be reached or lacks the list. A page without a release has an empty list. */
export async function servedReleases(): Promise<Served | undefined> {
  try {
    const response = await fetch("/releases.json", { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE_MS) });
    return response.ok ? readServed(await response.json()) : undefined;
  } catch {
    return undefined;
  }
}

const DAY = /^\d{4}-\d{2}-\d{2}/;

/** Validates the list. Returns `undefined` if its format is not known to this page. */
export function readServed(told: any): Served | undefined {
  if (!DAY.test(told?.next_expected) || !Array.isArray(told.releases)) return undefined;
  const releases = told.releases.filter(isWhole).slice(0, SHOWN).map(readRelease);
  return { nextExpected: told.next_expected, releases };
}

const isWhole = (one: any): boolean => typeof one?.release === "string" && DAY.test(one.date) && DAY.test(one.served_first);

function readRelease({ release, date, served_first, counts }: any): ServedRelease {
  const changes = counts && { added: Number(counts.added), removed: Number(counts.removed), reused: Number(counts.gtins_reused) };
  return { name: release, date, since: served_first.slice(0, 10), changes };
}
