// A person's own notes: ties unknown codes to packs on this device, and ends a note when the
// register knows its code.
import { toGtin14 } from "blocks/gtin.js";
import { today } from "../common/format.js";
import { keyOf } from "../history/entries.js";
import type { Answer } from "../lookup/answer.js";
import { isCertain } from "../lookup/own-note.js";
import { noteFiles, type NoteFormat, readNotes } from "../notes/file.js";
import {
  applyChange,
  endedByRegister,
  endProblem,
  type Note,
  type NoteChange,
  notesToWarnOf,
  remarkOf,
} from "../notes/note.js";
import {
  type Choices,
  type Device,
  imported,
  isDecided,
  isSameReview,
  reviewOf,
} from "../notes/review.js";
import { type NotesState, packToTie, type SecondLook, type Tying } from "../state/records.js";
import { comparedParts } from "../lookup/note-wording.js";
import type { Host, State, Store } from "../state/state.js";

/** The storage of notes. Each promise may reject: private windows refuse a database. */
interface NoteRows {
  allNotes(): Promise<Note[]>;
  putNotes(notes: Note[]): Promise<void>;
  deleteNotes(ids: string[]): Promise<void>;
  /** Calls `changed` for each change by another tab, after it is stored. */
  watchNotes(changed: (change: NoteChange) => void): void;
}

/** Reports whether the code of an answer can be tied to a pack. */
export function canTie({
  answer,
  isKiosk,
  packs,
}: Pick<State, "answer" | "isKiosk" | "packs">): boolean {
  if (isKiosk || !packs || answer?.outcome.is !== "unknown") return false;
  const { outcome, request } = answer;
  return !outcome.note && isCertain(outcome.scan, request);
}

export class Notes {
  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly rows: NoteRows,
  ) {}

  async start(): Promise<void> {
    this.rows.watchNotes((change) => this.#apply(change));
    const stored = await this.rows.allNotes().catch(() => this.#set({ areStored: false }));
    if (stored)
      this.#apply({
        is: "put",
        notes: stored.filter(({ id }) => !this.#notes.list.some((note) => note.id === id)),
      });
    this.dataOpened();
  }

  /** Ends the notes whose codes the register knows. */
  dataOpened(): void {
    const { packs, release } = this.store.state;
    if (!packs || !release) return;
    const packIdsOf = (gtin: string) => packs.uses(gtin).map(({ pack }) => pack.pack_id);
    const ended = endedByRegister(
      this.#notes.list,
      { today: this.#today(), demo: release.demo },
      packIdsOf,
    );
    if (ended.length > 0) this.#put(ended);
  }

  /** Handles an answer that is stored: a note that differs from the register is reported once. */
  answered({ outcome, at }: Answer): void {
    if (
      (outcome.is !== "pack" && outcome.is !== "reused") ||
      !outcome.scan ||
      this.store.state.isKiosk
    )
      return;
    const reported = notesToWarnOf(this.#notes.list, toGtin14(outcome.scan.gtin), at).filter(
      ({ ended }) => ended?.warnedAt === undefined,
    );
    if (reported.length > 0)
      this.#put(reported.map((note) => ({ ...note, ended: { ...note.ended!, warnedAt: at } })));
  }

  /** Starts to tie the code of the current answer to a pack: the person searches for it. */
  begin(): void {
    const { answer } = this.store.state;
    if (!canTie(this.store.state) || answer?.outcome.is !== "unknown") return;
    const { request, at, entry, outcome } = answer;
    this.#set({
      tying: {
        gtin: toGtin14(outcome.code),
        code: outcome.code,
        timed: { request, at, ...(entry && { entry }) },
      },
    });
    this.store.tell("restarted");
  }

  /** Chooses the pack on the screen, which the second look confirms. */
  choose(packId: string): void {
    const { tying } = this.#notes;
    if (!tying) return;
    this.#set({ tying: { ...tying, packId, problem: undefined } });
    this.host.focus("result-name");
  }

  /** Returns from the second look to the pack. */
  chooseAgain(): void {
    const { tying } = this.#notes;
    if (tying) this.#set({ tying: { ...tying, packId: undefined, problem: undefined } });
    this.host.focus("result-name");
  }

  /** Keeps what the person has entered so far. Another scan may interrupt. */
  entered(look: SecondLook): void {
    const { tying } = this.#notes;
    if (tying) this.#set({ tying: { ...tying, look } });
  }

  cancel(): void {
    this.#set({ tying: undefined });
  }

  /** Saves the note if the second look confirms it. */
  save(look: SecondLook): void {
    const { tying } = this.#notes;
    const { answer, release, isKiosk } = this.store.state;
    const pack = packToTie(tying, answer);
    if (!tying || !pack || !release || isKiosk) return;
    const madeOn = this.#today();
    const problem = this.#problemOf(tying, pack.name, look);
    if (problem) return this.#rejectLook(tying, problem);
    const remark = remarkOf(look.remark);
    const note = {
      id: this.#newId(),
      gtin: tying.gtin,
      packId: pack.pack_id,
      name: pack.name,
      madeOn,
      endsOn: look.endsOn,
      ...(remark && { remark }),
    };
    this.#put([
      {
        ...note,
        release: { name: release.release, date: release.release_date, demo: release.demo },
      },
    ]);
    this.cancel();
    this.store.tell("repeated", tying.timed);
  }

  /** Says why a note cannot be saved, or `undefined`. */
  #problemOf(
    { gtin }: Tying,
    name: string,
    { compared, lastDigits, endsOn }: SecondLook,
  ): string | undefined {
    if (comparedParts(name).some(({ title }) => !compared.includes(title)))
      return "Compare each part with the box, and tick it";
    if (lastDigits.trim() !== gtin.slice(-4))
      return "The last four digits are not those of the code. Read them on the box again";
    if (this.#isKnown(gtin)) return "dm+d now has a pack with this code. Scan the box again";
    return endProblem(endsOn, this.#today(), this.#today());
  }

  #rejectLook(tying: Tying, problem: string): void {
    this.#set({ tying: { ...tying, problem } });
    this.host.announce({ text: problem, isWarning: true });
  }

  /**
   * Changes the last day of a note. It stays within the longest time from the day on which the note
   * was made.
   */
  setEnd(note: Note, endsOn: string): void {
    const problem = endProblem(endsOn, note.madeOn, this.#today());
    if (problem) return this.#reject(problem);
    this.#set({ problem: undefined });
    this.#put([{ ...note, endsOn }]);
    this.store.tell("notesChanged", [note.gtin]);
  }

  async delete(note: Note): Promise<void> {
    try {
      await this.rows.deleteNotes([note.id]);
    } catch {
      // A browser that stores no notes has nothing to delete.
      if (this.#notes.areStored)
        return this.store.tell(
          "warning",
          "This browser cannot delete the note. Clear the site's data in the browser settings",
        );
    }
    this.#set({ deleted: note });
    this.#apply({ is: "deleted", ids: [note.id] });
    this.host.announce({ text: "You deleted 1 note", isWarning: false });
    this.host.focus("notes-title");
  }

  undoDelete(): void {
    const { deleted } = this.#notes;
    if (!deleted) return;
    this.#set({ deleted: undefined });
    this.#put([deleted]);
    this.dataOpened();
    this.store.tell("notesChanged", [deleted.gtin]);
    this.host.announce({ text: "Restored 1 note", isWarning: false });
    this.host.focus("notes-title");
  }

  export(format: NoteFormat): void {
    const { type, write } = noteFiles[format];
    this.host.save(`pack-notes-${this.#today()}.${format}`, type, write(this.#notes.list));
  }

  /** Reads a file of notes, and shows them for a second look. Nothing is stored yet. */
  async readFile(file: Blob): Promise<void> {
    this.#set({ review: undefined, problem: undefined });
    try {
      const notes = readNotes(await file.text());
      const device = this.#device();
      if (!device) return this.#reject("The data must load before you import notes. Try again");
      this.#set({ review: reviewOf(notes, device) });
      this.host.focus("review-title");
    } catch (error) {
      this.#reject((error as Error).message);
    }
  }

  /** Stores the notes of the file after the person has confirmed the list. */
  confirmReview(choices: Choices): void {
    const { review } = this.#notes;
    const device = this.#device();
    if (!review || !device || !isDecided(review, choices)) return;
    const current = reviewOf(review.file, device);
    // Another tab or a new release may have changed what the person confirms.
    if (!isSameReview(review, current))
      return this.#set({
        review: current,
        problem: "Your notes or the data changed. Check the list again",
      });
    this.#set({ review: undefined, problem: undefined });
    const notes = imported(current, choices, this.#today(), () => this.#newId());
    if (notes.length > 0) this.#put(notes);
    this.store.tell(
      "notesChanged",
      notes.map(({ gtin }) => gtin),
    );
    this.host.focus("notes-title");
  }

  dismissReview(): void {
    this.#set({ review: undefined, problem: undefined });
    this.host.focus("notes-title");
  }

  #reject(problem: string): void {
    this.#set({ problem });
    this.host.announce({ text: problem, isWarning: true });
  }

  #device(): Device | undefined {
    const { packs, release } = this.store.state;
    if (!packs || !release) return undefined;
    const nameOfPack = (packId: string) =>
      packs.search(packId).packs.find(({ pack_id }) => pack_id === packId)?.name;
    return {
      notes: this.#notes.list,
      today: this.#today(),
      demo: release.demo,
      nameOfPack,
      isKnown: (gtin) => this.#isKnown(gtin),
    };
  }

  #isKnown(gtin: string): boolean {
    return (this.store.state.packs?.uses(gtin).length ?? 0) > 0;
  }

  /** Applies a change of another tab, or of this one. */
  #apply(change: NoteChange): void {
    const { list } = this.#notes;
    const changed =
      change.is === "put" ? change.notes : list.filter(({ id }) => change.ids.includes(id));
    this.#set({ list: applyChange(list, change) });
    this.store.tell(
      "notesChanged",
      changed.map(({ gtin }) => gtin),
    );
  }

  #put(notes: Note[]): void {
    this.#set({ list: applyChange(this.#notes.list, { is: "put", notes }) });
    void this.rows.putNotes(notes).catch(() => this.#reportNotStored());
  }

  #reportNotStored(): void {
    this.#set({ areStored: false });
    this.store.tell(
      "warning",
      "This browser cannot save your notes. You lose them when you close this page",
    );
  }

  #newId(): string {
    return keyOf(this.host.now());
  }

  #today(): string {
    return today(new Date(this.host.now()));
  }

  #set(change: Partial<NotesState>): void {
    this.store.set({ notes: { ...this.#notes, ...change } });
  }

  get #notes(): NotesState {
    return this.store.state.notes;
  }
}
