// The answer in short, below the camera's picture.
import { html, nothing } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";

import type { Actions } from "../actions/index.js";
import { count } from "../common/format.js";
import { type Answer, summaryOf } from "../lookup/answer.js";
import { boxOf } from "../lookup/printed.js";
import type { State } from "../state/state.js";
import { countedView } from "./count.js";
import { expires, packStatus } from "./warnings.js";

/** Shows what the box has in its code or print, in one row. */
function boxFacts({ outcome, warnings }: Answer) {
  const { expiry, batch } = boxOf(outcome) ?? {};
  if (!expiry && !batch) return nothing;
  return html`
    <p class="rest">${expiry ? expires(expiry, warnings) : nothing}
      ${batch ? html`<span>Batch <span class="code">${batch}</span></span>` : nothing}</p>`;
}

/**
 * Shows the answer in short below the picture. On screens where the answer is beside it, the style
 * sheet hides this.
 */
export function glance(state: State, answer: Answer, actions: Actions) {
  const { tone, title, detail, status, others } = summaryOf(answer);
  return html`
    ${keyed(answer, html`<p slot="picture" class="read-mark" aria-hidden="true">Read</p>`)}
    <section slot="answer" class="glance ${tone}" aria-label="Answer in short">
      <p class="title">${title}</p>
      ${detail ? html`<p class="detail">${detail}</p>` : nothing}
      ${boxFacts(answer)}
      ${status ? packStatus(status, answer.warnings) : nothing}
      ${countedView(state, answer, actions)}
      <p class="buttons"><button @click=${() => actions.lookUp.showAnswer()}>${others > 0 ? `Whole answer and ${count(others, "more warning")}` : "Whole answer"}</button></p>
    </section>`;
}
