// The review of a file of notes: which notes are new, which contradict a note of this device, and
// why others are rejected.
import type { NotesOfFile, Rejected } from "./file.js";
import { differ, type Note, type NoteContext, usableNotes } from "./note.js";

type FileNote = NotesOfFile["notes"][number];

/** A note of a file that ties a code to another pack than a note of this device. */
export interface Conflict {
  mine: Note;
  theirs: FileNote;
}

export interface Review {
  file: NotesOfFile;
  added: FileNote[];
  conflicts: Conflict[];
  rejected: Rejected[];
  /** The number of notes that this device has already. */
  present: number;
}

/** What a review needs to know about this device. */
export interface Device extends NoteContext {
  notes: readonly Note[];
  /** Finds the name of a pack in the release, or `undefined`. */
  nameOfPack(packId: string): string | undefined;
  isKnown(gtin: string): boolean;
}

export function reviewOf(file: NotesOfFile, device: Device): Review {
  const review: Review = {
    file,
    added: [],
    conflicts: [],
    rejected: [...file.rejected],
    present: 0,
  };
  for (const note of file.notes) place(note, review, device);
  return review;
}

function place(note: FileNote, review: Review, device: Device): void {
  const reason = rejection(note, review.file, device);
  const mine = usableNotes(device.notes, note.gtin, device);
  const other = mine.find(({ packId }) => packId !== note.packId);
  if (reason) review.rejected.push({ label: `Code ${note.gtin}, ${note.name}`, reason });
  else if (other) review.conflicts.push({ mine: other, theirs: note });
  else if (mine.length > 0 || review.added.some(({ gtin }) => gtin === note.gtin))
    review.present += 1;
  else review.added.push(note);
}

/** Says why a note cannot be used on this device, or `undefined`. */
function rejection(
  note: FileNote,
  file: NotesOfFile,
  { today, demo, notes, nameOfPack, isKnown }: Device,
): string | undefined {
  const { gtin, packId, name, madeOn, endsOn, release, ended } = note;
  if (ended || endsOn < today) return "The note has ended";
  if (madeOn > today) return "The note is from a day in the future";
  if (release.demo !== demo)
    return "Only one of the note and the data on this device is demonstration data";
  if (isKnown(gtin)) return "dm+d has a pack with this code";
  if (nameOfPack(packId) !== name)
    return "The data on this device does not have this pack with this name";
  if (
    differ(
      file.notes
        .filter((other) => other.gtin === gtin && !other.ended && other.endsOn >= today)
        .map(withoutId),
    )
  )
    return "The file has different packs for this code";
  return differ(usableNotes(notes, gtin, { today, demo }))
    ? "Your notes tie this code to different packs. Delete the wrong note first"
    : undefined;
}

const withoutId = (note: FileNote): Note => ({ ...note, id: "" });

/** The person's choice for each code with a conflict. */
export type Choices = ReadonlyMap<string, "mine" | "theirs">;

/** Lists the notes to store. `idOf` returns a new key for each note. */
export function imported(
  { added, conflicts }: Review,
  choices: Choices,
  today: string,
  idOf: () => string,
): Note[] {
  const chosen = conflicts.filter(({ theirs }) => choices.get(theirs.gtin) === "theirs");
  const replaced = chosen.map(({ mine }) => ({
    ...mine,
    ended: { on: today, because: "replaced" as const },
  }));
  return [
    ...replaced,
    ...[...added, ...chosen.map(({ theirs }) => theirs)].map((note) => ({ ...note, id: idOf() })),
  ];
}

/** Reports whether the person has chosen for each conflict. */
export const isDecided = ({ conflicts }: Review, choices: Choices): boolean =>
  conflicts.every(({ theirs }) => choices.has(theirs.gtin));

/** Reports whether two reviews ask the same of the person. */
export function isSameReview(a: Review, b: Review): boolean {
  const asked = ({ added, conflicts }: Review) =>
    JSON.stringify([added, conflicts.map(({ mine, theirs }) => [mine.id, theirs])]);
  return asked(a) === asked(b);
}
