import { count, longDate } from "../common/format.js";
import { nameOf } from "./note-wording.js";
import { type Outcome, reusedCode } from "./outcome.js";
import type { Release } from "blocks/device/types.js";

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
  /** The pack of the person's own note, if no pack had the code. */
  note?: { packId: string; name: string };
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

function resultOf(
  outcome: Outcome,
): Pick<PastAnswer, "outcome" | "packId" | "name" | "among" | "note"> {
  const reused = reusedCode(outcome);
  return {
    outcome: outcome.is,
    ...(outcome.is === "pack" && { packId: outcome.pack.pack_id, name: outcome.pack.name }),
    ...(outcome.is === "gone" && { packId: outcome.packId, name: outcome.name }),
    ...(reused && { among: reused.choices.map(({ pack }) => pack.pack_id).sort() }),
    ...noteOf(outcome),
  };
}

function noteOf(outcome: Outcome): Pick<PastAnswer, "note"> {
  if (outcome.is !== "unknown" || outcome.note?.is !== "one") return {};
  return { note: { packId: outcome.note.note.packId, name: nameOf(outcome.note) } };
}

export function isSame(previous: PastAnswer, outcome: Outcome): boolean {
  const current = resultOf(outcome);
  const isSamePack =
    previous.packId === current.packId && previous.note?.packId === current.note?.packId;
  return (
    isSamePack &&
    previous.outcome === current.outcome &&
    String(previous.among) === String(current.among)
  );
}

/** Describes a past answer in words. */
export function describe({ name, outcome, among = [], note }: PastAnswer): string {
  const others = among.length > 1 ? `, one of ${count(among.length, "pack")} with this code` : "";
  if (name) return `${name}${others}`;
  if (note) return `no pack, and your note: ${note.name}`;
  return outcome === "reused" ? `${count(among.length, "pack")}, none chosen` : "no pack";
}

export function describeTime({ at, release }: PastAnswer): string {
  const from = release ? `, with the release of ${longDate(release.date)}` : "";
  return `On ${longDate(new Date(at).toISOString())}${from}`;
}
