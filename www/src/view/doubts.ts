// What casts doubt on an answer stands above it.
import { html } from "lit-html";

import type { Doubt } from "../lookup/doubts.js";
import * as icons from "./icons.js";
import { statusLine } from "./status-line.js";

/** All doubts but those of which the card speaks in larger words. */
export function doubtsView(doubts: Doubt[], ...told: Doubt["kind"][]) {
  return html`<div class="doubts">${doubts.filter(({ kind }) => !told.includes(kind)).map(doubtView)}</div>`;
}

function doubtView({ tone, text }: Doubt) {
  if (tone === "caution") return statusLine({ tone, text });
  return html`<div class="callout danger">${icons.danger}<div><p class="loud">${text}</p></div></div>`;
}
