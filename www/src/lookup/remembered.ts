import type { Release } from "../data/release.js";
import { count, longDate } from "../words.js";
import type { Outcome } from "./outcome.js";

/** A past answer: the fields that show whether today's answer differs. */
export interface Remembered {
  /** The time, in milliseconds since 1970. */
  at: number;
  outcome: Outcome["is"];
  /** The AMPP code in digits, because a `number` cannot hold it exactly. */
  packId?: string;
  name?: string;
  /** The AMPP codes of the packs that had carried the code, if there was more than one. */
  among?: string[];
  /** The release of the answer. */
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
    ...(reused && { among: reused.choices.map(({ pack }) => String(pack.pack_id)).sort() }),
  };
}

export function isSame(was: Remembered, outcome: Outcome): boolean {
  const now = what(outcome);
  return was.outcome === now.outcome && was.packId === now.packId && String(was.among) === String(now.among);
}

/** Describes a past answer in words. */
export function inWords({ name, outcome, among = [] }: Remembered): string {
  const others = among.length > 1 ? `, one of ${count(among.length, "pack")} with this code` : "";
  if (name) return `${name}${others}`;
  return outcome === "reused" ? `${count(among.length, "pack")}, none of them chosen` : "no pack";
}

export function when({ at, release }: Remembered): string {
  const from = release ? `, from the release of ${longDate(release.date)}` : "";
  return `On ${longDate(new Date(at).toISOString())}${from}`;
}
