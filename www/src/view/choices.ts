// Answers among which the person chooses: the packs that have carried a re-used code, or different codes in view together.
import { html, nothing } from "lit-html";
import type { Pack } from "pack-lookup/core";

import type { Actions } from "../actions/index.js";
import { count, period } from "../format.js";
import type { Answer } from "../lookup/answer.js";
import { type Choice, type CodeReused, type CodesDiffer, type Reading, reuseMessage } from "../lookup/outcome.js";
import { nameParts, statusText } from "../lookup/pack.js";
import * as icons from "./icons.js";
import { expiryLine, statusLine, warningsView } from "./warnings.js";

/** Shows the packs that have carried a code. The first is never certain. */
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

export function severalView({ readings }: CodesDiffer, actions: Actions) {
  return html`
    <article class="card reused caution" aria-labelledby="result-name">
      <div class="banner">
        ${icons.warning}
        <div>
          <h2 id="result-name" tabindex="-1">${count(readings.length, "different code")} in view</h2>
          <p>Choose one, or scan one barcode on its own.</p>
        </div>
      </div>
      <ol class="choices">${readings.map((reading) => readingView(reading, actions))}</ol>
    </article>`;
}

function readingView(reading: Reading, actions: Actions) {
  const { scan, packs } = reading;
  return html`
    <li>
      <h3 class="name"><span class="product code">${scan.gtin}</span></h3>
      <p>${names(packs)}</p>
      <button @click=${() => actions.lookUp.chooseReading(reading)}>This code<span class="visually-hidden">: ${scan.gtin}</span></button>
    </li>`;
}

function names([first, ...others]: Pack[]) {
  if (!first) return "No pack has this code";
  const name = html`<bdi>${first.name}</bdi>`;
  return others.length === 0 ? name : html`${count(others.length + 1, "pack")} have had this code: ${name}, and more`;
}
