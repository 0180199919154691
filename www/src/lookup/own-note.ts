// Adds a person's own note to the answer to an unknown code. The outcome is still unknown to the
// register.
import type { Scan } from "pack-lookup/core";

import { toGtin14 } from "blocks/gtin.js";
import { differ, type Note, notesToWarnOf, usableNotes } from "../notes/note.js";
import type { Outcome, OwnNote, PackSource, Request } from "./outcome.js";
import { mayLackDigit } from "./warnings.js";
import type { Release } from "blocks/device/types.js";

/** The data and the notes of this device. */
export interface NoteSources {
  packs: PackSource;
  release: Release;
  /** The local day, `YYYY-MM-DD`. */
  today: string;
  /** The person's own notes. Absent in kiosk mode and for answers of the server. */
  notes?: readonly Note[] | undefined;
}

/**
 * Reports whether a code was certainly read as it is on the box. A misread code is never tied to a
 * pack.
 */
export function isCertain({ warnings }: Scan, request: Request): boolean {
  const mayBeShort = request.by === "code" && mayLackDigit(request.text);
  return !mayBeShort && !warnings.some(({ reason }) => reason === "wrong_check_digit");
}

/** Adds the note of a code to its outcome, if the register does not know the code. */
export function withOwnNote(
  outcome: Outcome,
  request: Request,
  { packs, release, today, notes = [] }: NoteSources,
): Outcome {
  if (outcome.is !== "unknown" || !isCertain(outcome.scan, request)) return outcome;
  const usable = usableNotes(notes, toGtin14(outcome.code), { today, demo: release.demo });
  const [latest] = usable;
  if (!latest) return outcome;
  return {
    ...outcome,
    note: differ(usable) ? { is: "differ", notes: usable } : ownNote(packs, latest),
  };
}

function ownNote(packs: PackSource, note: Note): OwnNote {
  const { packs: found, statuses } = packs.search(note.packId);
  const at = found.findIndex(({ pack_id }) => pack_id === note.packId);
  return { is: "one", note, pack: found[at], status: statuses[at] };
}

/** Finds the ended notes of a code that the register has on another pack. */
export function notesThatDiffered(
  outcome: Outcome,
  at: number,
  { notes = [] }: Pick<NoteSources, "notes">,
): Note[] {
  const isKnown = outcome.is === "pack" || outcome.is === "reused";
  return isKnown && outcome.scan ? notesToWarnOf(notes, toGtin14(outcome.scan.gtin), at) : [];
}
