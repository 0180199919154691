// What this device remembers of a person's work: the history, the notes and the recalls.
import type { Entry } from "../history/entries.js";
import { PAGE_SIZE } from "../history/page-size.js";
import { NO_NOTES, type NotesState } from "./notes.js";
import type { WatchList } from "../watch/model.js";
import type { Recognised } from "../watch/recognise.js";

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
  historyShown: PAGE_SIZE,
  isHistoryStored: true,
  notes: NO_NOTES,
  watchLists: [],
  deletedLists: [],
} satisfies RecordsSlice;
