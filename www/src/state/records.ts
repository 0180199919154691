// What this device remembers of a person's work: the history, the recalls, and the notes, with a
// code that is being tied to a pack.
import type { Pack } from "pack-lookup/core";

import type { Entry } from "../history/entries.js";
import { ROWS_SHOWN } from "./page.js";
import type { WatchList } from "../watch/model.js";
import type { Recognised } from "../watch/recognise.js";
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

const NO_NOTES: NotesState = { list: [], areStored: true };

/** Finds the pack that the person opened from a search while a code is being tied. */
export function openedPack(answer: Answer | undefined): Pack | undefined {
  return answer?.request.by === "pack" && answer.outcome.is === "pack"
    ? answer.outcome.pack
    : undefined;
}

/** Finds the chosen pack while it is still on the screen. */
export function packToTie(tying: Tying | undefined, answer: Answer | undefined): Pack | undefined {
  const pack = openedPack(answer);
  return pack && tying?.packId === pack.pack_id ? pack : undefined;
}

export interface RecordsSlice {
  /** The newest first. */
  history: Entry[];
  historyCounted: boolean;
  /** The rows that were cleared last, until the page closes. */
  cleared?: Entry[] | undefined;
  /** The number of rows that are shown. */
  historyShown: number;
  /** Whether this browser stores the history. */
  isHistoryStored: boolean;
  /** The person's own notes. */
  notes: NotesState;
  /** The lists of batches to watch, the latest first. */
  watchLists: WatchList[];
  /** Whether the lists of this device could be read. If not, no scan is compared with them. */
  areListsRead: boolean;
  /** What was recognised in a pasted text, until the person has checked it. */
  recognised?: Recognised | undefined;
  /** The text of a recall that a person is pasting or checking. It survives a scan. */
  recallText?: string | undefined;
  /** Why the text could not be read. */
  recallProblem?: string | undefined;
  /** The lists that were deleted and can be restored, the last one at the end. */
  deletedLists: readonly WatchList[];
}

export const initialRecords = {
  history: [],
  historyCounted: false,
  historyShown: ROWS_SHOWN,
  isHistoryStored: true,
  notes: NO_NOTES,
  watchLists: [],
  areListsRead: true,
  deletedLists: [],
} satisfies RecordsSlice;
