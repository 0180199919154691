// What the server served since when, and what changed each time: beside the data, for who wants to know how fresh they are.

/** The releases, the last first. */
export interface Served {
  nextExpected: string;
  releases: ServedRelease[];
}

export interface ServedRelease {
  name: string;
  date: string;
  /** The day on which it was served first. */
  since: string;
  /** How many packs changed in which way since the one before; nothing where nobody compared. */
  changes: Changes | undefined;
}

export interface Changes {
  added: number;
  removed: number;
  reused: number;
}

/** More weeks nobody reads. */
const SHOWN = 8;
const PATIENCE_MS = 15_000;

/** Nothing where the server doesn't tell, or can't be reached. A page that was built for no release has an empty list. */
export async function servedReleases(): Promise<Served | undefined> {
  try {
    const response = await fetch("/releases.json", { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE_MS) });
    return response.ok ? readServed(await response.json()) : undefined;
  } catch {
    return undefined;
  }
}

const DAY = /^\d{4}-\d{2}-\d{2}/;

/** Nothing where it is written otherwise than this page knows it. */
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
