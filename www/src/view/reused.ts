// A code that more than one pack has carried. The first pack is never certain.
import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import { period } from "../format.js";
import type { Answer } from "../lookup/answer.js";
import type { Choice, CodeReused } from "../lookup/outcome.js";
import { nameParts } from "../lookup/pack-name.js";
import { reuseMessage } from "../lookup/reuse.js";
import { statusText } from "../lookup/status.js";
import * as icons from "./icons.js";
import { statusLine } from "./status-line.js";
import { expiryLine, warningsView } from "./warnings.js";

export function reusedView(reused: CodeReused, { warnings }: Answer, actions: Actions) {
  const { choices, grade, scan } = reused;
  const { title, tone } = reuseMessage(grade);
  return html`
    <article class="card reused ${tone}" aria-labelledby="result-name">
      <div class="banner">
        ${tone === "danger" ? icons.danger : icons.warning}
        <div>
          <h2 id="result-name" tabindex="-1">${title}</h2>
          <p>${choices.length} packs have had the code <span class="code">${scan.gtin}</span>.
            The code does not show which one you have. <strong>Compare the name on the box.</strong></p>
        </div>
      </div>
      ${warningsView(warnings, "reused")}
      ${expiryLine(scan, warnings)}
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
      <button @click=${() => actions.lookUp.choose(choice.pack)}>This is my box<span class="visually-hidden">: ${choice.pack.name}</span></button>
    </li>`;
}
