// Codes of different packs that were in view together: the person chooses one.
import { html } from "lit-html";
import type { Pack } from "pack-lookup/core";

import type { Actions } from "../actions/index.js";
import { count } from "../format.js";
import type { CodesDiffer, Reading } from "../lookup/outcome.js";
import * as icons from "./icons.js";

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
