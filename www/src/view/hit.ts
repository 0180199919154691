// A pack in a list, which opens when it is clicked.
import { html, nothing } from "lit-html";
import type { Pack, PackStatus } from "pack-lookup/core";

import type { Actions } from "../actions/index.js";
import { nameParts } from "../lookup/pack-name.js";
import { statusText } from "../lookup/status.js";
import * as icons from "./icons.js";

export function hit(pack: Pack, status: PackStatus | undefined, actions: Actions) {
  const { product, supplier, size } = nameParts(pack.name);
  return html`
    <button class="hit" @click=${() => actions.search.open(pack)}>
      <span class="product">${product}</span>
      ${supplier ? html`<span class="rest">${supplier}, ${size}</span>` : nothing}
      ${flag(status)}
    </button>`;
}

/** Shows a pack below the name of its product, with supplier and size only. */
export function hitOfProduct(pack: Pack, status: PackStatus | undefined, actions: Actions) {
  const { product, supplier, size } = nameParts(pack.name);
  return html`
    <button class="hit" @click=${() => actions.search.open(pack)}>
      <span class="visually-hidden">${product}, </span>
      <span class="rest"><span class="supplier">${supplier ?? product}</span>${size ? html`<span>${size}</span>` : nothing}</span>
      ${flag(status)}
    </button>`;
}

function flag(status: PackStatus | undefined) {
  return !status || status.current ? nothing : html`<span class="flag">${icons.warning}${statusText(status).text}</span>`;
}
