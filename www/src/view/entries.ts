// The rows of the history, in the start view and in the view of the history.
import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import { today } from "../common/format.js";
import { doubtsNow } from "../history/doubts-now.js";
import type { Entry } from "../history/entries.js";
import type { WatchList } from "../watch/model.js";
import * as icons from "./icons.js";
import { expires, flags } from "./warnings.js";

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
