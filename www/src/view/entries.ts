// The rows of scans: in the start view, in the view of the history, and their warnings in any list.
import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import { daysBetween, shortDate, today } from "../common/format.js";
import { doubtsNow, type Entry, type StoredWarning } from "../history/entries.js";
import type { WatchList } from "../watch/model.js";
import * as icons from "./icons.js";

const TIME = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

export function entries(history: Entry[], watchLists: WatchList[], actions: Actions) {
  return html`
    <ul class="list">
      ${history.map(
        (entry) => html`
        <li><button class="hit" @click=${() => actions.lookUp.reopen(entry)}>
          ${name(entry)} ${details(entry)} ${flags(doubtsNow(entry, { today: today(), watchLists }))}
          <time class="small" datetime=${new Date(entry.at).toISOString()}>${TIME.format(entry.at)}</time>
        </button></li>`,
      )}
    </ul>`;
}

const WITHOUT_NAME: Partial<Record<Entry["outcome"], string>> = {
  reused: "Re-used code: no pack chosen",
  unknown: "No pack has this code",
};

type ListedEntry = Pick<
  Entry,
  "outcome" | "name" | "code" | "batch" | "expiry" | "doubts" | "note"
>;

export function name({ outcome, name }: ListedEntry) {
  return name
    ? html`<span class="product">${name}</span>`
    : html`<span class="product flag">${icons.warning}${WITHOUT_NAME[outcome]}</span>`;
}

export function details({ code, batch, expiry, doubts, note }: ListedEntry) {
  return html`
    <span class="rest">
      ${code ? html`<span class="code">${code}</span>` : nothing}
      ${note ? html`<span>Your note: <bdi>${note.name}</bdi></span>` : nothing}
      ${batch ? html`<span>Batch <span class="code">${batch}</span></span>` : nothing}
      ${expiry ? expires(expiry, doubts) : nothing}
    </span>`;
}

/** Warnings that the row itself shows: an expiry date in the past, and a code without a name. */
const SHOWN_IN_ROW: StoredWarning["kind"][] = ["expired", "reused"];

const WORDS: Partial<Record<StoredWarning["kind"], string>> = {
  serial_again: "Scanned twice",
  watched: "On your recall list: check the batch",
  chosen: "Re-used code, chosen by you",
  ended: "Code no longer in use",
  not_begun: "Code not in use yet",
  cut_off: "Text cut off",
  corrected: "Words corrected",
  ignored: "Words ignored",
  ignored_name: "Ignored word may be a medicine",
  partial_match: "No exact match",
  changed: "Answer changed",
  wrong_check_digit: "Wrong check digit",
  separator_lost: "Separator missing",
  not_marked_as_gs1: "Not marked as GS1",
  by_server: "Answered by the server",
  own_note: "Your note, not dm+d",
  note_ended: "Your note had another pack",
  chosen_from_print: "Chosen from print",
  read_from_print: "Read from print",
  demonstration: "Demonstration",
  stale: "Old data",
  clock: "Clock wrong",
};

/** Shows the expiry date of a row, and whether it has passed. */
export function expires(expiry: string, doubts: StoredWarning[]) {
  const past = daysBetween(today(), expiry) < 0 || doubts.some(({ kind }) => kind === "expired");
  return html`<span
    class=${past ? "past" : ""}>${past ? icons.danger : nothing}${past ? "Expired" : "Expires"}
    ${shortDate(expiry)}</span>`;
}

/** Shows the warnings of a row in a few words. */
export function flags(doubts: StoredWarning[]) {
  const shown = doubts.filter(({ kind }) => !SHOWN_IN_ROW.includes(kind));
  return shown.length === 0 ? nothing : html`<span class="flags">${shown.map(flag)}</span>`;
}

function flag({ kind, about, text }: StoredWarning) {
  const words = WORDS[kind] ?? text;
  if (about === "data") return html`<span class="tag">${words}</span>`;
  return kind === "ignored_name" || kind === "watched"
    ? html`<span class="flag danger">${icons.danger}${words}</span>`
    : html`<span class="flag">${icons.warning}${words}</span>`;
}
