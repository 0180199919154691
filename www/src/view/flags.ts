// The warnings of a row in a list, in a few words.
import { html, nothing } from "lit-html";

import type { Told } from "../history/entries.js";
import * as icons from "./icons.js";

/** Warnings that the row itself shows: an expiry date in the past, and a code without a name. */
const SAID_IN_ROW: Told["kind"][] = ["expired", "reused"];

const WORDS: Partial<Record<Told["kind"], string>> = {
  serial_again: "Scanned twice",
  chosen: "Re-used code, chosen by hand",
  ended: "Code ended",
  not_begun: "Code not begun",
  corrected: "Words corrected",
  ignored: "Words ignored",
  ignored_name: "Ignored word may be a medicine",
  partial_match: "No exact match",
  changed: "Answer changed",
  wrong_check_digit: "Check digit wrong",
  separator_lost: "Separator lost",
  not_marked_as_gs1: "Not marked as GS1",
  demonstration: "Demonstration",
  stale: "Old data",
  clock: "Clock wrong",
};

export function flags(doubts: Told[]) {
  const told = doubts.filter(({ kind }) => !SAID_IN_ROW.includes(kind));
  return told.length === 0 ? nothing : html`<span class="flags">${told.map(flag)}</span>`;
}

function flag({ kind, about, text }: Told) {
  const words = WORDS[kind] ?? text;
  if (about === "data") return html`<span class="tag">${words}</span>`;
  return kind === "ignored_name"
    ? html`<span class="flag danger">${icons.danger}${words}</span>`
    : html`<span class="flag">${icons.warning}${words}</span>`;
}
