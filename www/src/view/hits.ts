// The packs that a name search found.
import type { Found, Pack, PackStatus, Suggestion } from "pack-lookup/core";
import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import { nameParts } from "../lookup/pack-name.js";
import { doubtsOfSearch, title } from "../lookup/found.js";
import { statusText } from "../lookup/status.js";
import { number } from "../words.js";
import type { State } from "../state.js";
import * as icons from "./icons.js";
import { statusLine } from "./status-line.js";

export function hits(state: State, found: Found, actions: Actions) {
  return html`
    <section class="hits" aria-labelledby="hits-title">
      <div class="hits-head">
        <h2 id="hits-title" tabindex="-1">${title(found)}</h2>
        <label class="toggle">
          <input type="checkbox" .checked=${state.currentOnly}
            @change=${(event: Event) => actions.search.filter((event.target as HTMLInputElement).checked)}>Current packs only
        </label>
      </div>
      ${suggestions(state, actions)}
      ${doubtsOfSearch(found).map((text) => statusLine({ tone: "caution", text: found.strengths.length > 0 ? text : `${text}: check each letter` }))}
      ${found.total === 0 ? nothingFound(state) : list(found, actions)}
      ${found.packs.length < found.total
        ? html`<button class="big" @click=${() => actions.search.more()}>Show more of ${number(found.total)}</button>`
        : nothing}
    </section>`;
}

function suggestions({ suggestions, query }: State, actions: Actions) {
  const others = suggestions.filter(({ text }) => text !== query.trim().toLowerCase());
  if (others.length === 0) return nothing;
  const button = ({ text }: Suggestion) => html`<button @click=${() => actions.search.complete(text)}>${text}</button>`;
  return html`<div class="suggestions" role="group" aria-label="Continue with">${others.map(button)}</div>`;
}

function nothingFound({ currentOnly, found }: State) {
  if (found?.kind !== "name") return html`<p>No pack has this code so far. At its end, press Find: you are told what may be wrong with it.</p>`;
  return html`
    <p>Each word must be the beginning of a word in the pack's name. Try fewer words, or only their first letters.
      ${currentOnly ? "Discontinued packs are left out." : nothing}</p>`;
}

function list({ packs, statuses }: Found, actions: Actions) {
  return html`<ul class="list">${packs.map((pack, index) => hit(pack, statuses[index], actions))}</ul>`;
}

function hit(pack: Pack, status: PackStatus | undefined, actions: Actions) {
  const { product, supplier, size } = nameParts(pack.name);
  return html`
    <li><button class="hit" @click=${() => actions.search.open(pack)}>
      <span class="product">${product}</span>
      ${supplier ? html`<span class="rest">${supplier}, ${size}</span>` : nothing}
      ${!status || status.current ? nothing : html`<span class="flag">${icons.warning}${statusText(status).text}</span>`}
    </button></li>`;
}
