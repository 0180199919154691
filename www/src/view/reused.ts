// A code that more than one pack has carried. The first pack is never certain.
import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import type { Answer } from "../lookup/answer.js";
import type { Choice, CodeReused } from "../lookup/outcome.js";
import { nameParts } from "../lookup/pack-name.js";
import { toldOf } from "../lookup/reuse.js";
import { statusText } from "../lookup/status.js";
import { period } from "../words.js";
import * as icons from "./icons.js";
import { doubtsView, expiryLine } from "./doubts.js";
import { statusLine } from "./status-line.js";

export function reusedView(reused: CodeReused, { doubts }: Answer, actions: Actions) {
  const { choices, grade, scan } = reused;
  const { title, tone } = toldOf(grade);
  return html`
    <article class="card reused ${tone}" aria-labelledby="result-name">
      <div class="banner">
        ${tone === "danger" ? icons.danger : icons.warning}
        <div>
          <h2 id="result-name" tabindex="-1">${title}</h2>
          <p>${choices.length} packs have carried <span class="code">${scan.gtin}</span>.
            The code alone does not tell which one you hold: <strong>compare the name on the box.</strong></p>
        </div>
      </div>
      ${doubtsView(doubts, "reused")}
      ${expiryLine(scan, doubts)}
      <ol class="choices">
        ${choices.map((choice, index) => choiceView(choice, index === 0, actions))}
      </ol>
    </article>`;
}

function choiceView(choice: Choice, isLatest: boolean, actions: Actions) {
  const { product, supplier, size } = nameParts(choice.pack.name);
  return html`
    <li>
      <p class="when">${choice.uses.map(period).join(", ")}${isLatest ? html` <span class="tag">latest use</span>` : nothing}</p>
      <h3 class="name"><span class="product">${product}</span>
        ${supplier ? html`<span class="supplier">(${supplier})</span> <span class="size">${size}</span>` : nothing}</h3>
      ${statusLine(statusText(choice.status))}
      <button @click=${() => actions.lookUp.choose(choice.pack)}>The box says this<span class="visually-hidden">: ${choice.pack.name}</span></button>
    </li>`;
}
