// The warnings of a row in a list, in a few words.
import { html, nothing } from "lit-html";

import type { StoredWarning } from "../history/entries.js";
import * as icons from "./icons.js";

/** Warnings that the row itself shows: an expiry date in the past, and a code without a name. */
const SHOWN_IN_ROW: StoredWarning["kind"][] = ["expired", "reused"];

const WORDS: Partial<Record<StoredWarning["kind"], string>> = {
  serial_again: "Scanned twice",
  chosen: "Re-used code, chosen by you",
  ended: "Code no longer in use",
  not_begun: "Code not in use yet",
  corrected: "Words corrected",
  ignored: "Words ignored",
  ignored_name: "Ignored word may be a medicine",
  partial_match: "No exact match",
  changed: "Answer changed",
  wrong_check_digit: "Wrong check digit",
  separator_lost: "Separator missing",
  not_marked_as_gs1: "Not marked as GS1",
  demonstration: "Demonstration",
  stale: "Old data",
  clock: "Clock wrong",
};

export function flags(doubts: StoredWarning[]) {
  const shown = doubts.filter(({ kind }) => !SHOWN_IN_ROW.includes(kind));
  return shown.length === 0 ? nothing : html`<span class="flags">${shown.map(flag)}</span>`;
}

function flag({ kind, about, text }: StoredWarning) {
  const words = WORDS[kind] ?? text;
  if (about === "data") return html`<span class="tag">${words}</span>`;
  return kind === "ignored_name"
    ? html`<span class="flag danger">${icons.danger}${words}</span>`
    : html`<span class="flag">${icons.warning}${words}</span>`;
}
