// The columns of an exported history.
import { count } from "../format.js";
import type { Entry } from "./entries.js";

/** A column, with a name for people. */
export interface Column {
  name: string;
  means: string;
  /** Whether the values are codes that look like numbers. */
  isCode?: true;
  of(entry: Entry): string;
}

export const COLUMNS: Column[] = [
  { name: "scanned_at", means: "the time of the lookup, in UTC", of: ({ at }) => new Date(at).toISOString() },
  { name: "gtin", means: "the code that you scanned or typed", isCode: true, of: ({ code }) => code },
  { name: "pack_id", means: "the AMPP code of the pack in dm+d", isCode: true, of: ({ packId = "" }) => packId },
  { name: "name", means: "the name of the pack in dm+d", of: ({ name = "" }) => name },
  { name: "batch", means: "the batch on the box", isCode: true, of: ({ batch = "" }) => batch },
  { name: "serial", means: "the serial number on the box", isCode: true, of: ({ serial = "" }) => serial },
  { name: "expiry", means: "the expiry date on the box, year first", of: ({ expiry = "" }) => expiry },
  { name: "outcome", means: "pack: one pack; reused: several packs have had the code, and you chose none; unknown: no pack has the code", of: ({ outcome }) => outcome },
  { name: "chosen", means: "whether you chose the pack from several with the same code", of: chosen },
  { name: "doubts", means: "all warnings about the answer", of: ({ doubts }) => doubts.map(({ text }) => text).join("; ") },
  { name: "release", means: "the dm+d release of the answer", of: releaseOf },
];

function chosen(entry: Entry): string {
  const among = chosenAmong(entry);
  return among ? `chosen by hand among ${count(among.length, "pack")}` : "";
}

/** Returns the packs among which the person chose, or `undefined`. */
export function chosenAmong({ outcome, among }: Entry): string[] | undefined {
  return outcome === "pack" ? among : undefined;
}

function releaseOf({ release }: Entry): string {
  return release ? `${release.name} of ${release.date}${release.demo ? ", demonstration data" : ""}` : "";
}
