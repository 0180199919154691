// The contents of a pack, in large letters above its other details, and the codes of its concepts.
import { html, nothing } from "lit-html";
import type { Concepts, Pack } from "pack-lookup/core";

import type { Actions } from "../actions/index.js";
import { type Code, codesOf, medicineOf, type Substance } from "../lookup/medicine.js";
import * as icons from "./icons.js";
import { statusLine } from "./status-line.js";

export function medicineView(concepts: Concepts | undefined) {
  const medicine = medicineOf(concepts);
  if (!medicine) return nothing;
  const { substances, formAndRoute, cautions, notes } = medicine;
  return html`
    <section class="medicine" aria-label="What is in it">
      ${substances.length === 0 ? nothing : html`<ul class="substances">${substances.map(substanceView)}</ul>`}
      ${formAndRoute ? html`<p class="form-and-route">${formAndRoute}</p>` : nothing}
      ${cautions.map((text) => statusLine({ tone: "caution", text }))}
      ${notes.length === 0 ? nothing : html`<p class="small">${notes.join(" · ")}</p>`}
    </section>`;
}

const substanceView = ({ name, strength }: Substance) => html`<li><bdi>${name}</bdi>${strength ? html` <strong>${strength}</strong>` : nothing}</li>`;

/** Shows a button for all packs of the same virtual product, of any supplier and size. */
export function otherPacks(concepts: Concepts | undefined, actions: Actions) {
  const { vmp } = concepts ?? {};
  if (!vmp) return nothing;
  return html`<p class="buttons"><button @click=${() => actions.search.type(String(vmp.id))}>${icons.search}Same medicine, other packs</button></p>`;
}

/** Shows the codes, each with a copy button. */
export function codesView(pack: Pack, concepts: Concepts | undefined, actions: Actions) {
  return codesOf(pack, concepts).map((code) => codeView(code, actions));
}

function codeView({ term, id, name }: Code, actions: Actions) {
  return html`
    <div><dt>${term}</dt>
      <dd><span class="code">${id}</span>
        <button class="copy" aria-label=${`Copy the ${term} ${id}`} title=${name ?? nothing} @click=${() => actions.page.copy(id, `${term} copied`)}>${icons.copy}</button>
      </dd>
    </div>`;
}
