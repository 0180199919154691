// The link to the view of recalls, from other views.
import { html } from "lit-html";

import type { Actions } from "../actions/index.js";
import { count } from "../common/format.js";
import type { WatchList } from "../watch/model.js";

/** Leads to the recalls, and states how many are watched. */
export function recallsLink(watchLists: WatchList[], actions: Actions) {
  const text =
    watchLists.length === 0
      ? "Watch for the batches of a recall"
      : `Watching for ${count(watchLists.length, "recall")}`;
  const go = (event: Event) => {
    event.preventDefault();
    actions.page.go("recalls");
  };
  return html`<p class="recalls-link"><a href="#recalls" @click=${go}>${text}</a></p>`;
}
