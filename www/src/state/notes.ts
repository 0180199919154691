// The state of notes on the page: the list, a code that is being tied to a pack, and a file that is
// being imported.
import type { Pack } from "pack-lookup/core";

import type { Answer, TimedRequest } from "../lookup/answer.js";
import type { Note } from "../notes/note.js";
import type { Review } from "../notes/review.js";

export interface NotesState {
  /** The newest first. */
  list: readonly Note[];
  /** Whether this browser stores notes. */
  areStored: boolean;
  tying?: Tying | undefined;
  /** The notes of a file, before the person confirms them. */
  review?: Review | undefined;
  /** Why a file or a date was rejected. */
  problem?: string | undefined;
  /** The note that was deleted last, until the page closes. */
  deleted?: Note | undefined;
}

/** A code for which the person searches the pack. */
export interface Tying {
  /** The GTIN in 14 digits. */
  gtin: string;
  /** The code as it was scanned. */
  code: string;
  /** The request that found no pack, to repeat it with the note. */
  timed: TimedRequest;
  /** The AMPP code of the pack that the person chose. */
  packId?: string | undefined;
  /** What the person has entered in the second look so far. */
  look?: SecondLook | undefined;
  /** Why the note was not saved. */
  problem?: string | undefined;
}

/** What a person confirms about a pack, with the box in the hand. */
export interface SecondLook {
  /** The titles of the parts that the person ticked. */
  compared: string[];
  /** The last four digits of the code, as the person read them on the box. */
  lastDigits: string;
  endsOn: string;
  remark: string;
}

export const NO_NOTES: NotesState = { list: [], areStored: true };

/** Returns the pack that the person opened from a search while a code is being tied. */
export function openedPack(answer: Answer | undefined): Pack | undefined {
  return answer?.request.by === "pack" && answer.outcome.is === "pack"
    ? answer.outcome.pack
    : undefined;
}

/** Returns the chosen pack while it is still on the screen. */
export function packToTie(tying: Tying | undefined, answer: Answer | undefined): Pack | undefined {
  const pack = openedPack(answer);
  return pack && tying?.packId === pack.pack_id ? pack : undefined;
}
