// What a person had begun before another answer came.
import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import { summaryOf } from "../lookup/answer.js";
import type { Kept } from "../lookup/kept.js";
import type { State } from "../state.js";

export function keptView({ kept, view }: State, actions: Actions) {
  if (kept.length === 0 || view !== "look-up") return nothing;
  return html`<ul class="kept" aria-label="Not finished">${kept.map((one) => row(one, actions))}</ul>`;
}

function row(one: Kept, actions: Actions) {
  const what =
    one.is === "report"
      ? html`Your report about <bdi>${summaryOf(one.answer).title}</bdi>`
      : html`Which pack has <span class="code">${one.tying.code}</span>`;
  return html`
    <li><span>${what} is not finished.</span>
      <span class="buttons"><button @click=${() => actions.kept.resume(one)}>Go on</button><button @click=${() => actions.kept.discard(one)}>Discard</button></span></li>`;
}
