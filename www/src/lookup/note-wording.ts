// Notes in words, for cards, warnings and lists. A note is always named as the person's, and never
// as the register's.
import { longDate } from "../common/format.js";
import type { OwnNote } from "./outcome.js";
import { nameParts, type Status, statusText } from "./pack.js";
import { isUsable, type Note, type NoteContext } from "../notes/note.js";

export const madeText = ({ madeOn }: Note): string => `Your note of ${longDate(madeOn)}, not dm+d`;
export const endsText = ({ endsOn }: Note): string => `Ends ${longDate(endsOn)}`;

/** Says how the pack of a note differs from what the person chose. */
export function problemsOf({ note, pack, status }: Extract<OwnNote, { is: "one" }>): string[] {
  if (!pack) return ["This release of dm+d does not have the pack of your note"];
  const renamed =
    pack.name === note.name
      ? []
      : [`When you made the note, the name of the pack was: ${note.name}`];
  return status && !status.current
    ? [...renamed, `The pack of your note: ${statusText(status).text}`]
    : renamed;
}

/**
 * Finds the name that dm+d has for the pack of a note today, or the name when the note was made.
 */
export const nameOf = ({ note, pack }: Extract<OwnNote, { is: "one" }>): string =>
  pack?.name ?? note.name;

const CHECK = "Check the name on the box";

/** Builds the warning of an answer that shows a note. */
export function noteWarning(own: OwnNote): { tone: "caution" | "danger"; text: string } {
  if (own.is === "differ")
    return {
      tone: "danger",
      text: `${DIFFER}: ${own.notes.map(({ name }) => name).join("; ")}. ${DELETE}`,
    };
  const problems = problemsOf(own);
  const text = [
    `${madeText(own.note)}: ${nameOf(own)}`,
    endsText(own.note),
    ...problems,
    CHECK,
  ].join(". ");
  return { tone: problems.length > 0 ? "danger" : "caution", text };
}

export const DIFFER = "Your notes tie this code to different packs, so none is used";
export const DELETE = "Delete the wrong note under History";

/** Builds the warning that the register has the code of a note on another pack. */
export function registerDiffersText(note: Note): string {
  return `dm+d now has this code, and your note of ${longDate(note.madeOn)} had another pack: ${note.name}. Your note has ended. ${CHECK}`;
}

/** Finds the state of a note in the list. */
export function stateText(note: Note, context: NoteContext): Status {
  const { ended, endsOn, release } = note;
  if (ended)
    return {
      tone: ended.differs ? "danger" : "plain",
      text: `Ended on ${longDate(ended.on)}: ${endReason(note)}`,
    };
  if (endsOn < context.today) return { tone: "plain", text: `Ended on ${longDate(endsOn)}` };
  if (release.demo !== context.demo)
    return {
      tone: "caution",
      text: release.demo
        ? "Not used: made with demonstration data"
        : "Not used with demonstration data",
    };
  return isUsable(note, context)
    ? { tone: "plain", text: endsText(note) }
    : { tone: "caution", text: "Not used: this device's clock is behind the note" };
}

function endReason({ ended }: Note): string {
  if (ended?.because === "replaced") return "you chose another pack";
  return ended?.differs
    ? "dm+d has this code on another pack"
    : "dm+d has this code on the same pack";
}

/** A part of a pack's name that the person compares with the box. */
export interface ComparedPart {
  title: string;
  value: string;
}

/** Finds the parts of a name for the second look. Joined, they are the name. */
export function comparedParts(name: string): ComparedPart[] {
  const { product, supplier, size } = nameParts(name);
  if (!supplier) return [{ title: "Name, strength, form, size and supplier", value: product }];
  return [
    { title: "Name, strength and form", value: product },
    { title: "Supplier", value: supplier },
    { title: "Pack size", value: size ?? "" },
  ];
}
