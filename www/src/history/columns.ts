// The columns of an exported history.
import { count } from "../words.js";
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
  { name: "scanned_at", means: "when it was looked up, in universal time", of: ({ at }) => new Date(at).toISOString() },
  { name: "gtin", means: "the code as it was read", isCode: true, of: ({ code }) => code },
  { name: "pack_id", means: "the pack: its AMPP code in dm+d", isCode: true, of: ({ packId = "" }) => packId },
  { name: "name", means: "the pack’s name in dm+d", of: ({ name = "" }) => name },
  { name: "batch", means: "the batch on the box", isCode: true, of: ({ batch = "" }) => batch },
  { name: "serial", means: "the serial number on the box", isCode: true, of: ({ serial = "" }) => serial },
  { name: "expiry", means: "the expiry on the box, year first", of: ({ expiry = "" }) => expiry },
  { name: "outcome", means: "pack; reused: the code was on several packs, and none was chosen; unknown: no pack has the code", of: ({ outcome }) => outcome },
  { name: "chosen", means: "that somebody chose the pack among those that had the code", of: chosen },
  { name: "doubts", means: "everything that cast doubt on the answer", of: ({ doubts }) => doubts.map(({ text }) => text).join("; ") },
  { name: "release", means: "the release of dm+d that answered", of: releaseOf },
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
