import type { Release } from "../data/release.js";
import { count, longDate } from "../format.js";
import type { Outcome } from "./outcome.js";

/** A past answer: the fields that show whether today's answer differs. */
export interface PastAnswer {
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

interface KnownAnswer {
  outcome: Outcome;
  release: Release;
  at: number;
}

export function pastAnswer({ outcome, release, at }: KnownAnswer): PastAnswer {
  const { release: name, release_date: date, demo } = release;
  return { at, release: { name, date, demo }, ...resultOf(outcome) };
}

function resultOf(outcome: Outcome): Pick<PastAnswer, "outcome" | "packId" | "name" | "among"> {
  const reused = outcome.is === "pack" ? outcome.among : outcome.is === "reused" ? outcome : undefined;
  return {
    outcome: outcome.is,
    ...(outcome.is === "pack" && { packId: String(outcome.pack.pack_id), name: outcome.pack.name }),
    ...(outcome.is === "gone" && { packId: outcome.packId, name: outcome.name }),
    ...(reused && { among: reused.choices.map(({ pack }) => String(pack.pack_id)).sort() }),
  };
}

export function isSame(previous: PastAnswer, outcome: Outcome): boolean {
  const current = resultOf(outcome);
  return previous.outcome === current.outcome && previous.packId === current.packId && String(previous.among) === String(current.among);
}

/** Describes a past answer in words. */
export function describe({ name, outcome, among = [] }: PastAnswer): string {
  const others = among.length > 1 ? `, one of ${count(among.length, "pack")} with this code` : "";
  if (name) return `${name}${others}`;
  return outcome === "reused" ? `${count(among.length, "pack")}, none chosen` : "no pack";
}

export function describeTime({ at, release }: PastAnswer): string {
  const from = release ? `, with the release of ${longDate(release.date)}` : "";
  return `On ${longDate(new Date(at).toISOString())}${from}`;
}
