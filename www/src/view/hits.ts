// The packs of a name search.
import { html, nothing } from "lit-html";
import type { Found, Suggestion } from "pack-lookup/core";

import type { Actions } from "../actions/index.js";
import { MAX_SHOWN } from "../actions/search.js";
import { number } from "../format.js";
import { emptyReason, resultTitle } from "../lookup/search-result.js";
import { searchWarnings } from "../lookup/search-warnings.js";
import type { State } from "../state.js";
import { hit } from "./hit.js";
import { products } from "./products.js";
import { statusLine } from "./status-line.js";
import { warningsView } from "./warnings.js";

export function hits(state: State, found: Found, actions: Actions) {
  return html`
    <section class="hits" aria-labelledby="hits-title">
      <div class="hits-head">
        <h2 id="hits-title" tabindex="-1">${resultTitle(found, state.products)}</h2>
        <label class="toggle">
          <input type="checkbox" .checked=${state.currentOnly}
            @change=${(event: Event) => actions.search.filter((event.target as HTMLInputElement).checked)}>Current packs only
        </label>
      </div>
      ${suggestions(state, actions)}
      ${warningsView(searchWarnings(found))}
      ${found.total === 0 ? nothingFound(state, found) : state.products ? products(state.products, state, actions) : list(found, actions)}
      ${more(state, found, actions)}
    </section>`;
}

function suggestions({ suggestions, query }: State, actions: Actions) {
  const others = suggestions.filter(({ text }) => text !== query.trim().toLowerCase());
  if (others.length === 0) return nothing;
  const button = ({ text }: Suggestion) => html`<button @click=${() => actions.search.complete(text)}>${text}</button>`;
  return html`<div class="suggestions" role="group" aria-label="Suggestions">${others.map(button)}</div>`;
}

function nothingFound({ currentOnly }: State, found: Found) {
  if (found.kind !== "name") return html`<p>No match yet. Enter the whole code. If nothing appears, press Find.</p>`;
  const reason = emptyReason(found);
  return html`
    ${reason ? statusLine({ tone: "caution", text: reason }) : html`<p>Try fewer words, or the first letters of each.</p>`}
    ${currentOnly ? html`<p>You chose to see current packs only. Discontinued packs may match.</p>` : nothing}`;
}

function more({ products }: State, found: Found, actions: Actions) {
  if (products) {
    const isAll = products.rows.length >= products.products;
    return isAll ? nothing : html`<button class="big" @click=${() => actions.search.more()}>Show more of ${number(products.products)} products</button>`;
  }
  if (found.packs.length >= found.total) return nothing;
  if (found.packs.length >= MAX_SHOWN) return html`<p class="small">Showing the first ${number(found.packs.length)}. Add a word or a strength to see fewer.</p>`;
  return html`<button class="big" @click=${() => actions.search.more()}>Show more of ${number(found.total)}</button>`;
}

function list({ packs, statuses }: Found, actions: Actions) {
  return html`<ul class="list">${packs.map((pack, index) => html`<li>${hit(pack, statuses[index], actions)}</li>`)}</ul>`;
}
