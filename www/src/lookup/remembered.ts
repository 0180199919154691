import type { Release } from "../data/release.js";
import { count, longDate } from "../words.js";
import type { Outcome } from "./outcome.js";

/** What was answered at some time, as much as tells whether the answer would be another one today. */
export interface Remembered {
  /** Milliseconds since 1970. */
  at: number;
  outcome: Outcome["is"];
  /** Digits: an id is more than a `number` holds. */
  packId?: string;
  name?: string;
  /** How many packs had carried the code, where it was more than one. */
  among?: number;
  /** The release that answered. */
  release?: { name: string; date: string; demo: boolean };
}

interface Answered {
  outcome: Outcome;
  release: Release;
  at: number;
}

export function remembered({ outcome, release, at }: Answered): Remembered {
  const { release: name, release_date: date, demo } = release;
  return { at, release: { name, date, demo }, ...what(outcome) };
}

function what(outcome: Outcome): Pick<Remembered, "outcome" | "packId" | "name" | "among"> {
  const reused = outcome.is === "pack" ? outcome.among : outcome.is === "reused" ? outcome : undefined;
  return {
    outcome: outcome.is,
    ...(outcome.is === "pack" && { packId: String(outcome.pack.pack_id), name: outcome.pack.name }),
    ...(outcome.is === "gone" && { packId: outcome.packId, name: outcome.name }),
    ...(reused && { among: reused.choices.length }),
  };
}

export function isSame(was: Remembered, outcome: Outcome): boolean {
  const now = what(outcome);
  return was.outcome === now.outcome && was.packId === now.packId && was.among === now.among;
}

/** What was answered, in words. */
export function inWords({ name, outcome, among = 1 }: Remembered): string {
  const others = among > 1 ? `, one of ${count(among, "pack")} with this code` : "";
  if (name) return `${name}${others}`;
  return outcome === "reused" ? `${count(among, "pack")}, none of them chosen` : "no pack";
}

export function when({ at, release }: Remembered): string {
  const from = release ? `, from the release of ${longDate(release.date)}` : "";
  return `On ${longDate(new Date(at).toISOString())}${from}`;
}
